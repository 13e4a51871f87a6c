// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/script/stream_script.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace footnote::emulator {
namespace {

// Applies one pair to a default script, and expects success.
StreamScript Apply(const std::string& key, const std::string& value) {
  StreamScript script;
  const std::optional<absl::Status> status = ApplyStreamKey({key, value}, &script);
  EXPECT_TRUE(status.has_value() && status->ok()) << key << "=" << value;
  return script;
}

// Returns the error of one pair, or "ok".
std::string Error(const std::string& key, const std::string& value) {
  StreamScript script;
  const std::optional<absl::Status> status = ApplyStreamKey({key, value}, &script);
  if (!status.has_value()) return "unknown key";
  return status->ok() ? "ok" : std::string(status->message());
}

TEST(StreamScriptTest, CitationOrderHasThreeValues) {
  using Order = EventOptions::CitationOrder;
  EXPECT_EQ(Apply("citation_order", "after").events.citation_order, Order::kAfterText);
  EXPECT_EQ(Apply("citation_order", "before").events.citation_order, Order::kBeforeText);
  EXPECT_EQ(Apply("citation_order", "alternate").events.citation_order, Order::kAlternating);
}

TEST(StreamScriptTest, UsageIsProvisionalOrZerosFirst) {
  EXPECT_FALSE(Apply("usage", "provisional").events.zeros_first);
  EXPECT_TRUE(Apply("usage", "zeros_first").events.zeros_first);
}

TEST(StreamScriptTest, MessageStopHasThreeValues) {
  using MessageStop = EventFaults::MessageStop;
  EXPECT_EQ(Apply("message_stop", "sent").faults.message_stop, MessageStop::kSent);
  EXPECT_EQ(Apply("message_stop", "missing").faults.message_stop, MessageStop::kMissing);
  EXPECT_EQ(Apply("message_stop", "truncated").faults.message_stop, MessageStop::kTruncated);
}

TEST(StreamScriptTest, LineEndHasThreeValues) {
  EXPECT_EQ(Apply("line_end", "lf").frames.line_end, "\n");
  EXPECT_EQ(Apply("line_end", "crlf").frames.line_end, "\r\n");
  EXPECT_EQ(Apply("line_end", "cr").frames.line_end, "\r");
}

TEST(StreamScriptTest, UnknownSetsOnlyTheListedFlags) {
  const EventFaults faults = Apply("unknown", "event,field").faults;
  EXPECT_TRUE(faults.unknown_events);
  EXPECT_FALSE(faults.unknown_deltas);
  EXPECT_TRUE(faults.unknown_fields);
}

TEST(StreamScriptTest, ErrorShapeSetsOnlyTheListedFlags) {
  const ErrorEvent error = Apply("error_shape", "untyped,request_id").faults.error;
  EXPECT_FALSE(error.unnamed);
  EXPECT_TRUE(error.untyped);
  EXPECT_FALSE(error.null_details);
  EXPECT_TRUE(error.request_id);
}

TEST(StreamScriptTest, CountsThatMustBePositiveRejectZero) {
  for (const char* key : {"delta_chars", "ping_every", "data_lines"}) {
    EXPECT_EQ(Error(key, "1"), "ok") << key;
    EXPECT_NE(Error(key, "0"), "ok") << key;
  }
  for (const char* key :
       {"message_deltas", "message_starts", "pings", "error_after", "retry_field"}) {
    EXPECT_EQ(Error(key, "0"), "ok") << key;
  }
}

TEST(StreamScriptTest, RepeatedEventsAreLimited) {
  for (const char* key : {"message_deltas", "message_starts", "pings"}) {
    EXPECT_EQ(Error(key, "100000"), "ok") << key;
    EXPECT_NE(Error(key, "100001"), "ok") << key;
  }
}

TEST(StreamScriptTest, BooleanKeysRejectOtherValues) {
  for (const char* key : {"interleave", "early_message_delta", "colon_space", "bom", "event_names",
                          "ids", "padding"}) {
    EXPECT_EQ(Error(key, "true"), "ok") << key;
    EXPECT_EQ(Error(key, "1"), std::string(key) + " must be true or false, not '1'");
  }
}

TEST(StreamScriptTest, OtherKeysAreNotApplied) {
  EXPECT_EQ(Error("status", "1"), "unknown key");
  EXPECT_EQ(Error("thinking", "on"), "unknown key");
}

TEST(StreamScriptTest, ListsItsKeys) {
  const std::string keys = StreamKeys();
  EXPECT_EQ(keys.find("citation_order, interleave, "), 0u);
  EXPECT_NE(keys.find(", padding"), std::string::npos);
}

}  // namespace
}  // namespace footnote::emulator
