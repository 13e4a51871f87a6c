// SPDX-License-Identifier: Apache-2.0
#include "service/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace footnote {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(LogTest, AnEntryIsOneLineOfJson) {
  testing::internal::CaptureStderr();
  LogInfo("started", {{"address", "127.0.0.1:1"}, {"note", "a \"quoted\"\nline"}});
  const std::string line = testing::internal::GetCapturedStderr();
  EXPECT_THAT(line, StartsWith(R"({"time":")"));
  EXPECT_THAT(line,
              EndsWith(R"("event":"started","address":"127.0.0.1:1","note":"a \"quoted\"\nline"})"
                       "\n"));
  EXPECT_THAT(line, HasSubstr(R"("level":"info")"));
}

TEST(LogTest, AnErrorHasItsLevel) {
  testing::internal::CaptureStderr();
  LogError("failed");
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr(R"("level":"error")"));
}

TEST(LogTest, ALimitedEventIsSummarizedAtTheEnd) {
  LogSuppressed();
  testing::internal::CaptureStderr();
  // More than can be admitted in the two seconds that this may touch.
  for (int i = 0; i < 2 * kMaxLinesPerSecond + 5; ++i) LogErrorLimited("failed", "SOME_REASON");
  LogSuppressed();
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr(R"("event":"failed"})"));
  EXPECT_THAT(log, HasSubstr(R"("event":"log_suppressed","of":"failed","reason":"SOME_REASON",)"
                             R"("suppressed":")"));
}

}  // namespace
}  // namespace footnote
