#include "bench/load_generator.h"

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <fstream>
#include <mutex>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "bench/table.h"

namespace footnote::bench {
namespace {

constexpr absl::Duration kWarmUp = absl::Milliseconds(150);

std::unique_ptr<grpc::GenericStub> MakeStub(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // a connection of its own
  arguments.SetMaxReceiveMessageSize(-1);
  return std::make_unique<grpc::GenericStub>(
      grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments));
}

// CPU time that the process has used so far, in user and kernel mode; zero if it is gone.
absl::Duration CpuTime(pid_t pid) {
  std::ifstream file(absl::StrCat("/proc/", pid, "/stat"));
  std::stringstream text;
  text << file.rdbuf();
  // The second field, a name in parentheses, may hold anything; utime and stime are the 14th and
  // 15th.
  const std::string line = text.str();
  const size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return absl::ZeroDuration();
  std::istringstream fields(line.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  int64_t user = 0;
  int64_t kernel = 0;
  fields >> user >> kernel;
  return absl::Seconds(1) * (user + kernel) / sysconf(_SC_CLK_TCK);
}

}  // namespace

// One run's calls. Lives until the last of them has ended.
class LoadGenerator::Loop {
 public:
  Loop(const LoadGenerator& generator, int in_flight) : generator_(generator) {
    for (int i = 0; i < in_flight; ++i) calls_.push_back(std::make_unique<Call>(this));
  }

  void Start() {
    running_ = static_cast<int>(calls_.size());
    for (const auto& call : calls_) call->Start();
  }

  int64_t ended() const { return ended_.load(std::memory_order_relaxed); }

  // Whether calls that end from now on are to be timed.
  void SetMeasuring(bool measuring) { measuring_ = measuring; }

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

 private:
  // One place in the closed loop: a call, and after it the next.
  class Call final : public grpc::ClientUnaryReactor {
   public:
    explicit Call(Loop* loop) : loop_(*loop) {}

    void Start() {
      const LoadGenerator& generator = loop_.generator_;
      context_.emplace();
      response_.Clear();
      start_ = absl::GetCurrentTimeNanos();
      generator.stub_->PrepareUnaryCall(&*context_, generator.method_, grpc::StubOptions(),
                                        &generator.request_, &response_, this);
      StartCall();
    }

    void OnDone(const grpc::Status& status) override {
      if (loop_.measuring_) {
        latencies_.push_back(static_cast<double>(absl::GetCurrentTimeNanos() - start_) / 1000);
      }
      if (loop_.Ended(status)) Start();
    }

    const std::vector<double>& latencies() const { return latencies_; }

   private:
    Loop& loop_;
    std::optional<grpc::ClientContext> context_;
    grpc::ByteBuffer response_;
    int64_t start_ = 0;
    std::vector<double> latencies_;
  };

  // Notes the end of a call; returns whether there is to be another.
  bool Ended(const grpc::Status& status) {
    ended_.fetch_add(1, std::memory_order_relaxed);
    if (status.ok() && !stopping_) return true;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!status.ok() && status_.ok()) status_ = status;
    if (--running_ == 0) done_.notify_all();
    return false;
  }

  const LoadGenerator& generator_;
  std::vector<std::unique_ptr<Call>> calls_;
  std::atomic<int64_t> ended_{0};
  std::atomic<bool> measuring_{false};
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::condition_variable done_;
  int running_ = 0;
  grpc::Status status_;
};

LoadGenerator::LoadGenerator(Target target, std::string method, const std::string& request)
    : target_(std::move(target)),
      method_(std::move(method)),
      request_([&request] {
        const grpc::Slice slice(request);
        return grpc::ByteBuffer(&slice, 1);
      }()),
      stub_(MakeStub(target_.address)) {}

LoadGenerator::~LoadGenerator() = default;

grpc::Status LoadGenerator::CallOnce(std::string* response) {
  grpc::ClientContext context;
  context.set_wait_for_ready(true);
  context.set_deadline(absl::ToChronoTime(absl::Now() + absl::Seconds(10)));
  grpc::ByteBuffer buffer;
  std::mutex mutex;
  std::condition_variable done;
  std::optional<grpc::Status> status;
  stub_->UnaryCall(&context, method_, grpc::StubOptions(), &request_, &buffer,
                   [&](grpc::Status ended) {
                     const std::lock_guard<std::mutex> lock(mutex);
                     status = std::move(ended);
                     done.notify_all();
                   });
  std::unique_lock<std::mutex> lock(mutex);
  done.wait(lock, [&status] { return status.has_value(); });
  if (!status->ok()) return *status;
  std::vector<grpc::Slice> slices;
  response->clear();
  grpc::Status dumped = buffer.Dump(&slices);
  for (const grpc::Slice& slice : slices) {
    response->append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return dumped;
}

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
