// SPDX-License-Identifier: Apache-2.0
// Memory for the messages of a call, reused between calls.
#ifndef FOOTNOTE_SERVICE_RPC_ARENA_POOL_H_
#define FOOTNOTE_SERVICE_RPC_ARENA_POOL_H_

#include <google/protobuf/arena.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace footnote::rpc {

// Provides the first blocks of arenas. Most calls need no other block, so their messages need no
// allocation. Thread-safe; must outlive the arenas.
class ArenaPool {
 public:
  static constexpr size_t kBlockBytes = 32 << 10;

  // Returns a block of kBlockBytes bytes, not initialized.
  std::unique_ptr<char[]> Take() ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      const absl::MutexLock lock(&mutex_);
      if (!free_.empty()) {
        std::unique_ptr<char[]> block = std::move(free_.back());
        free_.pop_back();
        return block;
      }
    }
    return std::unique_ptr<char[]>(new char[kBlockBytes]);
  }

  // Keeps a block for the next Take.
  void Return(std::unique_ptr<char[]> block) ABSL_LOCKS_EXCLUDED(mutex_) {
    const absl::MutexLock lock(&mutex_);
    // The blocks of a peak load are freed.
    if (free_.size() < kMaxFree) free_.push_back(std::move(block));
  }

 private:
  static constexpr size_t kMaxFree = 256;

  absl::Mutex mutex_;
  std::vector<std::unique_ptr<char[]>> free_ ABSL_GUARDED_BY(mutex_);
};

// An arena whose first block is taken from a pool and returned to it.
class PooledArena {
 public:
  explicit PooledArena(ArenaPool* pool)
      : block_(pool), arena_(block_.bytes.get(), ArenaPool::kBlockBytes) {}
  PooledArena(const PooledArena&) = delete;
  PooledArena& operator=(const PooledArena&) = delete;

  // Returns a new message, which lives as long as the arena.
  template <typename Message>
  Message* Create() {
    return google::protobuf::Arena::CreateMessage<Message>(&arena_);
  }

 private:
  struct Lease {
    explicit Lease(ArenaPool* from) : pool(*from), bytes(from->Take()) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { pool.Return(std::move(bytes)); }

    ArenaPool& pool;
    std::unique_ptr<char[]> bytes;
  };

  // Declared before the arena, which uses the block until its destructor has returned.
  Lease block_;
  google::protobuf::Arena arena_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_ARENA_POOL_H_
