#include "service/emulator/script.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace footnote::emulator {
namespace {

std::string ErrorOf(const std::string& text) {
  absl::StatusOr<Script> script = ParseScript(text);
  return script.ok() ? "ok" : std::string(script.status().message());
}

TEST(ScriptTest, AnEmptyScriptChangesNothing) {
  for (const char* text : {"", "  ", ";", " ; ; "}) {
    absl::StatusOr<Script> script = ParseScript(text);
    ASSERT_TRUE(script.ok()) << text;
    EXPECT_FALSE(script->status.has_value());
    EXPECT_FALSE(script->HasBody());
    EXPECT_TRUE(script->validate);
  }
}

TEST(ScriptTest, ReadsEveryKey) {
  absl::StatusOr<Script> script = ParseScript(
      "status=529; error_type=overloaded_error; message=Too busy; error_code=c; retry_after=2; "
      "retry_after_ms=1500; should_retry=false; delay_ms=20; body_file=a/b.json; "
      "content_type=text/html; cut_after=7; stop_reason=refusal; partial=true; validate=off");
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
  EXPECT_EQ(script->cut_after, 7u);
  EXPECT_EQ(script->stop_reason, "refusal");
  EXPECT_TRUE(script->partial);
  EXPECT_FALSE(script->validate);
}

TEST(ScriptTest, QuotesProtectSemicolonsAndQuotes) {
  absl::StatusOr<Script> script =
      ParseScript(R"(status=500;message="a; b=\"c\" \\ d" ; delay_ms=1)");
  ASSERT_TRUE(script.ok()) << script.status();
  EXPECT_EQ(script->message, R"(a; b="c" \ d)");
  EXPECT_EQ(script->delay.count(), 1);
}

TEST(ScriptTest, AValueMayHoldEqualsSigns) {
  absl::StatusOr<Script> script = ParseScript("content_type=text/plain; body=a=b");
  ASSERT_TRUE(script.ok());
  EXPECT_EQ(script->body, "a=b");
}

TEST(ScriptTest, ExplainsWhatIsMalformed) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"status", "'status' is not of the form key=value"},
      {"status=500; oops ;", "'oops' is not of the form key=value"},
      {"status=", "status needs a value"},
      {"status=5x0", "status must be a whole number from 200 to 599, not '5x0'"},
      {"status=101", "status must be a whole number from 200 to 599, not '101'"},
      {"delay_ms=-1", "delay_ms must be a whole number from 0 to 600000, not '-1'"},
      {"cut_after=1.5", "cut_after must be a whole number from 0 to 1099511627776, not '1.5'"},
      {"retry_after_ms=soon",
       "retry_after_ms must be a whole number from 0 to 1099511627776, not 'soon'"},
      {"should_retry=yes", "should_retry must be true or false, not 'yes'"},
      {"partial=1", "partial must be true or false, not '1'"},
      {"validate=no", "validate must be on or off, not 'no'"},
      {"message=\"open", "a quoted value lacks its closing \""},
      {"message=\"a\" b", "after a quoted value there must be a ';' or the end"},
      {"message=\"a\nb\"", "message must be a single line"},
      {"body=a; body_file=b", "body and body_file exclude each other"},
      {"validate=off",
       "validate=off needs status from 400 on, body or body_file: an unchecked "
       "request cannot be answered"},
      {"message=m", "error_type, message and error_code need status from 400 on"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(ErrorOf(text), expected) << text;
}

TEST(ScriptTest, NamesTheKnownKeysForAnUnknownOne) {
  EXPECT_EQ(ErrorOf("stauts=500").find("unknown key 'stauts'; known are status, "), 0u);
}

TEST(ScriptTest, NoPrefixOfAScriptCrashesTheParser) {
  const std::string text = R"( status = 500 ; message = "a\"b\\" ; delay_ms=3; )";
  for (size_t size = 0; size <= text.size(); ++size) ErrorOf(text.substr(0, size));
  EXPECT_EQ(ErrorOf(text), "ok");
}

}  // namespace
}  // namespace footnote::emulator
