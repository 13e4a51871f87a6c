// SPDX-License-Identifier: Apache-2.0
// Many calls on real threads: answered from several threads, and cancelled, paused and resumed from
// others at any moment. Most useful under the sanitizers.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "service/upstream/http/timer.h"
#include "service/upstream/retry/retrying_transport.h"
#include "service/upstream/transport.h"
#include "tests/upstream/retry/retry_testing.h"

namespace footnote::upstream {
namespace {

// Runs every action as soon as its thread comes to it, whatever the delay.
class HastyTimer final : public Timer {
 public:
  HastyTimer() : thread_([this] { Run(); }) {}
  ~HastyTimer() override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

  TimerId RunAfter(absl::Duration, std::function<void()> action) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    actions_.emplace(++last_id_, std::move(action));
    changed_.notify_one();
    return last_id_;
  }

  bool Forget(TimerId id) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    return actions_.erase(id) > 0;
  }

 private:
  void Run() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return stopping_ || !actions_.empty(); });
      if (actions_.empty()) return;
      const std::function<void()> action = std::move(actions_.begin()->second);
      actions_.erase(actions_.begin());
      lock.unlock();
      action();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  TimerId last_id_ = 0;
  std::map<TimerId, std::function<void()>> actions_;
  std::thread thread_;
};

// An upstream of several threads that fails, refuses, answers and breaks off by chance.
class UnreliableTransport final : public MessagesTransport {
 public:
  explicit UnreliableTransport(int threads) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Serve(); });
  }
  ~UnreliableTransport() override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      EXPECT_TRUE(attempts_.empty()) << "somebody was not answered";
      stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  MessagesCallId Send(MessagesCall call, MessagesObserver* observer) override {
    ++sent;
    EXPECT_NE(call.json, nullptr);
    std::unique_lock<std::mutex> lock(mutex_);
    const MessagesCallId id = ++last_id_;
    const auto plan = static_cast<Plan>(random_() % kPlans);
    if (plan == Plan::kFailWithinSend) {
      lock.unlock();
      observer->OnEnd(Overloaded());
      return id;
    }
    auto attempt = std::make_shared<Attempt>();
    attempt->observer = observer;
    attempt->plan = plan;
    attempts_.emplace(id, attempt);
    MakeReady(id);
    return id;
  }

  void Cancel(MessagesCallId id) override {
    Change(id, [](Attempt& attempt) { attempt.cancelled = true; });
  }
  void Pause(MessagesCallId id) override {
    Change(id, [](Attempt& attempt) { attempt.paused = true; });
  }
  void Resume(MessagesCallId id) override {
    Change(id, [](Attempt& attempt) { attempt.paused = false; });
  }

  std::atomic<int> sent{0};

 private:
  enum class Plan { kFail, kRefuse, kAnswer, kAnswerWhole, kBreakOff, kFailWithinSend };
  static constexpr int kPlans = 6;

  struct Attempt {
    MessagesObserver* observer = nullptr;
    Plan plan = Plan::kFail;
    int step = 0;
    bool cancelled = false;
    bool paused = false;
    bool parked = false;  // out of ready_ because it is paused
  };

  template <typename Action>
  void Change(MessagesCallId id, Action action) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto it = attempts_.find(id);
    if (it == attempts_.end()) return;
    action(*it->second);
    if (it->second->parked) MakeReady(id);
  }

  void MakeReady(MessagesCallId id) {
    attempts_[id]->parked = false;
    ready_.push_back(id);
    changed_.notify_one();
  }

  void Serve() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return stopping_ || !ready_.empty(); });
      if (ready_.empty()) return;
      const MessagesCallId id = ready_.front();
      ready_.pop_front();
      const std::shared_ptr<Attempt> attempt = attempts_[id];
      if (attempt->paused && !attempt->cancelled) {
        attempt->parked = true;
        continue;
      }
      const int step = attempt->step++;
      const bool cancelled = attempt->cancelled;
      const bool last = cancelled || step == 2;
      if (last) attempts_.erase(id);
      lock.unlock();
      if (last) {
        attempt->observer->OnEnd(
            cancelled ? Fails(absl::StatusCode::kCancelled, "CANCELLED", Failure::Kind::kFinal)
                      : ResultOf(attempt->plan));
      } else {
        Say(attempt->plan, step, attempt->observer);
      }
      lock.lock();
      if (!last) MakeReady(id);
    }
  }

  static void Say(Plan plan, int step, MessagesObserver* observer) {
    std::array<MessagesEvent, 2> events = {Start(), OpenText(0)};
    if (step == 1) {
      switch (plan) {
        case Plan::kRefuse:
          events = {StopsBy("refusal"), Done()};
          break;
        case Plan::kAnswer:
        case Plan::kBreakOff:
          events = {Text(0, "a"), Text(0, "b")};
          break;
        default:
          events = {Ping(), Ping()};
      }
    }
    observer->OnEvents(absl::MakeSpan(events));
  }

  static MessagesResult ResultOf(Plan plan) {
    switch (plan) {
      case Plan::kFail:
      case Plan::kFailWithinSend:
        return Overloaded();
      case Plan::kBreakOff:
        return Fails(absl::StatusCode::kUnavailable, "UPSTREAM_STREAM_BROKEN",
                     Failure::Kind::kBrokeOff, 200);
      default:
        return Fine();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::mt19937 random_{20240607};
  MessagesCallId last_id_ = 0;
  std::map<MessagesCallId, std::shared_ptr<Attempt>> attempts_;
  std::deque<MessagesCallId> ready_;
  std::vector<std::thread> threads_;
};

// Counts down to the end of all calls.
class Countdown {
 public:
  explicit Countdown(int count) : left_(count) {}
  void Down() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--left_ == 0) done_.notify_all();
  }
  void Wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [this] { return left_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  int left_;
};

