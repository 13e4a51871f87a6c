// SPDX-License-Identifier: Apache-2.0
// Loads Footnote and the echo server in turn, in one run, and prints the ratios: rows 1, 3 and 5 of
// the goals. run.sh starts the servers.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "bench/answer_payload.h"
#include "bench/load_generator.h"
#include "bench/payload.h"
#include "bench/rpc.h"
#include "bench/table.h"

namespace footnote::bench {
namespace {

constexpr int kMany = 64;  // calls in flight for throughput

// The results of several rounds, one value for each.
struct Series {
  std::vector<double> calls_per_second;
  std::vector<double> p50;
  std::vector<double> cpu;

  void Add(const LoadResult& result) {
    calls_per_second.push_back(result.calls_per_second);
    p50.push_back(result.p50_microseconds);
    cpu.push_back(result.server_cpu_microseconds_per_call);
  }
};

void PrintSeries(const char* name, int in_flight, const Series& series) {
  std::printf("%-9s N=%-3d %9.0f calls/s %9.0f us p50 %9.1f us server CPU per call\n", name,
              in_flight, Median(series.calls_per_second), Median(series.p50), Median(series.cpu));
}

int Compare(const Target& footnote, const Target& echo, const std::string& request, int rounds,
            absl::Duration duration) {
  constexpr LoadGenerator::Kind kUnary = LoadGenerator::Kind::kUnary;
  LoadGenerator footnote_load(footnote, kUnary, kAnswerMethod, request);
  LoadGenerator echo_load(echo, kUnary, kAnswerMethod, request);
  std::map<int, Series> footnote_series;
  std::map<int, Series> echo_series;
  for (int round = 0; round < rounds; ++round) {
    for (const int in_flight : {kMany, 1}) {
      // Each server is first in every other round.
      std::vector<std::pair<LoadGenerator*, Series*>> turn = {
          {&echo_load, &echo_series[in_flight]}, {&footnote_load, &footnote_series[in_flight]}};
      if (round % 2 == 1) std::swap(turn[0], turn[1]);
      grpc::Status status;
      for (const auto& [load, series] : turn) {
        if (status.ok()) series->Add(load->Run(in_flight, duration, &status));
      }
      if (!status.ok()) {
        std::cerr << "load: a call failed: " << status.error_message() << std::endl;
        return 1;
      }
    }
  }

  for (const int in_flight : {kMany, 1}) {
    PrintSeries("echo", in_flight, echo_series[in_flight]);
    PrintSeries("footnote", in_flight, footnote_series[in_flight]);
  }
  std::printf("\nmedians of %d rounds of %.1f s, each with both in turn\n\n", rounds,
              absl::ToDoubleSeconds(duration));
  const Series& many = footnote_series[kMany];
  const Series& many_echo = echo_series[kMany];
  PrintTable({
      {"1", "calls/s, share of the echo's, N=64",
       MedianRatio(many.calls_per_second, many_echo.calls_per_second), 0.50, 0.65},
      {"3", "server CPU per call, times the echo's, N=64", MedianRatio(many.cpu, many_echo.cpu),
       2.3, 1.8},
      {"5", "p50, times the echo's, N=1", MedianRatio(footnote_series[1].p50, echo_series[1].p50),
       1.8, 1.5},
  });
  return 0;
}

int Main(int argc, char** argv) {
  CLI::App app{"Loads footnote_server and echo_server in turn and compares them.", "load"};
  Target footnote;
  Target echo;
  int rounds = 7;
  double seconds = 0.8;
  app.add_option("--footnote", footnote.address, "HOST:PORT of footnote_server")->required();
  app.add_option("--footnote-pid", footnote.pid, "Its process");
  app.add_option("--echo", echo.address, "HOST:PORT of echo_server");
  app.add_option("--echo-pid", echo.pid, "Its process");
  app.add_option("--rounds", rounds, "How often each is measured")->capture_default_str();
  app.add_option("--seconds", seconds, "How long each measurement takes")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const std::string request = AnswerRequestFor(MakePayload()).SerializeAsString();
  return Compare(footnote, echo, request, rounds, absl::Seconds(seconds));
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) { return footnote::bench::Main(argc, argv); }
