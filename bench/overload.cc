// SPDX-License-Identifier: Apache-2.0
// Loads Footnote with several times the calls that it admits, and compares what a refusal costs
// with a bare gRPC server's: the rows on overload of the goals. run.sh starts the servers.
#include <grpcpp/alarm.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/blocking_counter.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "bench/answer_payload.h"
#include "bench/payload.h"
#include "bench/process.h"
#include "bench/rpc.h"
#include "bench/table.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace footnote::bench {
namespace {

// A pause of callers that wait for the delay of RetryInfo.
const absl::Duration kRetryInfo = absl::InfiniteDuration();

// The delay of the RetryInfo in the details of `status`.
absl::Duration RetryDelayOf(const grpc::Status& status) {
  google::rpc::Status details;
  google::rpc::RetryInfo info;
  if (details.ParseFromString(status.error_details())) {
    for (const google::protobuf::Any& detail : details.details()) {
      if (detail.UnpackTo(&info)) break;
    }
  }
  return absl::Seconds(info.retry_delay().seconds()) +
         absl::Nanoseconds(info.retry_delay().nanos());
}

// Until the delays of RetryInfo have adapted.
constexpr absl::Duration kWarmUp = absl::Seconds(6);

struct Offered {
  int callers = 0;
  absl::Duration pause;  // of a refused caller; zero to retry at once
};

// The load of refusals whose cost is compared: below the rate at which Footnote delays them.
const Offered kRefused = {160, absl::Milliseconds(50)};

struct Outcome {
  double answers_per_second = 0;
  double refusals_per_second = 0;
  double p50_milliseconds = 0;  // of answers
  double p99_milliseconds = 0;
  double cpu_microseconds_per_call = 0;  // of the server
  std::string failure;                   // of a call that was neither answered nor refused
};

// What the callers of one run share.
struct Run {
  std::atomic<bool> is_measuring{false};
  std::atomic<bool> is_over{false};
  std::atomic<int64_t> answers{0};
  std::atomic<int64_t> refusals{0};
  std::atomic<bool> has_failed{false};
  absl::Duration pause;
  absl::BlockingCounter* running = nullptr;
};

// Starts a call whenever its last one has ended.
class Caller final : public grpc::ClientUnaryReactor {
 public:
  Caller(grpc::GenericStub* stub, const grpc::ByteBuffer* request, Run* run)
      : stub_(*stub), request_(*request), run_(*run) {}

  void Start() {
    context_.emplace();
    response_.Clear();
    start_ = absl::GetCurrentTimeNanos();
    stub_.PrepareUnaryCall(&*context_, kAnswerMethod, grpc::StubOptions(), &request_, &response_,
                           this);
    StartCall();
  }

  const std::vector<double>& latencies() const { return latencies_; }

 private:
  void OnDone(const grpc::Status& status) override {
    const bool is_refused = status.error_code() == grpc::RESOURCE_EXHAUSTED;
    if (run_.is_measuring) {
      if (status.ok()) {
        ++run_.answers;
        latencies_.push_back(static_cast<double>(absl::GetCurrentTimeNanos() - start_) / 1e6);
      } else if (is_refused) {
        ++run_.refusals;
      }
    }
    if (!status.ok() && !is_refused) run_.has_failed = true;
    if (run_.is_over) {
      run_.running->DecrementCount();
    } else if (is_refused && run_.pause > absl::ZeroDuration()) {
      const absl::Duration pause = run_.pause == kRetryInfo ? RetryDelayOf(status) : run_.pause;
      alarm_.Set(absl::ToChronoTime(absl::Now() + pause), [this](bool) { Start(); });
    } else {
      Start();
    }
  }

