// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/memory/memory_guard.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace footnote::rpc {
namespace {

// What an idle server may hold beyond its start.
constexpr int64_t kKeptBytes = int64_t{24} << 20;
// Beyond this, the resident set is large: a busy server with small requests stays below.
constexpr int64_t kLargeBytes = int64_t{192} << 20;
// A resident set that changes by more is in use.
constexpr int64_t kIdleChange = int64_t{4} << 20;
constexpr absl::Duration kMinCollectionInterval = absl::Seconds(1);
// Collections that free nothing become rare.
constexpr absl::Duration kMaxCollectionInterval = absl::Seconds(32);

}  // namespace

int64_t ResidentBytes(const std::string& directory) {
  std::ifstream file(directory + "/statm");
  int64_t total_pages = 0;
  int64_t resident_pages = 0;
  if (!(file >> total_pages >> resident_pages)) return 0;
  static const int64_t page_size = sysconf(_SC_PAGESIZE);
  return resident_pages * page_size;
}

MemoryGuard::MemoryGuard(int64_t limit_bytes, Actions actions)
    : limit_bytes_(limit_bytes),
      actions_(std::move(actions)),
      idle_bytes_(actions_.resident_bytes()),
      collection_interval_(kMinCollectionInterval) {}

MemoryGuard::Level MemoryGuard::Look(absl::Time now) {
  const int64_t resident_bytes = actions_.resident_bytes();
  const Level level = LevelOf(resident_bytes);
  const bool was_refusing = level_ != Level::kNormal;
  level_ = level;
  if (const bool refuse = level != Level::kNormal; refuse != was_refusing) {
    actions_.refuse_calls(refuse);
  }
  if (level == Level::kCritical) actions_.relieve();
  if (const bool is_large = resident_bytes > idle_bytes_ + kLargeBytes; is_large != is_large_) {
    is_large_ = is_large;
    actions_.return_at_once(is_large);
  }
  CollectIfIdle(resident_bytes, now);
  return level;
}

MemoryGuard::Level MemoryGuard::LevelOf(int64_t resident_bytes) const {
  const double part = static_cast<double>(resident_bytes) / static_cast<double>(limit_bytes_);
  if (part >= kCriticalFrom) return Level::kCritical;
  if (part >= kElevatedFrom) return Level::kElevated;
  // In between, it stays as it is.
  if (part >= kNormalBelow && level_ != Level::kNormal) return Level::kElevated;
  return Level::kNormal;
}

void MemoryGuard::CollectIfIdle(int64_t resident_bytes, absl::Time now) {
  if (now < next_collection_) return;
  const bool is_idle = std::abs(resident_bytes - last_bytes_) < kIdleChange;
  const bool is_large = resident_bytes > idle_bytes_ + kKeptBytes;
  last_bytes_ = resident_bytes;
  if (is_large && is_idle) {
    actions_.collect();
    last_bytes_ = actions_.resident_bytes();
    const bool has_helped = resident_bytes - last_bytes_ >= kIdleChange;
    collection_interval_ = has_helped ? kMinCollectionInterval
                                      : std::min(2 * collection_interval_, kMaxCollectionInterval);
  } else {
    collection_interval_ = kMinCollectionInterval;
  }
  next_collection_ = now + collection_interval_;
}

}  // namespace footnote::rpc
