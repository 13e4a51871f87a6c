// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/worker_pool.h"

#include <pthread.h>

#include <csignal>
#include <deque>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace footnote::upstream {

struct WorkerPool::Sequence::State {
  std::deque<Task> tasks;
  // True while the sequence is in the pool's queue or a thread runs one of its tasks.
  bool scheduled = false;
};

// The queue and the threads; shared with the sequences.
class WorkerPool::Core {
 public:
  using StatePtr = std::shared_ptr<Sequence::State>;

  explicit Core(int max_threads) : max_threads_(max_threads) {}

  void Add(const StatePtr& state, Task task) {
    mutex_.Lock();
    state->tasks.push_back(std::move(task));
    if (std::exchange(state->scheduled, true)) {
      mutex_.Unlock();
      return;
    }
    if (!stopping_) StartThread();
    if (!stopping_ && !threads_.empty()) {
      ready_.push_back(state);
      wake_up_.Signal();
      mutex_.Unlock();
      return;
    }
    while (RunOne(state)) {
    }
    mutex_.Unlock();
  }

  void Stop() {
    std::vector<std::thread> threads;
    {
      const absl::MutexLock lock(&mutex_);
      stopping_ = true;
      wake_up_.SignalAll();
      threads.swap(threads_);
    }
    for (std::thread& thread : threads) thread.join();
  }

 private:
  // Starts a thread if all are busy and another is allowed.
  void StartThread() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (idle_ > static_cast<int>(ready_.size())) return;
    if (static_cast<int>(threads_.size()) == max_threads_) return;
    // Signals are for the thread that waits for them.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    try {
      threads_.emplace_back([this] { Work(); });
    } catch (const std::system_error&) {
      // The caller or another thread runs the task.
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void Work() {
    pthread_setname_np(pthread_self(), "upstream_worker");
    const absl::MutexLock lock(&mutex_);
    while (true) {
      ++idle_;
      while (ready_.empty() && !stopping_) wake_up_.Wait(&mutex_);
      --idle_;
      if (ready_.empty()) return;
      const StatePtr state = std::move(ready_.front());
      ready_.pop_front();
      if (!RunOne(state)) continue;
      ready_.push_back(state);
      wake_up_.Signal();
    }
  }

  // Runs the next task. Returns true if the sequence has another, and is then still scheduled.
  bool RunOne(const StatePtr& state) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    Task task = std::move(state->tasks.front());
    state->tasks.pop_front();
    mutex_.Unlock();
    task();
    task = nullptr;  // whatever it owns, without the lock
    mutex_.Lock();
    state->scheduled = !state->tasks.empty();
    return state->scheduled;
  }

  const int max_threads_;
  absl::Mutex mutex_;
  absl::CondVar wake_up_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  int idle_ ABSL_GUARDED_BY(mutex_) = 0;
  std::deque<StatePtr> ready_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_ ABSL_GUARDED_BY(mutex_);
};

WorkerPool::Sequence::Sequence(std::shared_ptr<Core> core, std::shared_ptr<State> state)
    : core_(std::move(core)), state_(std::move(state)) {}

void WorkerPool::Sequence::Run(Task task) { core_->Add(state_, std::move(task)); }

WorkerPool::WorkerPool(int max_threads) : core_(std::make_shared<Core>(max_threads)) {}

WorkerPool::~WorkerPool() { core_->Stop(); }

std::unique_ptr<WorkerPool::Sequence> WorkerPool::NewSequence() {
  return std::unique_ptr<Sequence>(new Sequence(core_, std::make_shared<Sequence::State>()));
}

}  // namespace footnote::upstream
