// SPDX-License-Identifier: Apache-2.0
#include "service/out_of_memory.h"

#include <csignal>
#include <new>
#include <string>

#include "gtest/gtest.h"

namespace footnote {
namespace {

// What operator new does when it cannot allocate.
void RunOutOfMemory() {
  InstallOutOfMemoryHandler();
  std::get_new_handler()();
}

const auto kAborted = testing::KilledBySignal(SIGABRT);

TEST(OutOfMemoryDeathTest, WritesALineAndEndsTheProcess) {
  EXPECT_EXIT(RunOutOfMemory(), kAborted,
              "^\\{\"level\":\"critical\",\"event\":\"out_of_memory\"\\}\n$");
}

TEST(OutOfMemoryDeathTest, NamesTheCallOfTheThread) {
  const OutOfMemoryScope outer("upstream_request_id", "req_1");
  const OutOfMemoryScope inner("request_id", "my-request");
  EXPECT_EXIT(RunOutOfMemory(), kAborted, "\"out_of_memory\",\"request_id\":\"my-request\"\\}");
}

TEST(OutOfMemoryDeathTest, NamesTheOuterCallAfterTheInnerOne) {
  const OutOfMemoryScope outer("upstream_request_id", "req_1");
  { const OutOfMemoryScope inner("request_id", "my-request"); }
  EXPECT_EXIT(RunOutOfMemory(), kAborted, "\"upstream_request_id\":\"req_1\"\\}");
}

TEST(OutOfMemoryDeathTest, ALongIdWithOtherCharactersIsALineOfJson) {
  const std::string id = "a\"b\n" + std::string(1000, 'x');
  const OutOfMemoryScope scope("request_id", id);
  EXPECT_EXIT(RunOutOfMemory(), kAborted, "\"request_id\":\"a\\?b\\?x+\"\\}\n$");
}

}  // namespace
}  // namespace footnote
