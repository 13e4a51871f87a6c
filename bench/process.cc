// SPDX-License-Identifier: Apache-2.0
#include "bench/process.h"

#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"

namespace footnote::bench {

absl::Duration CpuTime(pid_t pid) {
  std::ifstream file(absl::StrCat("/proc/", pid, "/stat"));
  std::stringstream text;
  text << file.rdbuf();
  // The second field, a name in parentheses, may hold anything; utime and stime are the 14th and
  // 15th.
  const std::string line = text.str();
  const size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return absl::ZeroDuration();
  std::istringstream fields(line.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  int64_t user = 0;
  int64_t kernel = 0;
  fields >> user >> kernel;
  return absl::Seconds(1) * (user + kernel) / sysconf(_SC_CLK_TCK);
}

int64_t ResidentBytes(pid_t pid) {
  std::ifstream file(absl::StrCat("/proc/", pid, "/statm"));
  int64_t total_pages = 0;
  int64_t resident_pages = 0;
  file >> total_pages >> resident_pages;
  return resident_pages * sysconf(_SC_PAGESIZE);
}

}  // namespace footnote::bench
