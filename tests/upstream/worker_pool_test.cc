// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/worker_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "tests/support/event.h"

namespace footnote::upstream {
namespace {

using ::testing::SizeIs;
using testing_support::Event;

TEST(WorkerPoolTest, RunsATaskOnAnotherThread) {
  WorkerPool pool;
  const auto sequence = pool.NewSequence();
  std::thread::id id = std::this_thread::get_id();
  Event done;
  sequence->Run([&] {
    id = std::this_thread::get_id();
    done.Happen();
  });
  done.Await();
  EXPECT_NE(id, std::this_thread::get_id());
}

TEST(WorkerPoolTest, RunsTheTasksOfASequenceInOrder) {
  constexpr int kTasks = 1000;
  std::vector<int> ran;  // without a lock: the tasks run one after another
  {
    WorkerPool pool(4);
    const auto sequence = pool.NewSequence();
    for (int i = 0; i < kTasks; ++i) sequence->Run([&ran, i] { ran.push_back(i); });
  }
  ASSERT_THAT(ran, SizeIs(kTasks));
  for (int i = 0; i < kTasks; ++i) EXPECT_EQ(ran[i], i);
}

TEST(WorkerPoolTest, SequencesRunAtTheSameTime) {
  WorkerPool pool(2);
  const auto first = pool.NewSequence();
  const auto second = pool.NewSequence();
  Event first_runs;
  Event second_runs;
  Event done;
  first->Run([&] {
    first_runs.Happen();
    second_runs.Await();
    done.Happen();
  });
  second->Run([&] {
    second_runs.Happen();
    first_runs.Await();
  });
  done.Await();
}

TEST(WorkerPoolTest, HasNoMoreThreadsThanAllowed) {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  {
    WorkerPool pool(2);
    for (int i = 0; i < 100; ++i) {
      pool.NewSequence()->Run([&] {
        const std::lock_guard<std::mutex> lock(mutex);
        threads.insert(std::this_thread::get_id());
      });
    }
  }
  EXPECT_LE(threads.size(), 2u);
  EXPECT_EQ(threads.count(std::this_thread::get_id()), 0u);
}

TEST(WorkerPoolTest, RunsWhatWaitsBeforeItsEnd) {
  int ran = 0;
  {
    WorkerPool pool(1);
    const auto sequence = pool.NewSequence();
    Event begin;
    sequence->Run([&begin] { begin.Await(); });
    sequence->Run([&ran] { ++ran; });
    begin.Happen();
  }
  EXPECT_EQ(ran, 1);
}

TEST(WorkerPoolTest, RunsATaskAtOnceAfterItsEnd) {
  auto pool = std::make_unique<WorkerPool>();
  const auto sequence = pool->NewSequence();
  pool.reset();
  std::thread::id id;
  sequence->Run([&] { id = std::this_thread::get_id(); });
  EXPECT_EQ(id, std::this_thread::get_id());
}

TEST(WorkerPoolTest, ATaskMayAddATask) {
  int ran = 0;
  {
    WorkerPool pool(1);
    const auto sequence = pool.NewSequence();
    Event added;
    sequence->Run([&] {
      sequence->Run([&ran] { ++ran; });
      EXPECT_EQ(ran, 0) << "not within the other task";
      added.Happen();
    });
    added.Await();
  }
  EXPECT_EQ(ran, 1);
}

}  // namespace
}  // namespace footnote::upstream
