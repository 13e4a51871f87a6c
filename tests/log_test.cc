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

}  // namespace
}  // namespace footnote
