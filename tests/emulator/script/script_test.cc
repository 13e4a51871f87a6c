// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/script/script.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace footnote::emulator {
namespace {

std::string ParseError(const std::string& text) {
  absl::StatusOr<Script> script = ParseScript(text);
  return script.ok() ? "ok" : std::string(script.status().message());
}

TEST(ScriptTest, EmptyScriptChangesNothing) {
  for (const char* text : {"", "  ", ";", " ; ; "}) {
    absl::StatusOr<Script> script = ParseScript(text);
    ASSERT_TRUE(script.ok()) << text;
    EXPECT_FALSE(script->status.has_value());
    EXPECT_FALSE(script->HasBody());
    EXPECT_TRUE(script->validate);
  }
}

TEST(ScriptTest, ParsesEveryKeyOfRepliesAndContent) {
  absl::StatusOr<Script> script = ParseScript(
      "status=529; error_type=overloaded_error; message=Too busy; error_code=c; retry_after=2; "
      "retry_after_ms=1500; should_retry=false; delay_ms=20; body_file=a/b.json; "
      "content_type=text/html; gzip=true; stop_reason=refusal; partial=true; leak=cite; "
      "cite_page=7; unknown_block=true; thinking=on; validate=off");
  ASSERT_TRUE(script.ok()) << script.status();
  EXPECT_EQ(script->status, 529);
  EXPECT_EQ(script->error_type, "overloaded_error");
  EXPECT_EQ(script->message, "Too busy");
  EXPECT_EQ(script->error_code, "c");
  EXPECT_EQ(script->retry_after, "2");
  EXPECT_EQ(script->retry_after_ms, "1500");
  EXPECT_EQ(script->should_retry, "false");
  EXPECT_EQ(script->delay, std::chrono::milliseconds(20));
  EXPECT_EQ(script->body_file, "a/b.json");
  EXPECT_EQ(script->content_type, "text/html");
  EXPECT_TRUE(script->gzip);
  EXPECT_EQ(script->changes.stop_reason, "refusal");
  EXPECT_TRUE(script->changes.partial);
  EXPECT_EQ(script->changes.leak, ReplyChanges::Leak::kCite);
  EXPECT_EQ(script->changes.cited_page, 7);
  EXPECT_TRUE(script->changes.unknown_block);
  EXPECT_TRUE(script->changes.thinking);
  EXPECT_FALSE(script->validate);
  EXPECT_EQ(ParseScript("hang_up=reset")->hang_up, Script::HangUp::kReset);
  EXPECT_EQ(ParseScript("body_kind=html")->body_kind, Script::BodyKind::kHtml);
}

TEST(ScriptTest, ParsesEveryKeyOfDelivery) {
  absl::StatusOr<Script> script = ParseScript(
      "body_delay_ms=1; event_ms=2; event_step=3; pause_ms=4; pause_after=5; ping_ms=6; "
      "writes=inside; write_ms=7; cut_after=8; cut=reset");
  ASSERT_TRUE(script.ok()) << script.status();
  const Delivery& delivery = script->delivery;
  EXPECT_EQ(delivery.body_delay.count(), 1);
  EXPECT_EQ(delivery.event_delay.count(), 2);
  EXPECT_EQ(delivery.event_step, 3u);
  EXPECT_EQ(delivery.pause.count(), 4);
  EXPECT_EQ(delivery.pause_after, 5u);
  EXPECT_EQ(delivery.ping_interval.count(), 6);
  EXPECT_EQ(delivery.writes, Delivery::Writes::kInside);
  EXPECT_EQ(delivery.write_delay.count(), 7);
  EXPECT_EQ(delivery.cut_after, 8u);
  EXPECT_EQ(delivery.cut, Delivery::Cut::kReset);
  EXPECT_EQ(ParseScript("cut_events=9")->delivery.cut_events, 9u);
  EXPECT_EQ(ParseScript("writes=10")->delivery.write_size, 10u);
}

TEST(ScriptTest, ParsesEveryKeyOfStreams) {
  absl::StatusOr<Script> script = ParseScript(
      "citation_order=alternate; interleave=true; delta_chars=1; thinking=signature_first; "
      "message_deltas=2; usage=zeros_first; message_starts=3; early_message_delta=true; "
      "unknown=event,delta,field; pings=4; ping_every=5; message_stop=truncated; error_after=6; "
      "error_shape=unnamed,untyped,null_details,request_id; error_type=t; message=m; error_code=c; "
      "line_end=crlf; colon_space=false; bom=true; event_names=false; data_lines=7; ids=true; "
      "retry_field=8; comments=between,inside; padding=false");
  ASSERT_TRUE(script.ok()) << script.status();
  const auto& [events, faults, frames] = script->stream;
  EXPECT_EQ(events.citation_order, EventOptions::CitationOrder::kAlternating);
  EXPECT_TRUE(events.interleave);
  EXPECT_EQ(events.delta_chars, 1u);
  EXPECT_TRUE(events.signature_first);
  EXPECT_EQ(events.message_deltas, 2u);
  EXPECT_TRUE(events.zeros_first);
  EXPECT_EQ(faults.message_starts, 3u);
  EXPECT_TRUE(faults.early_message_delta);
  EXPECT_TRUE(faults.unknown_events && faults.unknown_deltas && faults.unknown_fields);
  EXPECT_EQ(faults.pings, 4u);
  EXPECT_EQ(faults.ping_every, 5u);
  EXPECT_EQ(faults.message_stop, EventFaults::MessageStop::kTruncated);
  EXPECT_EQ(faults.error_after, 6u);
  EXPECT_TRUE(faults.error.unnamed && faults.error.untyped && faults.error.null_details &&
              faults.error.request_id);
  EXPECT_EQ(faults.error.type, "t");
  EXPECT_EQ(faults.error.message, "m");
  EXPECT_EQ(faults.error.error_code, "c");
  EXPECT_EQ(frames.line_end, "\r\n");
  EXPECT_FALSE(frames.space_after_colon);
  EXPECT_TRUE(frames.byte_order_mark);
  EXPECT_FALSE(frames.event_names);
  EXPECT_EQ(frames.data_lines, 7u);
  EXPECT_TRUE(frames.ids);
  EXPECT_EQ(frames.retry_ms, 8u);
  EXPECT_TRUE(frames.comments_between && frames.comments_inside);
  EXPECT_FALSE(frames.padding);
}

TEST(ScriptTest, QuotedValuesMayContainSemicolonsAndEscapedQuotes) {
  absl::StatusOr<Script> script =
      ParseScript(R"(status=500;message="a; b=\"c\" \\ d" ; delay_ms=1)");
  ASSERT_TRUE(script.ok()) << script.status();
  EXPECT_EQ(script->message, R"(a; b="c" \ d)");
  EXPECT_EQ(script->delay.count(), 1);
}

TEST(ScriptTest, ValueMayContainEqualsSigns) {
  absl::StatusOr<Script> script = ParseScript("content_type=text/plain; body=a=b");
  ASSERT_TRUE(script.ok());
  EXPECT_EQ(script->body, "a=b");
}

TEST(ScriptTest, ErrorMessagesStateTheKeyAndTheValidValues) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"status", "'status' is not of the form key=value"},
      {"status=500; oops ;", "'oops' is not of the form key=value"},
      {"status=", "status requires a value"},
      {"status=5x0", "status must be an integer from 200 to 599, not '5x0'"},
      {"status=101", "status must be an integer from 200 to 599, not '101'"},
      {"delay_ms=-1", "delay_ms must be an integer from 0 to 600000, not '-1'"},
      {"cut_after=1.5", "cut_after must be an integer from 0 to 1099511627776, not '1.5'"},
      {"retry_after_ms=soon",
       "retry_after_ms must be an integer from 0 to 1099511627776, not 'soon'"},
      {"should_retry=yes", "should_retry must be true or false, not 'yes'"},
      {"partial=1", "partial must be true or false, not '1'"},
      {"validate=no", "validate must be on or off, not 'no'"},
      {"message=\"open", "a quoted value has no closing \""},
      {"message=\"a\" b", "after a quoted value there must be a ';' or the end"},
      {"message=\"a\nb\"", "message must be a single line"},
      {"body=a; body_file=b", "body, body_file and body_kind are mutually exclusive"},
      {"body=a; body_kind=html", "body, body_file and body_kind are mutually exclusive"},
      {"validate=off",
       "validate=off requires hang_up, status from 400 on, body or body_file: the emulator "
       "cannot reply to a request that is not validated"},
      {"message=m",
       "error_type, message and error_code require status from 400 on, or error_after"},
      {"cut_after=1; cut_events=1", "cut_after and cut_events are mutually exclusive"},
      {"cut=reset", "cut requires cut_after or cut_events"},
      {"writes=0", "writes must be event, all, inside or a number of bytes from 1, not '0'"},
      {"event_step=0", "event_step must be an integer from 1 to 1099511627776, not '0'"},
      {"pause_ms=600001", "pause_ms must be an integer from 0 to 600000, not '600001'"},
      {"pings=100001", "pings must be an integer from 0 to 100000, not '100001'"},
      {"cite_page=0", "cite_page must be an integer from 1 to 1099511627776, not '0'"},
      {"leak=all", "leak must be cite, unclosed, brackets, link or placeholder, not 'all'"},
      {"line_end=lfcr", "line_end must be lf, crlf or cr, not 'lfcr'"},
      {"unknown=event,x", "unknown must be event, delta or field, not 'x'"},
      {"unknown=event,", "unknown must be event, delta or field, not ''"},
      {"citation_order=first", "citation_order must be after, before or alternate, not 'first'"},
      {"message_stop=off", "message_stop must be sent, missing or truncated, not 'off'"},
      {"hang_up=now", "hang_up must be close or reset, not 'now'"},
      {"bom=1", "bom must be true or false, not '1'"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(ParseError(text), expected) << text;
}

TEST(ScriptTest, ErrorForAnUnknownKeyListsTheKnownKeys) {
  const std::string error = ParseError("stauts=500");
  EXPECT_EQ(error.find("unknown key 'stauts'; the known keys are status, error_type, "), 0u);
  for (const char* key : {", body_delay_ms, ", ", cut, ", ", citation_order, ", ", padding"}) {
    EXPECT_NE(error.find(key), std::string::npos) << key;
  }
}

TEST(ScriptTest, ParserAcceptsOrRejectsEveryPrefixOfAScript) {
  const std::string text = R"( status = 500 ; message = "a\"b\\" ; delay_ms=3; )";
  for (size_t size = 0; size <= text.size(); ++size) ParseError(text.substr(0, size));
  EXPECT_EQ(ParseError(text), "ok");
}

}  // namespace
}  // namespace footnote::emulator