  grpc::GenericStub& stub_;
  const grpc::ByteBuffer& request_;
  Run& run_;
  std::optional<grpc::ClientContext> context_;
  grpc::ByteBuffer response_;
  grpc::Alarm alarm_;
  int64_t start_ = 0;
  std::vector<double> latencies_;
};

// Has `offered.callers` callers on `channels` connections call `target` for `duration`.
Outcome Load(const Target& target, const std::string& request, const Offered& offered, int channels,
             absl::Duration duration) {
  std::vector<std::unique_ptr<grpc::GenericStub>> stubs;
  for (int i = 0; i < channels; ++i) stubs.push_back(MakeStub(target.address));
  const grpc::ByteBuffer buffer = BufferOf(request);
  absl::BlockingCounter running(offered.callers);
  Run run;
  run.pause = offered.pause;
  run.running = &running;
  std::vector<std::unique_ptr<Caller>> callers;
  for (int i = 0; i < offered.callers; ++i) {
    callers.push_back(std::make_unique<Caller>(stubs[i % channels].get(), &buffer, &run));
  }
  for (const auto& caller : callers) caller->Start();
  absl::SleepFor(kWarmUp);

  const absl::Duration cpu_before = CpuTime(target.pid);
  const absl::Time begin = absl::Now();
  run.is_measuring = true;
  absl::SleepFor(duration);
  run.is_measuring = false;
  const double seconds = absl::ToDoubleSeconds(absl::Now() - begin);
  const absl::Duration cpu = CpuTime(target.pid) - cpu_before;
  run.is_over = true;
  running.Wait();

  Outcome outcome;
  std::vector<double> latencies;
  for (const auto& caller : callers) {
    latencies.insert(latencies.end(), caller->latencies().begin(), caller->latencies().end());
  }
  const auto answers = static_cast<double>(run.answers);
  const auto refusals = static_cast<double>(run.refusals);
  outcome.answers_per_second = answers / seconds;
  outcome.refusals_per_second = refusals / seconds;
  outcome.p50_milliseconds = Median(latencies);
  outcome.p99_milliseconds = Quantile(latencies, 0.99);
  if (answers + refusals > 0) {
    outcome.cpu_microseconds_per_call = absl::ToDoubleMicroseconds(cpu) / (answers + refusals);
  }
  if (run.has_failed) outcome.failure = "a call was neither answered nor refused";
  return outcome;
}

void Print(const std::string& name, const Outcome& outcome) {
  std::printf("%-34s %7.0f answers/s %7.0f refusals/s  p50 %5.0f ms  p99 %5.0f ms  %5.1f us CPU\n",
              name.c_str(), outcome.answers_per_second, outcome.refusals_per_second,
              outcome.p50_milliseconds, outcome.p99_milliseconds,
              outcome.cpu_microseconds_per_call);
}

struct Options {
  Target footnote;
  Target refusing_footnote;
  Target refusing_echo;
  int limit = 500;
  int channels = 8;
  double seconds = 4;
};

int Measure(const Options& options) {
  const std::string request = AnswerRequestFor(MakePayload()).SerializeAsString();
  const absl::Duration duration = absl::Seconds(options.seconds);
  std::vector<std::string> failures;
  const auto load = [&](const std::string& name, const Target& target, const Offered& offered) {
    Outcome outcome = Load(target, request, offered, options.channels, duration);
    Print(name, outcome);
    if (!outcome.failure.empty()) failures.push_back(absl::StrCat(name, ": ", outcome.failure));
    return outcome;
  };

  const Outcome capacity = load("at the limit", options.footnote, {options.limit, kRetryInfo});
  std::vector<TableRow> rows;
  for (const int times : {4, 8}) {
    for (const bool waits : {true, false}) {
      const std::string name =
          absl::StrCat(times, " times, ", waits ? "waiting" : "retrying at once");
      const Outcome outcome =
          load(name, options.footnote,
               {times * options.limit, waits ? kRetryInfo : absl::ZeroDuration()});
      rows.push_back({"", absl::StrCat("answers/s, share of those at the limit, ", name),
                      outcome.answers_per_second / capacity.answers_per_second, waits ? 0.85 : 0.65,
                      waits ? 0.95 : 0.85});
      rows.push_back({"", absl::StrCat("p99 of answers, times that at the limit, ", name),
                      outcome.p99_milliseconds / capacity.p99_milliseconds, 2.0, 1.2});
    }
  }
  std::vector<double> refusals;
  std::vector<double> echo_refusals;
  for (int round = 0; round < 3; ++round) {
    echo_refusals.push_back(
        load("echo refuses", options.refusing_echo, kRefused).cpu_microseconds_per_call);
    refusals.push_back(
        load("footnote refuses", options.refusing_footnote, kRefused).cpu_microseconds_per_call);
  }
  rows.push_back({"", "server CPU of a refusal, times the echo's",
                  MedianRatio(refusals, echo_refusals), 1.2, 1.0});
  std::printf("\n%d connections, %d calls admitted\n\n", options.channels, options.limit);
  PrintTable(rows);
  for (const std::string& failure : failures) std::cerr << "overload: " << failure << std::endl;
  return failures.empty() ? 0 : 1;
}

int Main(int argc, char** argv) {
  CLI::App app{"Loads servers with more calls than they admit.", "overload"};
  Options options;
  app.add_option("--footnote", options.footnote.address, "HOST:PORT")->required();
  app.add_option("--footnote-pid", options.footnote.pid, "Its process");
  app.add_option("--limit", options.limit, "Its limits.max_calls_in_flight")->capture_default_str();
  app.add_option("--refusing-footnote", options.refusing_footnote.address, "One that refuses all");
  app.add_option("--refusing-footnote-pid", options.refusing_footnote.pid, "Its process");
  app.add_option("--refusing-echo", options.refusing_echo.address, "echo_server --refuse");
  app.add_option("--refusing-echo-pid", options.refusing_echo.pid, "Its process");
  app.add_option("--channels", options.channels, "Connections")->capture_default_str();
  app.add_option("--seconds", options.seconds, "How long each measurement takes")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return Measure(options);
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) { return footnote::bench::Main(argc, argv); }
