// Times the codec against RapidJSON and nlohmann::json on the same inputs in one run, and prints
// the ratios that rows 13 and 14 of the goals are about.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "bench/payload.h"
#include "bench/peer_codecs.h"
#include "bench/table.h"
#include "benchmark/benchmark.h"
#include "nlohmann/json.hpp"
#include "service/messages/message.h"
#include "service/messages/request.h"

namespace footnote::bench {
namespace {

std::string BuildOurs(const messages::MessagesRequest& request) {
  std::string json;
  messages::AppendJson(request, &json);
  return json;
}

// Ours consumes the body, so it gets a copy, made as the transport would have received it.
messages::Message ParseOurs(const std::string& reply) {
  std::string body;
  body.reserve(reply.size() + 64);
  body = reply;
  absl::StatusOr<messages::Message> message = messages::ParseMessage(std::move(body));
  return message.ok() ? *std::move(message) : messages::Message();
}

bool SameMessage(const messages::Message& a, const messages::Message& b) {
  if (a.id != b.id || a.model != b.model || a.content.size() != b.content.size() ||
      a.stop_reason != b.stop_reason || !a.usage || !b.usage ||
      a.usage->output_tokens != b.usage->output_tokens ||
      a.usage->service_tier != b.usage->service_tier) {
    return false;
  }
  for (size_t i = 0; i < a.content.size(); ++i) {
    const auto same = [](const messages::TextCitation& x, const messages::TextCitation& y) {
      return x.kind == y.kind && x.cited_text == y.cited_text && x.source == y.source &&
             x.title == y.title && x.index == y.index && x.start == y.start && x.end == y.end;
    };
    if (a.content[i].text != b.content[i].text ||
        !std::equal(a.content[i].citations.begin(), a.content[i].citations.end(),
                    b.content[i].citations.begin(), b.content[i].citations.end(), same)) {
      return false;
    }
  }
  return !a.content.empty();
}

// Whether all do the same work: a comparison of anything else would be worth nothing.
bool AllAgree(const messages::MessagesRequest& request, const std::string& reply) {
  const nlohmann::json built = nlohmann::json::parse(BuildOurs(request));
  const messages::Message parsed = ParseOurs(reply);
  return built == nlohmann::json::parse(BuildWithRapidJson(request)) &&
         built == nlohmann::json::parse(BuildWithNlohmann(request)) &&
         SameMessage(parsed, ParseWithRapidJson(reply)) &&
         SameMessage(parsed, ParseWithNlohmann(reply));
}

template <typename Work, typename Input>
void Register(const char* name, Work work, const Input& input) {
  benchmark::RegisterBenchmark(name, [work, &input](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(work(input));
  });
}

// Prints as usual and keeps the medians.
class KeepingReporter : public benchmark::ConsoleReporter {
 public:
  KeepingReporter() : ConsoleReporter(OO_None) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.aggregate_name == "median") {
        medians_[run.run_name.function_name] = run.GetAdjustedCPUTime();
      }
    }
    ConsoleReporter::ReportRuns(runs);
  }

  // The median CPU time of `name`; 0 if it did not run.
  double MedianOf(const std::string& name) const {
    const auto median = medians_.find(name);
    return median == medians_.end() ? 0 : median->second;
  }

 private:
  std::map<std::string, double> medians_;
};

int Main(int argc, char** argv) {
  const Payload payload = MakePayload();
  const messages::MessagesRequest request = MessagesRequestFor(payload);
  const std::string reply = ReplyJsonFor(payload);
  if (!AllAgree(request, reply)) {
    std::fprintf(stderr, "codec_bench: the codecs do not agree on what they do\n");
    return 1;
  }

  // Nine rounds, in turn, unless the command line says otherwise.
  std::string repetitions = "--benchmark_repetitions=9";
  std::string interleaving = "--benchmark_enable_random_interleaving=true";
  std::string seconds = "--benchmark_min_time=0.05";
  std::string aggregates = "--benchmark_display_aggregates_only=true";
  std::vector<char*> arguments = {argv[0], repetitions.data(), interleaving.data(), seconds.data(),
                                  aggregates.data()};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;

  Register("build/footnote", BuildOurs, request);
  Register("build/rapidjson", BuildWithRapidJson, request);
  Register("build/nlohmann", BuildWithNlohmann, request);
  Register("parse/footnote", ParseOurs, reply);
  Register("parse/rapidjson", ParseWithRapidJson, reply);
  Register("parse/nlohmann", ParseWithNlohmann, reply);
  KeepingReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);

  const auto ratio = [&reporter](const std::string& job, const std::string& peer) {
    const double ours = reporter.MedianOf(job + "/footnote");
    return ours == 0 ? 0 : reporter.MedianOf(job + "/" + peer) / ours;
  };
  std::printf("\nrequest %zu bytes, reply %zu bytes; medians\n\n", BuildOurs(request).size(),
              reply.size());
  PrintTable({
      {"13", "build, times as fast as RapidJSON's Writer", ratio("build", "rapidjson"), 5, 9},
      {"13", "build, times as fast as nlohmann::json", ratio("build", "nlohmann"), 25, 40},
      {"14", "parse, times as fast as RapidJSON's DOM", ratio("parse", "rapidjson"), 2.5, 4},
      {"14", "parse, times as fast as nlohmann::json", ratio("parse", "nlohmann"), 7, 11},
  });
  return 0;
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) { return footnote::bench::Main(argc, argv); }
