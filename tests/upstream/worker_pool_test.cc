// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/worker_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"

namespace footnote::upstream {
namespace {

using ::testing::SizeIs;

TEST(WorkerPoolTest, RunsATaskOnAnotherThread) {
  WorkerPool pool;
  const auto sequence = pool.NewSequence();
  std::thread::id id = std::this_thread::get_id();
  absl::Notification done;
  sequence->Run([&] {
    id = std::this_thread::get_id();
    done.Notify();
  });
  done.WaitForNotification();
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
  absl::BlockingCounter done(2);
  absl::Mutex mutex;
  int count = 0;
  const auto task = [&] {
    const absl::MutexLock lock(&mutex);
    ++count;
    mutex.Await(absl::Condition(
        +[](int* n) { return *n == 2; }, &count));
  };
  first->Run([&] {
    task();
    done.DecrementCount();
  });
  second->Run([&] {
    task();
    done.DecrementCount();
  });
  done.Wait();
}

TEST(WorkerPoolTest, HasNoMoreThreadsThanAllowed) {
  absl::Mutex mutex;
  std::set<std::thread::id> threads;
  {
    WorkerPool pool(2);
    for (int i = 0; i < 100; ++i) {
      pool.NewSequence()->Run([&] {
        const absl::MutexLock lock(&mutex);
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
    absl::Notification begin;
    sequence->Run([&begin] { begin.WaitForNotification(); });
    sequence->Run([&ran] { ++ran; });
    begin.Notify();
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
    absl::Notification added;
    sequence->Run([&] {
      sequence->Run([&ran] { ++ran; });
      EXPECT_EQ(ran, 0) << "not within the other task";
      added.Notify();
    });
    added.WaitForNotification();
  }
  EXPECT_EQ(ran, 1);
}

}  // namespace
}  // namespace footnote::upstream
