// SPDX-License-Identifier: Apache-2.0
// Streams from Footnote and from the echo server in turn, in one run: rows 7 to 10 of the goals.
// run.sh starts the servers.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "bench/answer_payload.h"
#include "bench/delivery.h"
#include "bench/load_generator.h"
#include "bench/payload.h"
#include "bench/rpc.h"
#include "bench/stamped_streams.h"
#include "bench/stream_payload.h"
#include "bench/table.h"

namespace footnote::bench {
namespace {

using Kind = LoadGenerator::Kind;

constexpr int kInFlight = 16;
constexpr int kPerSecond = 100;
constexpr int kSeveral = 20;
constexpr absl::Duration kOpenLimit = absl::Seconds(10);

struct Servers {
  Target footnote;
  Target echo;
  std::string stub;  // HOST:PORT
};

// The results of several rounds, one value for each.
struct Throughput {
  std::vector<double> streams_per_second;
  std::vector<double> cpu;

  void Add(const LoadResult& result) {
    streams_per_second.push_back(result.calls_per_second);
    cpu.push_back(result.server_cpu_microseconds_per_call);
  }
};

struct Latency {
  std::vector<double> footnote;  // p50 of an event's age at the caller, in microseconds
  std::vector<double> direct;    // at a reader of the stub
  std::vector<double> bare;      // at a caller of the echo, which produces its own events
  std::vector<double> added;
};

void Print(const char* name, const Throughput& throughput) {
  const double cpu = Median(throughput.cpu);
  std::printf("%-26s N=%d %8.0f streams/s %9.1f us server CPU per stream, %6.2f per event\n", name,
              kInFlight, Median(throughput.streams_per_second), cpu, cpu / kStreamEvents);
}

void Print(int streams, const Latency& latency) {
  std::printf("event age, %2d x %d/s       p50 %8.0f us at the caller, %6.0f us at the stub, ",
              streams, kPerSecond, Median(latency.footnote), Median(latency.direct));
  std::printf("%6.0f us from the echo itself\n", Median(latency.bare));
}

// Returns the median age of the events of this many concurrent streams; nullopt if an event was
// lost.
std::optional<double> MedianAge(const Target& server, const Pace& pace, int streams) {
  StampedStreams calls(server, pace);
  calls.SetMeasuring(true);
  const bool opened = calls.Open(streams, kOpenLimit);
  const StampedStreams::Result result = calls.Finish();
  if (opened && result.lossy == 0) return Median(result.ages);
  std::cerr << "stream_load: a stream failed: " << result.first_fault << std::endl;
  return std::nullopt;
}

// Measures the age of events with this many concurrent streams. Returns false if an event was lost.
bool MeasureLatency(const Servers& servers, int streams, int seconds, Latency* latency) {
  const Pace pace = {kPerSecond, kPerSecond * seconds};
  const std::optional<double> footnote = MedianAge(servers.footnote, pace, streams);
  const std::optional<double> bare = MedianAge(servers.echo, pace, streams);
  const std::vector<double> direct = DirectStampAges(servers.stub, pace, streams);
  if (!footnote.has_value() || !bare.has_value() || direct.empty()) return false;
  latency->footnote.push_back(*footnote);
  latency->bare.push_back(*bare);
  latency->direct.push_back(Median(direct));
  latency->added.push_back(latency->footnote.back() - latency->direct.back());
  return true;
}

int Compare(const Servers& servers, int rounds, absl::Duration duration) {
  const Payload payload = MakePayload();
  const std::string at_once = StreamRequestFor(payload, kAtOnce).SerializeAsString();
  const std::string event_by_event = StreamRequestFor(payload, kEventByEvent).SerializeAsString();
  LoadGenerator echo_load(servers.echo, Kind::kServerStreaming, kStreamAnswerMethod, at_once);
  LoadGenerator burst_load(servers.footnote, Kind::kServerStreaming, kStreamAnswerMethod, at_once);
  LoadGenerator single_load(servers.footnote, Kind::kServerStreaming, kStreamAnswerMethod,
                            event_by_event);
  LoadGenerator unary_load(servers.echo, Kind::kUnary, kAnswerMethod,
                           AnswerRequestFor(payload).SerializeAsString());
  Throughput echo;
  Throughput burst;
  Throughput single;
  Latency one;
  Latency several;
  std::vector<double> unary_p50;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::pair<LoadGenerator*, Throughput*>> turn = {
        {&echo_load, &echo}, {&single_load, &single}, {&burst_load, &burst}};
    if (round % 2 == 1) std::swap(turn[0], turn[2]);
    grpc::Status status;
    for (const auto& [load, throughput] : turn) {
      if (status.ok()) throughput->Add(load->Run(kInFlight, duration, &status));
    }
    if (status.ok()) unary_p50.push_back(unary_load.Run(1, duration, &status).p50_microseconds);
    if (!status.ok()) {
      std::cerr << "stream_load: a call failed: " << status.error_message() << std::endl;
      return 1;
    }
    if (!MeasureLatency(servers, 1, 1, &one) || !MeasureLatency(servers, kSeveral, 1, &several)) {
      return 1;
    }
  }

  Print("echo, event by event", echo);
  Print("footnote, event by event", single);
  Print("footnote, at once", burst);
  Print(1, one);
  Print(kSeveral, several);
  std::printf("echo, unary, N=1           p50 %8.0f us\n", Median(unary_p50));
  std::printf(
      "\nmedians of %d rounds, each with all in turn. Row 7: Footnote has no mode of one "
      "message per event;\nwhile upstream writes event by event it sends what is ready, "
      "the echo one message per event.\n\n",
      rounds);
  PrintTable({
      {"7", "streams/s, share of the echo's, N=16, event by event",
       MedianRatio(single.streams_per_second, echo.streams_per_second), 0.85, 0.95},
      {"7", "CPU per event, times the echo's, N=16, event by event",
       MedianRatio(single.cpu, echo.cpu), 1.4, 1.15},
      {"8", "CPU per event, times the echo's, N=16, at once", MedianRatio(burst.cpu, echo.cpu),
       0.30, 0.20},
      {"9", "added event latency, times the echo's unary p50, N=1",
       MedianRatio(one.added, unary_p50), 1.0, 0.7},
      {"10", "added event latency in ms, 20 streams x 100 events/s", Median(several.added) / 1000,
       0.4, 0.25},
  });
  return 0;
}

int Main(int argc, char** argv) {
  CLI::App app{"Streams from footnote_server and echo_server in turn and compares them.",
               "stream_load"};
  Servers servers;
  int rounds = 7;
  double seconds = 0.6;
  app.add_option("--footnote", servers.footnote.address, "HOST:PORT of footnote_server")
      ->required();
  app.add_option("--footnote-pid", servers.footnote.pid, "Its process")->required();
  app.add_option("--echo", servers.echo.address, "HOST:PORT of echo_server")->required();
  app.add_option("--echo-pid", servers.echo.pid, "Its process")->required();
  app.add_option("--stub", servers.stub, "HOST:PORT of upstream_stub")->required();
  app.add_option("--rounds", rounds, "How often each is measured")->capture_default_str();
  app.add_option("--seconds", seconds, "How long each measurement takes")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return Compare(servers, rounds, absl::Seconds(seconds));
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) { return footnote::bench::Main(argc, argv); }
