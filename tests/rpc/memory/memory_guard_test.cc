// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/memory/memory_guard.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace footnote::rpc {
namespace {

using Level = MemoryGuard::Level;

constexpr int64_t kMiB = 1 << 20;

class MemoryGuardTest : public ::testing::Test {
 protected:
  // Looks once when `resident` megabytes are resident, `passed` after the look before.
  Level Look(int64_t resident, absl::Duration passed = absl::Milliseconds(50)) {
    resident_ = resident;
    now_ += passed;
    return guard_.Look(now_);
  }
  // Looks for `time` and returns the number of collections.
  int Collections(int64_t resident, absl::Duration time) {
    const int before = collections_;
    const absl::Time end = now_ + time;
    while (now_ < end) Look(resident);
    return collections_ - before;
  }

  int64_t resident_ = 40;
  int64_t resident_after_collection_ = -1;
  std::vector<bool> refusals_;
  std::vector<bool> return_at_once_;
  int relieved_ = 0;
  int collections_ = 0;
  absl::Time now_ = absl::UnixEpoch();
  MemoryGuard guard_{1'000 * kMiB,
                     {[this](bool refuse) { refusals_.push_back(refuse); }, [this] { ++relieved_; },
                      [this] {
                        ++collections_;
                        if (resident_after_collection_ >= 0) resident_ = resident_after_collection_;
                      },
                      [this](bool at_once) { return_at_once_.push_back(at_once); },
                      [this] { return resident_ * kMiB; }}};
};

TEST_F(MemoryGuardTest, TheLevelIsAPartOfTheLimit) {
  EXPECT_EQ(Look(699), Level::kNormal);
  EXPECT_EQ(Look(700), Level::kElevated);
  EXPECT_EQ(Look(799), Level::kElevated);
  EXPECT_EQ(Look(800), Level::kCritical);
}

TEST_F(MemoryGuardTest, CallsAreRefusedUntilMemoryIsWellBelow) {
  Look(700);
  EXPECT_EQ(refusals_, std::vector<bool>({true}));
  EXPECT_EQ(Look(650), Level::kElevated);
  EXPECT_EQ(refusals_.size(), 1);
  EXPECT_EQ(Look(649), Level::kNormal);
  EXPECT_EQ(refusals_, std::vector<bool>({true, false}));
  EXPECT_EQ(Look(699), Level::kNormal);
  EXPECT_EQ(refusals_.size(), 2);
}

TEST_F(MemoryGuardTest, MemoryIsFreedAtEachLookWhileItIsCritical) {
  Look(799);
  EXPECT_EQ(relieved_, 0);
  Look(900);
  Look(850);
  EXPECT_EQ(relieved_, 2);
  EXPECT_EQ(refusals_, std::vector<bool>({true}));
  Look(700);
  EXPECT_EQ(relieved_, 2);
}

TEST_F(MemoryGuardTest, AServerAsAtItsStartCollectsNothing) {
  EXPECT_EQ(Collections(60, absl::Seconds(100)), 0);
}

TEST_F(MemoryGuardTest, MemoryThatDoesNotChangeIsCollected) {
  resident_after_collection_ = 45;
  EXPECT_EQ(Collections(300, absl::Seconds(1)), 0) << "it has just grown";
  EXPECT_EQ(Collections(300, absl::Milliseconds(100)), 1);
  EXPECT_EQ(Collections(45, absl::Seconds(10)), 0);
}

TEST_F(MemoryGuardTest, MemoryThatChangesIsInUse) {
  int64_t resident = 300;
  for (int i = 0; i < 100; ++i) {
    resident += i % 2 == 0 ? 50 : -50;
    Look(resident, absl::Seconds(1));
  }
  EXPECT_EQ(collections_, 0);
}

TEST_F(MemoryGuardTest, FreeMemoryIsNotKeptWhileMuchIsResident) {
  Look(232);
  EXPECT_TRUE(return_at_once_.empty());
  Look(233);
  Look(300);
  EXPECT_EQ(return_at_once_, std::vector<bool>({true}));
  Look(232);
  EXPECT_EQ(return_at_once_, std::vector<bool>({true, false}));
}

TEST_F(MemoryGuardTest, CollectionsThatFreeNothingBecomeRare) {
  EXPECT_EQ(Collections(300, absl::Seconds(4)), 2);
  EXPECT_LE(Collections(300, absl::Minutes(10)), 23);
}

TEST(ResidentBytesTest, AreTheSecondNumberOfStatmInPages) {
  const std::string directory = ::testing::TempDir();
  std::ofstream(directory + "/statm") << "1000 25 3 4 0 6 0\n";
  EXPECT_EQ(ResidentBytes(directory), 25 * sysconf(_SC_PAGESIZE));
  EXPECT_EQ(ResidentBytes("/nonexistent"), 0);
  EXPECT_GT(ResidentBytes(), kMiB);
}

}  // namespace
}  // namespace footnote::rpc
