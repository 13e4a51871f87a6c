// SPDX-License-Identifier: Apache-2.0
#include "bench/load_generator.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "bench/process.h"
#include "bench/table.h"

namespace footnote::bench {
namespace {

constexpr absl::Duration kWarmUp = absl::Milliseconds(150);

}  // namespace

// One place in the closed loop: a call, and after it the next.
class LoadGenerator::Call {
 public:
  explicit Call(Loop* loop) : loop_(*loop) {}
  virtual ~Call() = default;

  void Start() {
    context_.emplace();
    start_ = absl::GetCurrentTimeNanos();
    Send(&*context_);
  }

  const std::vector<double>& latencies() const { return latencies_; }

 protected:
  virtual void Send(grpc::ClientContext* context) = 0;
  void End(const grpc::Status& status);

 private:
  Loop& loop_;
  std::optional<grpc::ClientContext> context_;
  int64_t start_ = 0;
  std::vector<double> latencies_;
};

class LoadGenerator::UnaryCall final : public Call, private grpc::ClientUnaryReactor {
 public:
  UnaryCall(const LoadGenerator& generator, Loop* loop) : Call(loop), generator_(generator) {}

 private:
  void Send(grpc::ClientContext* context) override {
    response_.Clear();
    generator_.stub_->PrepareUnaryCall(context, generator_.method_, grpc::StubOptions(),
                                       &generator_.request_, &response_, this);
    StartCall();
  }
  void OnDone(const grpc::Status& status) override { End(status); }

  const LoadGenerator& generator_;
  grpc::ByteBuffer response_;
};

class LoadGenerator::StreamingCall final
    : public Call,
      private grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  StreamingCall(const LoadGenerator& generator, Loop* loop) : Call(loop), generator_(generator) {}

 private:
  void Send(grpc::ClientContext* context) override {
    generator_.stub_->PrepareBidiStreamingCall(context, generator_.method_, grpc::StubOptions(),
                                               this);
    StartWriteLast(&generator_.request_, grpc::WriteOptions());
    StartRead(&message_);
    StartCall();
  }
  void OnReadDone(bool ok) override {
    if (ok) StartRead(&message_);
  }
  void OnDone(const grpc::Status& status) override { End(status); }

  const LoadGenerator& generator_;
  grpc::ByteBuffer message_;
};

// One run's calls. Lives until the last of them has ended.
class LoadGenerator::Loop {
 public:
  Loop(const LoadGenerator& generator, int in_flight) {
    for (int i = 0; i < in_flight; ++i) {
      if (generator.kind_ == Kind::kUnary) {
        calls_.push_back(std::make_unique<UnaryCall>(generator, this));
      } else {
        calls_.push_back(std::make_unique<StreamingCall>(generator, this));
      }
    }
  }

  void Start() {
    running_ = static_cast<int>(calls_.size());
    for (const auto& call : calls_) call->Start();
  }

  int64_t ended() const { return ended_.load(std::memory_order_relaxed); }

  // Whether calls that end from now on are to be timed.
  void SetMeasuring(bool measuring) { measuring_ = measuring; }
  bool measuring() const { return measuring_; }

  // Starts no more calls and waits for those in flight.
  grpc::Status Stop() {
    stopping_ = true;
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [this] { return running_ == 0; });
    return status_;
  }

  // In microseconds. To be called after Stop.
  std::vector<double> Latencies() const {
    std::vector<double> all;
    for (const auto& call : calls_) {
      all.insert(all.end(), call->latencies().begin(), call->latencies().end());
    }
    return all;
  }

  // Notes the end of a call; returns whether there is to be another.
  bool Ended(const grpc::Status& status) {
    ended_.fetch_add(1, std::memory_order_relaxed);
    if (status.ok() && !stopping_) return true;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!status.ok() && status_.ok()) status_ = status;
    if (--running_ == 0) done_.notify_all();
    return false;
  }

 private:
  std::vector<std::unique_ptr<Call>> calls_;
  std::atomic<int64_t> ended_{0};
  std::atomic<bool> measuring_{false};
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::condition_variable done_;
  int running_ = 0;
  grpc::Status status_;
};

void LoadGenerator::Call::End(const grpc::Status& status) {
  if (loop_.measuring()) {
    latencies_.push_back(static_cast<double>(absl::GetCurrentTimeNanos() - start_) / 1000);
  }
  if (loop_.Ended(status)) Start();
}

LoadGenerator::LoadGenerator(Target target, Kind kind, std::string method,
                             const std::string& request)
    : target_(std::move(target)),
      kind_(kind),
      method_(std::move(method)),
      request_(BufferOf(request)),
      stub_(MakeStub(target_.address)) {}

LoadGenerator::~LoadGenerator() = default;

LoadResult LoadGenerator::Run(int in_flight, absl::Duration duration, grpc::Status* status) {
  Loop loop(*this, in_flight);
  loop.Start();
  absl::SleepFor(kWarmUp);

  const int64_t ended_before = loop.ended();
  const absl::Duration cpu_before = CpuTime(target_.pid);
  const absl::Time begin = absl::Now();
  loop.SetMeasuring(true);
  absl::SleepFor(duration);
  loop.SetMeasuring(false);
  const double calls = static_cast<double>(loop.ended() - ended_before);
  const absl::Duration cpu = CpuTime(target_.pid) - cpu_before;
  const absl::Duration elapsed = absl::Now() - begin;
  *status = loop.Stop();

  LoadResult result;
  if (calls == 0) return result;
  result.calls_per_second = calls / absl::ToDoubleSeconds(elapsed);
  result.p50_microseconds = Median(loop.Latencies());
  result.server_cpu_microseconds_per_call = absl::ToDoubleMicroseconds(cpu) / calls;
  return result;
}

}  // namespace footnote::bench
