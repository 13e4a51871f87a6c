// Memory for the messages of one call, reused from call to call.
#ifndef FOOTNOTE_SERVICE_RPC_ARENA_POOL_H_
#define FOOTNOTE_SERVICE_RPC_ARENA_POOL_H_

#include <google/protobuf/arena.h>

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace footnote::rpc {

// First blocks for arenas: most calls need no other, so they need no malloc for their messages.
// Thread-safe; must outlive the arenas.
class ArenaPool {
 public:
  static constexpr size_t kBlockBytes = 32 << 10;

  std::unique_ptr<char[]> Take() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<char[]> block = std::move(free_.back());
        free_.pop_back();
        return block;
      }
    }
    return std::unique_ptr<char[]>(new char[kBlockBytes]);
  }

  void Return(std::unique_ptr<char[]> block) {
    const std::lock_guard<std::mutex> lock(mutex_);
    // More than this many calls at once is a peak, whose memory goes back.
    if (free_.size() < kMaxFree) free_.push_back(std::move(block));
  }

 private:
  static constexpr size_t kMaxFree = 256;

  std::mutex mutex_;
  std::vector<std::unique_ptr<char[]>> free_;
};

// An arena whose first block comes from a pool and goes back to it.
class PooledArena {
 public:
  explicit PooledArena(ArenaPool* pool)
      : block_(pool), arena_(block_.bytes.get(), ArenaPool::kBlockBytes) {}
  PooledArena(const PooledArena&) = delete;
  PooledArena& operator=(const PooledArena&) = delete;

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

  // Before the arena, which keeps its books in the block until its very end.
  Lease block_;
  google::protobuf::Arena arena_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_ARENA_POOL_H_
