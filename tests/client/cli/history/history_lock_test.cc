// SPDX-License-Identifier: Apache-2.0
#include "client/cli/history/history_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "tests/client/cli/scratch_folder.h"

namespace footnote::client {
namespace {

absl::StatusOr<HistoryLock> TakeNow(const std::string& path, int* waits) {
  return HistoryLock::Take(path, absl::ZeroDuration(), [waits] { ++*waits; });
}

TEST(HistoryLockTest, OneHolderExcludesAnother) {
  const ScratchFolder folder;
  const std::string path = folder.path() + "/h.json";
  int waits = 0;
  {
    const absl::StatusOr<HistoryLock> held = TakeNow(path, &waits);
    ASSERT_TRUE(held.ok()) << held.status();
    EXPECT_EQ(waits, 0);
    const absl::StatusOr<HistoryLock> refused = TakeNow(path, &waits);
    EXPECT_EQ(refused.status().code(), absl::StatusCode::kUnavailable);
    EXPECT_THAT(std::string(refused.status().message()), ::testing::HasSubstr(path));
    EXPECT_EQ(waits, 1);
    EXPECT_TRUE(TakeNow(folder.path() + "/other.json", &waits).ok());
  }
  EXPECT_TRUE(TakeNow(path, &waits).ok());
}

TEST(HistoryLockTest, ALinkHasTheLockOfItsTarget) {
  ScratchFolder folder;
  const std::string target = folder.Write("target.json", "[]");
  const std::string link = folder.path() + "/link.json";
  std::filesystem::create_symlink(target, link);
  int waits = 0;
  const absl::StatusOr<HistoryLock> held = TakeNow(link, &waits);
  ASSERT_TRUE(held.ok());
  EXPECT_FALSE(TakeNow(target, &waits).ok());
}

TEST(HistoryLockTest, AProcessThatIsKilledGivesTheLockBack) {
  const ScratchFolder folder;
  const std::string path = folder.path() + "/h.json";
  int pipes[2];
  ASSERT_EQ(pipe(pipes), 0);
  const pid_t child = fork();
  if (child == 0) {
    int waits = 0;
    const absl::StatusOr<HistoryLock> held = TakeNow(path, &waits);
    const char ready = held.ok() ? 'y' : 'n';
    (void)!write(pipes[1], &ready, 1);
    while (true) pause();
  }
  char ready = 0;
  ASSERT_EQ(read(pipes[0], &ready, 1), 1);
  EXPECT_EQ(ready, 'y');
  int waits = 0;
  EXPECT_FALSE(TakeNow(path, &waits).ok());
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(TakeNow(path, &waits).ok());
  close(pipes[0]);
  close(pipes[1]);
}

TEST(HistoryLockTest, AFolderThatDoesNotExistIsAnError) {
  int waits = 0;
  const absl::Status status = TakeNow("/nonexistent/h.json", &waits).status();
  EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr("/nonexistent/h.json.lock"));
}

}  // namespace
}  // namespace footnote::client
