// SPDX-License-Identifier: Apache-2.0
// Threads for work that would hold up the thread that found it.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_WORKER_POOL_H_
#define FOOTNOTE_SERVICE_UPSTREAM_WORKER_POOL_H_

#include <functional>
#include <memory>

namespace footnote::upstream {

// A few threads that run tasks, started when they are first needed. Thread-safe.
class WorkerPool {
 private:
  class Core;

 public:
  using Task = std::function<void()>;

  // Tasks that run one after another, in the order in which they were added. Each starts after the
  // one before has ended, with its effects visible. May outlive the pool. Thread-safe.
  class Sequence {
   public:
    // Runs `task` on a thread of the pool, soon; on this thread, at once, if the pool has ended or
    // no thread can be started. Does not block otherwise. Sequences take turns after each task.
    void Run(Task task);

   private:
    friend class WorkerPool;
    struct State;
    Sequence(std::shared_ptr<Core> core, std::shared_ptr<State> state);

    const std::shared_ptr<Core> core_;
    const std::shared_ptr<State> state_;
  };

  explicit WorkerPool(int max_threads = 2);
  // Runs all tasks that wait, and joins the threads. Must not happen in a task.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  std::unique_ptr<Sequence> NewSequence();

 private:
  const std::shared_ptr<Core> core_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_WORKER_POOL_H_
