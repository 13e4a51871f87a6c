// SPDX-License-Identifier: Apache-2.0
// Tests of the effects of scripts over HTTP.
#include <curl/curl.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "service/emulator/emulator.h"
#include "tests/emulator/emulator_fixture.h"

namespace footnote::emulator {
namespace {

using EmulatorScriptsTest = EmulatorTest;

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST_F(EmulatorScriptsTest, DelayPrecedesTheFirstByte) {
  const auto start = steady_clock::now();
  EXPECT_EQ(client_->Post(kHi, "delay_ms=50").status, 200);
  EXPECT_GE(steady_clock::now() - start, milliseconds(50));
}

TEST_F(EmulatorScriptsTest, ScriptedErrorHasItsHeadersAndFields) {
  const Response response =
      client_->Post(kHi,
                    "status=429; retry_after=2; retry_after_ms=1500; should_retry=true; "
                    "message=Slow down; error_code=enforced_spend_limit_reached");
  EXPECT_EQ(response.status, 429);
  EXPECT_EQ(HeaderOf(response, "retry-after"), "2");
  EXPECT_EQ(HeaderOf(response, "retry-after-ms"), "1500");
  EXPECT_EQ(HeaderOf(response, "x-should-retry"), "true");
  EXPECT_TRUE(Contains(
      response.body,
      R"("error":{"type":"rate_limit_error","message":"Slow down","details":{"error_code":"enforced_spend_limit_reached"}})"));
  const Response overloaded = client_->Post(kHi, "status=529");
  EXPECT_EQ(overloaded.status, 529);
  EXPECT_TRUE(Contains(overloaded.body, R"({"type":"overloaded_error","message":"Overloaded"})"));
}

TEST_F(EmulatorScriptsTest, InvalidRequestIsRejectedRegardlessOfTheScript) {
  const Response response = client_->Post("{}", "status=529");
  EXPECT_EQ(response.status, 400);
  EXPECT_TRUE(Contains(response.body, "model: Field required"));
  EXPECT_EQ(client_->Post("{}", "status=529; validate=off").status, 529);
}

TEST_F(EmulatorScriptsTest, ErrorForAMalformedScriptStatesTheValidValues) {
  const Response response = client_->Post(kHi, "status=oops");
  EXPECT_EQ(response.status, 400);
  EXPECT_TRUE(
      Contains(response.body, "x-emulator-script: status must be an integer from 200 to 599"));
}

TEST_F(EmulatorScriptsTest, RegisteredBodyIsSentUnchanged) {
  const std::string bytes("<html>\0\xff", 8);
  emulator_->AddBody("page", bytes);
  const Response response = client_->Post(kHi, "body=page; content_type=text/html; status=502");
  EXPECT_EQ(response.status, 502);
  EXPECT_EQ(response.body, bytes);
  EXPECT_EQ(HeaderOf(response, "content-type"), "text/html");
  EXPECT_EQ(client_->Post("not json", "body=page").status, 400);
  EXPECT_EQ(client_->Post("not json", "body=page; validate=off").body, bytes);
  EXPECT_TRUE(Contains(client_->Post(kHi, "body=other").body, "no body is registered as 'other'"));
}

TEST_F(EmulatorScriptsTest, OnlyFilesInsideTheBodyDirectoryAreSent) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(testing::TempDir()) / "emulator_bodies";
  fs::create_directories(root / "inside/folder");
  std::ofstream(root / "inside/reply.json") << "{\"a\":1}";
  std::ofstream(root / "secret.json") << "secret";
  fs::remove(root / "inside/link.json");
  fs::create_symlink(root / "secret.json", root / "inside/link.json");
  EXPECT_EQ(client_->Post(kHi, "body_file=reply.json").status, 400);
  EmulatorOptions options;
  options.body_directory = root / "inside";
  StartWith(options);
  EXPECT_EQ(client_->Post(kHi, "body_file=reply.json").body, "{\"a\":1}");
  EXPECT_EQ(client_->Post(kHi, "body_file=./reply.json").body, "{\"a\":1}");
  for (const std::string path :
       {"../secret.json", "link.json", "missing.json", ".", "folder", "/etc/passwd"}) {
    const Response response = client_->Post(kHi, "body_file=" + path);
    EXPECT_EQ(response.status, 400) << path;
    EXPECT_TRUE(Contains(response.body, "is not a file inside the emulator's body directory"))
        << path;
  }
}

// Reading the first page of /proc/self/mem fails with EIO.
TEST_F(EmulatorScriptsTest, FileThatCannotBeReadIsAnError) {
  EmulatorOptions options;
  options.body_directory = "/proc/self";
  StartWith(options);
  const Response response = client_->Post(kHi, "body_file=mem");
  EXPECT_EQ(response.status, 400);
  EXPECT_TRUE(Contains(response.body, "body_file: 'mem' cannot be read"));
}

TEST_F(EmulatorScriptsTest, CutEndsTheConnectionAfterTheGivenBytes) {
  for (size_t size : {size_t{0}, size_t{1}, size_t{20}}) {
    const Response response = client_->Post(kHi, "cut_after=" + std::to_string(size));
    EXPECT_EQ(response.result, CURLE_PARTIAL_FILE) << size;
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body.size(), size);
  }
  const Response complete = client_->Post(kHi, "cut_after=100000");
  EXPECT_EQ(complete.result, CURLE_OK);
}

TEST_F(EmulatorScriptsTest, ScriptSetsTheStopReason) {
  EXPECT_TRUE(Contains(client_->Post(kHi, "stop_reason=pause_turn").body,
                       R"("stop_reason":"pause_turn","stop_sequence":null)"));
  const Response refusal = client_->Post(kHi, "stop_reason=refusal");
  EXPECT_TRUE(Contains(refusal.body, R"("content":[],"stop_reason":"refusal")"));
  EXPECT_FALSE(
      Contains(client_->Post(kHi, "stop_reason=refusal; partial=true").body, R"("content":[])"));
}

TEST_F(EmulatorScriptsTest, HeaderPrecedesTheQueueWhichPrecedesTheDefault) {
  ASSERT_TRUE(emulator_->SetDefaultScript("status=500").ok());
  ASSERT_TRUE(emulator_->QueueScript("status=529").ok());
  ASSERT_TRUE(emulator_->QueueScript("").ok());
  EXPECT_EQ(client_->Post(kHi, "status=418").status, 418);
  EXPECT_EQ(client_->Post(kHi).status, 529);
  EXPECT_EQ(client_->Post(kHi).status, 200);
  EXPECT_EQ(client_->Post(kHi).status, 500);
  emulator_->ClearScripts();
  EXPECT_EQ(client_->Post(kHi).status, 200);
  EXPECT_FALSE(emulator_->QueueScript("x").ok());
  EXPECT_FALSE(emulator_->SetDefaultScript("x=1").ok());
}

TEST_F(EmulatorScriptsTest, ScriptsCanBeQueuedOverHttp) {
  EXPECT_EQ(client_->Send("POST", "/emulator/scripts", "status=529\n\nstatus=503").status, 200);
  EXPECT_EQ(client_->Post(kHi).status, 529);
  EXPECT_EQ(client_->Post(kHi).status, 200);
  EXPECT_EQ(client_->Send("DELETE", "/emulator/scripts").status, 200);
  EXPECT_EQ(client_->Post(kHi).status, 200);
  const Response bad = client_->Send("POST", "/emulator/scripts", "status=529\noops");
  EXPECT_EQ(bad.status, 400);
  EXPECT_TRUE(Contains(bad.body, "line 2: 'oops' is not of the form key=value"));
}

}  // namespace
}  // namespace footnote::emulator
