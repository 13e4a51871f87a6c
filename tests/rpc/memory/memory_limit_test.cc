// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/memory/memory_limit.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

namespace footnote::rpc {
namespace {

constexpr int64_t kMachine = int64_t{1000} << 10;

int NoLimit(int, rlimit* limit) {
  limit->rlim_cur = RLIM_INFINITY;
  return 0;
}

class MemoryLimitTest : public ::testing::Test {
 protected:
  MemoryLimitTest() {
    std::filesystem::remove_all(root_);
    sources_.proc = root_ + "/proc";
    sources_.cgroup = root_ + "/cgroup";
    sources_.get_rlimit = &NoLimit;
    Write("proc/meminfo", "MemTotal:        1000 kB\nMemFree:          10 kB\n");
  }

  void Write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = root_ + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  int64_t Limit() const { return ProcessMemoryLimit(sources_); }

  const std::string root_ = ::testing::TempDir() + "/memory_limit_test";
  MemorySources sources_;
};

TEST_F(MemoryLimitTest, WithoutOtherLimitsItIsTheMemoryOfTheMachine) {
  EXPECT_EQ(Limit(), kMachine);
}

TEST_F(MemoryLimitTest, TheGroupOfVersion2Limits) {
  Write("proc/self/cgroup", "0::/service\n");
  Write("cgroup/service/memory.max", "5000\n");
  EXPECT_EQ(Limit(), 5'000);
}

TEST_F(MemoryLimitTest, AGroupAboveLimitsToo) {
  Write("proc/self/cgroup", "0::/slice/service\n");
  Write("cgroup/slice/service/memory.max", "max\n");
  Write("cgroup/slice/memory.max", "6000\n");
  EXPECT_EQ(Limit(), 6'000);
}

TEST_F(MemoryLimitTest, TheRootGroupOfAContainerLimits) {
  Write("proc/self/cgroup", "0::/\n");
  Write("cgroup/memory.max", "7000\n");
  EXPECT_EQ(Limit(), 7'000);
}

TEST_F(MemoryLimitTest, TheMemoryGroupOfVersion1Limits) {
  Write("proc/self/cgroup", "5:cpu,cpuacct:/cpu\n4:memory:/service\n");
  Write("cgroup/memory/service/memory.limit_in_bytes", "8000\n");
  EXPECT_EQ(Limit(), 8'000);
}

TEST_F(MemoryLimitTest, TheValueOfVersion1ForNoLimitIsNone) {
  Write("proc/self/cgroup", "4:memory:/\n");
  Write("cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(Limit(), kMachine);
}

TEST_F(MemoryLimitTest, TheAddressSpaceLimits) {
  sources_.get_rlimit = [](int resource, rlimit* limit) {
    limit->rlim_cur = resource == RLIMIT_AS ? 9'000 : RLIM_INFINITY;
    return 0;
  };
  EXPECT_EQ(Limit(), 9'000);
}

TEST_F(MemoryLimitTest, TheDataSegmentLimits) {
  sources_.get_rlimit = [](int resource, rlimit* limit) {
    limit->rlim_cur = resource == RLIMIT_DATA ? 9'500 : RLIM_INFINITY;
    return 0;
  };
  EXPECT_EQ(Limit(), 9'500);
}

TEST_F(MemoryLimitTest, LinesThatMeanNothingAreLeftOut) {
  Write("proc/self/cgroup", "nonsense\n0::/service\n");
  Write("cgroup/service/memory.max", "many\n");
  EXPECT_EQ(Limit(), kMachine);
}

TEST_F(MemoryLimitTest, IsUnlimitedIfNothingCanBeRead) {
  std::filesystem::remove_all(root_);
  sources_.get_rlimit = [](int, rlimit*) { return -1; };
  EXPECT_EQ(Limit(), std::numeric_limits<int64_t>::max());
}

}  // namespace
}  // namespace footnote::rpc
