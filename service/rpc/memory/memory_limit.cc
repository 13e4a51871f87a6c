// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/memory/memory_limit.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace footnote::rpc {
namespace {

constexpr int64_t kNoLimit = std::numeric_limits<int64_t>::max();

// Returns the number in the first line of a file; kNoLimit if there is none, as in "max".
int64_t ReadLimit(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  int64_t limit = 0;
  if (!std::getline(file, line) || !absl::SimpleAtoi(line, &limit) || limit <= 0) return kNoLimit;
  return limit;
}

// Returns the least limit in the files `name` of the control group `group` below `root` and of the
// groups above it.
int64_t GroupLimit(const std::string& root, absl::string_view group, absl::string_view name) {
  int64_t limit = kNoLimit;
  while (true) {
    absl::ConsumeSuffix(&group, "/");
    limit = std::min(limit, ReadLimit(absl::StrCat(root, group, "/", name)));
    if (group.empty()) return limit;
    group = group.substr(0, group.rfind('/'));
  }
}

int64_t CgroupLimit(const MemorySources& sources) {
  std::ifstream file(sources.proc + "/self/cgroup");
  int64_t limit = kNoLimit;
  // Each line is HIERARCHY:CONTROLLERS:GROUP; version 2 has the hierarchy 0 and no controllers.
  for (std::string line; std::getline(file, line);) {
    const std::vector<absl::string_view> parts = absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3) continue;
    if (parts[1].empty()) {
      limit = std::min(limit, GroupLimit(sources.cgroup, parts[2], "memory.max"));
    } else if (const std::vector<absl::string_view> names = absl::StrSplit(parts[1], ',');
               std::find(names.begin(), names.end(), "memory") != names.end()) {
      limit = std::min(limit,
                       GroupLimit(sources.cgroup + "/memory", parts[2], "memory.limit_in_bytes"));
    }
  }
  return limit;
}

int64_t ResourceLimit(const MemorySources& sources, int resource) {
  rlimit limit;
  if (sources.get_rlimit(resource, &limit) != 0) return kNoLimit;
  return limit.rlim_cur > static_cast<rlim_t>(kNoLimit) ? kNoLimit
                                                        : static_cast<int64_t>(limit.rlim_cur);
}

int64_t MachineMemory(const MemorySources& sources) {
  std::ifstream file(sources.proc + "/meminfo");
  for (std::string line; std::getline(file, line);) {
    absl::string_view value = line;
    if (!absl::ConsumePrefix(&value, "MemTotal:") || !absl::ConsumeSuffix(&value, " kB")) continue;
    int64_t kilobytes = 0;
    return absl::SimpleAtoi(value, &kilobytes) ? kilobytes << 10 : kNoLimit;
  }
  return kNoLimit;
}

}  // namespace

int64_t ProcessMemoryLimit(const MemorySources& sources) {
  return std::min({CgroupLimit(sources), ResourceLimit(sources, RLIMIT_AS),
                   ResourceLimit(sources, RLIMIT_DATA), MachineMemory(sources)});
}

}  // namespace footnote::rpc
