// SPDX-License-Identifier: Apache-2.0
// Measures the memory of thousands of slow streams, and lost events: rows 11 and 12 of the goals;
// and the memory that slow readers cause. Each measurement needs a separate server, since memory
// that was used once is not returned immediately. run.sh starts the servers.
#include <grpcpp/grpcpp.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "bench/answer_payload.h"
#include "bench/delivery.h"
#include "bench/payload.h"
#include "bench/process.h"
#include "bench/rpc.h"
#include "bench/stamped_streams.h"
#include "bench/table.h"

namespace footnote::bench {
namespace {

// Long enough that the first stream is still open some time after the last one began.
constexpr Pace kSlowPace = {1, 30};
constexpr absl::Duration kOpenLimit = absl::Seconds(60);
constexpr absl::Duration kSettle = absl::Seconds(2);
constexpr absl::Duration kMeasured = absl::Seconds(5);

double KilobytesSince(int64_t before, const Target& server, int calls) {
  return static_cast<double>(ResidentBytes(server.pid) - before) / 1024 / calls;
}

// Makes the server do its one-time initialization.
bool WarmUp(const Target& footnote) {
  StampedStreams streams(footnote, {100, 10});
  return streams.Open(10, kOpenLimit) && streams.Finish().lossy == 0;
}

int RunIdle(const Target& footnote, int many) {
  const int few = many / 5;
  if (!WarmUp(footnote)) {
    std::cerr << "slow_streams: footnote_server does not answer" << std::endl;
    return 1;
  }
  const int64_t resident = ResidentBytes(footnote.pid);
  StampedStreams streams(footnote, kSlowPace);
  if (!streams.Open(few, kOpenLimit)) {
    std::cerr << "slow_streams: the streams do not begin" << std::endl;
    return 1;
  }
  const double few_kilobytes = KilobytesSince(resident, footnote, few);
  if (!streams.Open(many - few, kOpenLimit)) {
    std::cerr << "slow_streams: the streams do not begin" << std::endl;
    return 1;
  }
  const double many_kilobytes = KilobytesSince(resident, footnote, many);
  absl::SleepFor(kSettle);
  const absl::Duration cpu = CpuTime(footnote.pid);
  streams.SetMeasuring(true);
  absl::SleepFor(kMeasured);
  streams.SetMeasuring(false);
  const double cores = absl::FDivDuration(CpuTime(footnote.pid) - cpu, kMeasured);
  const StampedStreams::Result result = streams.Finish();

  std::printf(
      "%d streams, an event a second each: %zu events measured, p50 %.1f ms, p99 %.1f ms, "
      "%.2f cores\n",
      many, result.ages.size(), Median(result.ages) / 1000, Quantile(result.ages, 0.99) / 1000,
      cores);
  if (result.lossy > 0) std::printf("first fault: %s\n", result.first_fault.c_str());
  std::printf("\n");
  PrintTable({
      {"11", absl::StrCat("KB per idle stream, ", few, " streams, HTTP/1.1 in clear"),
       few_kilobytes, 40, 32},
      {"11", absl::StrCat("KB per idle stream, ", many, " streams, HTTP/1.1 in clear"),
       many_kilobytes, 40, 32},
      {"12", absl::StrCat("streams that lost anything, of ", many),
       static_cast<double>(result.lossy), 0, 0},
      {"12", absl::StrCat("event p99 in ms, ", many, " streams"),
       Quantile(result.ages, 0.99) / 1000, 30, 10},
  });
  return result.lossy == 0 ? 0 : 1;
}

// Reads only on request.
class SlowReader final : private grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  SlowReader(grpc::GenericStub* stub, const grpc::ByteBuffer* request) {
    stub->PrepareBidiStreamingCall(&context_, kStreamAnswerMethod, grpc::StubOptions(), this);
    StartWriteLast(request, grpc::WriteOptions());
    AddHold();
    StartCall();
  }

  // Called after the last message was read.
  void ReadOne() {
    if (reading_.exchange(true)) return;
    StartRead(&message_);
  }
  int read() const { return read_; }
  int64_t read_bytes() const { return read_bytes_; }

  void Cancel() {
    context_.TryCancel();
    RemoveHold();
  }
  void AwaitEnd() {
    std::unique_lock<std::mutex> lock(mutex_);
    done_.wait(lock, [this] { return is_done_; });
  }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) return;
    ++read_;
    read_bytes_ += static_cast<int64_t>(message_.Length());
    reading_ = false;
  }
  void OnDone(const grpc::Status&) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_done_ = true;
    done_.notify_all();
  }

  grpc::ClientContext context_;
  grpc::ByteBuffer message_;
  std::atomic<bool> reading_{false};
  std::atomic<int> read_{0};
  std::atomic<int64_t> read_bytes_{0};
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false;
};

int RunSlowReaders(const Target& footnote) {
  constexpr int kReaders = 100;
  constexpr int kSeconds = 8;
  if (!WarmUp(footnote)) {
    std::cerr << "slow_streams: footnote_server does not answer" << std::endl;
    return 1;
  }
  const int64_t resident = ResidentBytes(footnote.pid);
  const grpc::ByteBuffer request =
      BufferOf(StreamRequestFor(MakePayload(), kEndless).SerializeAsString());
  std::vector<std::unique_ptr<grpc::GenericStub>> stubs;
  std::vector<std::unique_ptr<SlowReader>> readers;
  for (int i = 0; i < kReaders; ++i) {
    // One connection for each, so that a slow reader does not delay another. With a growing window
    // the answer, which the server keeps, would also grow.
    stubs.push_back(MakeStub(footnote.address, /*fixed_window=*/true));
    readers.push_back(std::make_unique<SlowReader>(stubs.back().get(), &request));
  }
  double most = 0;
  for (int second = 0; second < kSeconds; ++second) {
    for (const auto& reader : readers) reader->ReadOne();
    absl::SleepFor(absl::Seconds(1));
    most = std::max(most, KilobytesSince(resident, footnote, kReaders));
  }
  int fewest = kSeconds;
  int64_t bytes = 0;
  for (const auto& reader : readers) {
    fewest = std::min(fewest, reader->read());
    bytes += reader->read_bytes();
  }
  for (const auto& reader : readers) reader->Cancel();
  for (const auto& reader : readers) reader->AwaitEnd();

  std::printf(
      "%d callers read %d messages or more, one a second, of endless streams: %.0f KB each\n\n",
      kReaders, fewest, static_cast<double>(bytes) / 1024 / kReaders);
  PrintTable({{"", "KB per call whose caller reads a message a second", most, 1024, 256}});
  return fewest > 1 ? 0 : 1;
}

int Main(int argc, char** argv) {
  CLI::App app{"Has footnote_server hold many slow streams.", "slow_streams"};
  Target footnote;
  int streams = 5000;
  bool slow_readers = false;
  app.add_option("--footnote", footnote.address, "HOST:PORT of footnote_server")->required();
  app.add_option("--footnote-pid", footnote.pid, "Its process")->required();
  app.add_option("--streams", streams, "How many")->capture_default_str();
  app.add_flag("--slow-readers", slow_readers,
               "Upstream is fast and the callers are slow, not upstream");
  CLI11_PARSE(app, argc, argv);
  return slow_readers ? RunSlowReaders(footnote) : RunIdle(footnote, streams);
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) { return footnote::bench::Main(argc, argv); }
