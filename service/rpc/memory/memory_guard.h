// SPDX-License-Identifier: Apache-2.0
// Keeps the process below its memory limit.
#ifndef FOOTNOTE_SERVICE_RPC_MEMORY_MEMORY_GUARD_H_
#define FOOTNOTE_SERVICE_RPC_MEMORY_MEMORY_GUARD_H_

#include <cstdint>
#include <functional>
#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace footnote::rpc {

// Returns the resident set of this process in bytes, as `statm` in `directory` states it; 0 if it
// cannot be read.
int64_t ResidentBytes(const std::string& directory = "/proc/self");

// How malloc gives memory back to the system. Null functions do nothing.
struct MallocControl {
  // Gives back what is free.
  void (*collect)() = nullptr;
  // If `at_once`, gives back what becomes free from now on, and does not keep it for a while.
  void (*return_at_once)(bool at_once) = nullptr;
};

// Acts on the resident set of the process, in parts of its limit. Not thread-safe.
class MemoryGuard {
 public:
  enum class Level { kNormal, kElevated, kCritical };

  struct Actions {
    // New calls are refused while `refuse` is true. Called when it changes.
    std::function<void(bool refuse)> refuse_calls;
    // Frees memory at once, whatever it costs callers. Called at each look at kCritical.
    std::function<void()> relieve;
    // Called while the resident set is large and does not change.
    std::function<void()> collect = [] {};
    // Called with true when the resident set becomes much larger than that of an idle server, and
    // with false when it is no more.
    std::function<void(bool at_once)> return_at_once = [](bool) {};
    std::function<int64_t()> resident_bytes = [] { return ResidentBytes(); };
  };

  static constexpr double kNormalBelow = 0.65;  // of the limit
  static constexpr double kElevatedFrom = 0.70;
  static constexpr double kCriticalFrom = 0.80;

  // The resident set is now that of an idle server.
  MemoryGuard(int64_t limit_bytes, Actions actions);

  // To be called at least ten times per second. Returns the level.
  Level Look(absl::Time now);

 private:
  Level LevelOf(int64_t resident_bytes) const;
  void CollectIfIdle(int64_t resident_bytes, absl::Time now);

  const int64_t limit_bytes_;
  const Actions actions_;
  const int64_t idle_bytes_;
  Level level_ = Level::kNormal;
  bool is_large_ = false;
  int64_t last_bytes_ = 0;  // when next_collection_ was set
  absl::Time next_collection_ = absl::InfinitePast();
  absl::Duration collection_interval_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_MEMORY_MEMORY_GUARD_H_