// Checks one call, and goes with its end.
class Listener final : public MessagesObserver {
 public:
  Listener(Countdown* countdown, std::atomic<int>* attempts)
      : countdown_(*countdown), attempts_(*attempts) {}

  void OnEvents(absl::Span<MessagesEvent> events) override {
    for (const MessagesEvent& event : events) {
      if (Word(event) == "start") ++starts_;
    }
  }

  void OnEnd(MessagesResult end) override {
    const std::unique_ptr<Listener> self(this);
    EXPECT_LE(starts_, 1) << "an answer began twice";
    EXPECT_TRUE(!end.status.ok() || starts_ == 1);
    attempts_ += static_cast<int>(end.attempts.size());
    countdown_.Down();
  }

 private:
  Countdown& countdown_;
  std::atomic<int>& attempts_;
  int starts_ = 0;
};

TEST(RetryStressTest, EveryCallEndsOnceWhateverIsDoneToIt) {
  constexpr int kThreads = 4;
  constexpr int kCallsOfEach = 1500;
  HastyTimer timer;
  UnreliableTransport inner(/*threads=*/3);
  RetryOptions options = TestRetryOptions();
  options.budget.capacity = 1e6;
  Countdown countdown(kThreads * kCallsOfEach);
  std::atomic<int> attempts{0};
  {
    RetryingTransport transport(
        &inner, &timer, options, [] { return absl::UnixEpoch(); }, [] { return 0.5; });
    // The latest call of each thread, for the others to meddle with.
    std::array<std::atomic<MessagesCallId>, kThreads> latest = {};
    std::vector<std::thread> callers;
    callers.reserve(kThreads);
    for (int thread = 0; thread < kThreads; ++thread) {
      callers.emplace_back([&, thread] {
        std::mt19937 random(thread);
        for (int i = 0; i < kCallsOfEach; ++i) {
          MessagesCall call;
          call.json = std::make_shared<const std::string>(R"({"model":"m","max_tokens":7})");
          call.model = "m";
          call.stream = true;
          call.retry.fallback_models = {{"n", ""}, {"o", ""}};
          auto listener = std::make_unique<Listener>(&countdown, &attempts);
          const MessagesCallId id = transport.Send(std::move(call), listener.release());
          latest[thread] = id;
          const MessagesCallId other = latest[random() % kThreads];
          switch (random() % 5) {
            case 0:
              transport.Cancel(id);
              break;
            case 1:
              transport.Cancel(other);
              break;
            case 2:
              transport.Pause(id);
              transport.Pause(other);
              transport.Resume(other);
              transport.Resume(id);
              break;
            case 3:
              transport.Pause(id);
              transport.Cancel(id);
              break;
            default:
              break;
          }
        }
      });
    }
    for (std::thread& caller : callers) caller.join();
    countdown.Wait();
  }
  EXPECT_EQ(attempts, inner.sent);
}

TEST(RetryStressTest, ATransportThatIsDestroyedAmidItsCallsLetsThemEnd) {
  constexpr int kCalls = 300;
  constexpr int kRounds = 10;
  HastyTimer timer;
  UnreliableTransport inner(/*threads=*/3);
  for (int round = 0; round < kRounds; ++round) {
    Countdown countdown(kCalls);
    std::atomic<int> attempts{0};
    {
      RetryingTransport transport(
          &inner, &timer, TestRetryOptions(), [] { return absl::UnixEpoch(); }, [] { return 0.5; });
      for (int i = 0; i < kCalls; ++i) {
        MessagesCall call;
        call.json = std::make_shared<const std::string>(R"({"model":"m","max_tokens":7})");
        call.model = "m";
        auto listener = std::make_unique<Listener>(&countdown, &attempts);
        transport.Send(std::move(call), listener.release());
      }
    }
    countdown.Wait();
  }
}

}  // namespace
}  // namespace footnote::upstream
