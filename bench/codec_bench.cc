// SPDX-License-Identifier: Apache-2.0
// Compares the codec with RapidJSON and nlohmann::json on the same inputs in one run, and prints
// the ratios of rows 13 to 15 of the goals, and how the time for a delta depends on the length of a
// stream.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "bench/answer_payload.h"
#include "bench/median_reporter.h"
#include "bench/payload.h"
#include "bench/peer_codecs.h"
#include "bench/stream_payload.h"
#include "bench/table.h"
#include "benchmark/benchmark.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "nlohmann/json.hpp"
#include "service/answering/building/request_builder.h"
#include "service/answering/message_stream.h"
#include "service/messages/message.h"
#include "service/messages/request.h"
#include "service/messages/stream/stream_event.h"
#include "service/messages/stream/stream_reader.h"

namespace footnote::bench {
namespace {

std::string BuildOurs(const messages::MessagesRequest& request) {
  std::string json;
  messages::AppendJson(request, &json);
  return json;
}

// The codec consumes the body, so it gets a copy with the capacity that the transport provides.
messages::Message ParseOurs(const std::string& reply) {
  std::string body;
  body.reserve(reply.size() + 64);
  body = reply;
  absl::StatusOr<messages::Message> message = messages::ParseMessage(std::move(body));
  return message.ok() ? *std::move(message) : messages::Message();
}

bool SameCitation(const messages::TextCitation& a, const messages::TextCitation& b) {
  return a.kind == b.kind && a.cited_text == b.cited_text && a.source == b.source &&
         a.title == b.title && a.index == b.index && a.start == b.start && a.end == b.end;
}

bool SameMessage(const messages::Message& a, const messages::Message& b) {
  if (a.id != b.id || a.model != b.model || a.content.size() != b.content.size() ||
      a.stop_reason != b.stop_reason || !a.usage || !b.usage ||
      a.usage->output_tokens != b.usage->output_tokens ||
      a.usage->service_tier != b.usage->service_tier) {
    return false;
  }
  for (size_t i = 0; i < a.content.size(); ++i) {
    if (a.content[i].text != b.content[i].text ||
        !std::equal(a.content[i].citations.begin(), a.content[i].citations.end(),
                    b.content[i].citations.begin(), b.content[i].citations.end(), SameCitation)) {
      return false;
    }
  }
  return !a.content.empty();
}

std::vector<messages::StreamEvent> ReadStream(const std::string& stream) {
  std::vector<messages::StreamEvent> events;
  messages::StreamReader reader;
  const absl::Status status = reader.Read(stream, &events);
  return status.ok() ? std::move(events) : std::vector<messages::StreamEvent>();
}

// Returns true if both have the same events of the most frequent kinds.
bool SameEvents(const std::vector<messages::StreamEvent>& a,
                const std::vector<messages::StreamEvent>& b) {
  const auto same = [](const messages::StreamEvent& x, const messages::StreamEvent& y) {
    if (x.index() != y.index()) return false;
    if (const auto* text = std::get_if<messages::TextDelta>(&x)) {
      return text->text == std::get<messages::TextDelta>(y).text;
    }
    if (const auto* citation = std::get_if<messages::CitationsDelta>(&x)) {
      return SameCitation(citation->citation, std::get<messages::CitationsDelta>(y).citation);
    }
    return true;
  };
  return a.size() == kStreamEvents && std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

// A stream of one block, and its request.
struct LongStream {
  LongStream(const Payload& payload, int delta_count)
      : deltas(delta_count),
        bytes(absl::StrJoin(OneBlockEventsFor(payload, delta_count), "")),
        request(AnswerRequestFor(payload)),
        built(answering::building::IndexRequest(request, {})) {}

  const int deltas;
  const std::string bytes;
  const v1::AnswerRequest request;
  const absl::StatusOr<answering::building::IndexedRequest> built;
};

// Converts the bytes of a stream, received in pieces, to the answer and its events. Returns the
// number of citations of the answer; 0 if it failed.
int ResolveStream(const LongStream& stream) {
  constexpr size_t kReceivedBytes = 4 << 10;
  v1::Answer answer;
  messages::StreamReader reader;
  answering::MessageStream message(stream.built->sources, &answer);
  std::vector<messages::StreamEvent> events;
  for (absl::string_view rest = stream.bytes; !rest.empty();) {
    const absl::string_view piece = rest.substr(0, kReceivedBytes);
    rest.remove_prefix(piece.size());
    events.clear();
    if (!reader.Read(piece, &events).ok()) return 0;
    v1::StreamAnswerResponse delivered;
    for (messages::StreamEvent& event : events) {
      if (!message.Add(std::move(event), delivered.mutable_events()).ok()) return 0;
    }
    benchmark::DoNotOptimize(delivered);
  }
  if (!message.Finish(/*truncated=*/false, nullptr).ok()) return 0;
  return answer.blocks_size() == 1 ? answer.blocks(0).text().citations_size() : 0;
}

// Returns true if all do the same work, since another comparison would be meaningless.
bool AllAgree(const messages::MessagesRequest& request, const std::string& reply,
              const std::string& stream) {
  const nlohmann::json built = nlohmann::json::parse(BuildOurs(request));
  const messages::Message parsed = ParseOurs(reply);
  return built == nlohmann::json::parse(BuildWithRapidJson(request)) &&
         built == nlohmann::json::parse(BuildWithNlohmann(request)) &&
         SameMessage(parsed, ParseWithRapidJson(reply)) &&
         SameMessage(parsed, ParseWithNlohmann(reply)) &&
         SameEvents(ReadStream(stream), ReadStreamWithNlohmann(stream));
}

template <typename Work, typename Input>
void Register(const char* name, Work work, const Input& input) {
  benchmark::RegisterBenchmark(name, [work, &input](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(work(input));
  });
}

int Main(int argc, char** argv) {
  const Payload payload = MakePayload();
  const messages::MessagesRequest request = MessagesRequestFor(payload);
  const std::string reply = ReplyJsonFor(payload);
  const std::string stream = absl::StrJoin(StreamEventsFor(payload), "");
  const LongStream few(payload, 1000);
  const LongStream many(payload, 40000);
  if (!AllAgree(request, reply, stream) || ResolveStream(few) != few.deltas / 10 ||
      ResolveStream(many) != many.deltas / 10) {
    std::fprintf(stderr, "codec_bench: the codecs do not agree on what they do\n");
    return 1;
  }

  // Nine rounds in random order, unless the command line specifies otherwise.
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
  Register("stream/footnote", ReadStream, stream);
  Register("stream/nlohmann", ReadStreamWithNlohmann, stream);
  Register("resolve/1000", ResolveStream, few);
  Register("resolve/40000", ResolveStream, many);
  MedianReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);

  const auto ratio = [&reporter](const std::string& job, const std::string& peer) {
    const double ours = reporter.MedianOf(job + "/footnote");
    return ours == 0 ? 0 : reporter.MedianOf(job + "/" + peer) / ours;
  };
  const double few_each = reporter.MedianOf("resolve/1000") / few.deltas;
  const double many_each = reporter.MedianOf("resolve/40000") / many.deltas;
  std::printf("\nrequest %zu bytes, reply %zu bytes, stream %zu bytes in %d events; medians\n",
              BuildOurs(request).size(), reply.size(), stream.size(), kStreamEvents);
  std::printf(
      "from bytes to answer, a citation for ten deltas: %.0f ns per delta of 1,000, %.0f ns "
      "of 40,000\n\n",
      few_each, many_each);
  PrintTable({
      {"13", "build, times as fast as RapidJSON's Writer", ratio("build", "rapidjson"), 5, 9},
      {"13", "build, times as fast as nlohmann::json", ratio("build", "nlohmann"), 25, 40},
      {"14", "parse, times as fast as RapidJSON's DOM", ratio("parse", "rapidjson"), 2.5, 4},
      {"14", "parse, times as fast as nlohmann::json", ratio("parse", "nlohmann"), 7, 11},
      {"15", "stream, times as fast as nlohmann::json", ratio("stream", "nlohmann"), 6, 10},
      {"", "time per delta of 40,000, times that of 1,000",
       few_each == 0 ? 0 : many_each / few_each, 2, 1.25},
  });
  return 0;
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) { return footnote::bench::Main(argc, argv); }
