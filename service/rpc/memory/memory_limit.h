// SPDX-License-Identifier: Apache-2.0
// The memory that this process may use.
#ifndef FOOTNOTE_SERVICE_RPC_MEMORY_MEMORY_LIMIT_H_
#define FOOTNOTE_SERVICE_RPC_MEMORY_MEMORY_LIMIT_H_

#include <sys/resource.h>

#include <cstdint>
#include <string>

namespace footnote::rpc {

// Where the limits are read from.
struct MemorySources {
  // The roots of the file systems `proc` and `cgroup`.
  std::string proc = "/proc";
  std::string cgroup = "/sys/fs/cgroup";
  // Returns a resource limit, as getrlimit does.
  int (*get_rlimit)(int resource, rlimit* limit) = [](int resource, rlimit* limit) {
    return getrlimit(static_cast<__rlimit_resource>(resource), limit);
  };
};

// Returns the least of: the limits of the control group of the process and of the groups above it
// (version 2, or `memory` of version 1), RLIMIT_AS, RLIMIT_DATA, and the memory of the machine.
// Limits that cannot be read are left out; INT64_MAX if none can be.
int64_t ProcessMemoryLimit(const MemorySources& sources = {});

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_MEMORY_MEMORY_LIMIT_H_
