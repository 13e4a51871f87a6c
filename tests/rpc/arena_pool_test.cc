// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/arena_pool.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "footnote/v1/content.pb.h"

namespace footnote::rpc {
namespace {

TEST(ArenaPoolTest, AReturnedBlockIsTakenAgain) {
  ArenaPool pool;
  std::unique_ptr<char[]> block = pool.Take();
  const char* address = block.get();
  pool.Return(std::move(block));
  EXPECT_EQ(pool.Take().get(), address);
}

TEST(ArenaPoolTest, ABlockIsTakenOnce) {
  ArenaPool pool;
  std::vector<std::unique_ptr<char[]>> blocks;
  for (int round = 0; round < 2; ++round) {
    std::set<const char*> addresses;
    for (int i = 0; i < 10; ++i) {
      blocks.push_back(pool.Take());
      addresses.insert(blocks.back().get());
    }
    EXPECT_EQ(addresses.size(), 10u);
    for (std::unique_ptr<char[]>& block : blocks) pool.Return(std::move(block));
    blocks.clear();
  }
}

TEST(ArenaPoolTest, AnArenaReturnsItsBlock) {
  ArenaPool pool;
  const char* address = nullptr;
  {
    std::unique_ptr<char[]> block = pool.Take();
    address = block.get();
    pool.Return(std::move(block));
  }
  {
    PooledArena arena(&pool);
    auto* message = arena.Create<v1::TextBlock>();
    const auto* bytes = reinterpret_cast<const char*>(message);
    EXPECT_GE(bytes, address);
    EXPECT_LT(bytes, address + ArenaPool::kBlockBytes);
    EXPECT_NE(pool.Take().get(), address) << "the block is in use";
  }
  EXPECT_EQ(pool.Take().get(), address);
}

TEST(ArenaPoolTest, AnArenaGrowsBeyondItsBlock) {
  ArenaPool pool;
  PooledArena arena(&pool);
  std::vector<v1::SearchResult*> messages;
  for (size_t i = 0; i < 2 * ArenaPool::kBlockBytes / sizeof(v1::SearchResult); ++i) {
    messages.push_back(arena.Create<v1::SearchResult>());
    messages.back()->set_title(std::to_string(i));
  }
  for (size_t i = 0; i < messages.size(); ++i) EXPECT_EQ(messages[i]->title(), std::to_string(i));
}

TEST(ArenaPoolTest, ThreadsShareAPool) {
  ArenaPool pool;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&pool, t] {
      for (int i = 0; i < 1000; ++i) {
        PooledArena arena(&pool);
        auto* message = arena.Create<v1::TextBlock>();
        message->set_text(std::to_string(t * 1000 + i));
        EXPECT_EQ(message->text(), std::to_string(t * 1000 + i));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace footnote::rpc
