// SPDX-License-Identifier: Apache-2.0
// The resource usage of another process, from /proc.
#ifndef FOOTNOTE_BENCH_PROCESS_H_
#define FOOTNOTE_BENCH_PROCESS_H_

#include <sys/types.h>

#include <cstdint>

#include "absl/time/time.h"

namespace footnote::bench {

// Returns the CPU time so far in user and kernel mode; zero if the process is gone.
absl::Duration CpuTime(pid_t pid);

// Returns the resident memory in bytes; 0 if the process is gone.
int64_t ResidentBytes(pid_t pid);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_PROCESS_H_
