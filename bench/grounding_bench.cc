// SPDX-License-Identifier: Apache-2.0
// Measures requests with megabytes of search results: building such a request, compared with
// copying and escaping the same text, and resolving the citations of an answer.
#include <array>
#include <cstddef>
#include <cstdio>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "bench/grounding_payload.h"
#include "bench/median_reporter.h"
#include "bench/table.h"
#include "benchmark/benchmark.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/resolving/answer_resolver.h"

namespace footnote::bench {
namespace {

using v1::Chunking;

constexpr size_t kMuch = 5 << 20;
constexpr size_t kLittle = kMuch / 10;
constexpr size_t kHitBytes = 5000;
// Few enough that a tenth of the citations still covers all of the text.
constexpr size_t kCitedHitBytes = 50000;
constexpr int kMany = 1000;
constexpr int kFew = kMany / 10;

// The escape sequence of each byte in a JSON string; null if the byte is not escaped.
constexpr std::array<const char*, 256> MakeEscapes() {
  std::array<const char*, 256> escapes = {};
  for (int i = 0; i < 0x20; ++i) escapes[i] = "\\u0020";
  escapes['\n'] = "\\n";
  escapes['"'] = "\\\"";
  escapes['\\'] = "\\\\";
  return escapes;
}

// Copies and escapes text: the minimum work for a request.
std::string CopyAndEscape(const std::string& text) {
  static constexpr std::array<const char*, 256> kEscapes = MakeEscapes();
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  size_t done = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char* escape = kEscapes[static_cast<unsigned char>(text[i])];
    if (escape == nullptr) continue;
    out.append(text, done, i - done);
    out.append(escape);
    done = i + 1;
  }
  out.append(text, done);
  return out;
}

std::string Build(const v1::AnswerRequest& request) {
  const answering::building::RequestDefaults defaults;
  const absl::StatusOr<answering::building::IndexedRequest> indexed =
      answering::building::IndexRequest(request, defaults);
  if (!indexed.ok()) return "";
  absl::StatusOr<answering::building::SerializedRequest> serialized =
      answering::building::SerializeRequest(*indexed);
  return serialized.ok() ? std::move(serialized->json) : "";
}

// The forms of a request of one language.
struct Given {
  const char* name;
  v1::AnswerRequest request;
};

// All requests of one language, and their text.
struct Corpus {
  const char* name;
  std::string text;
  std::vector<Given> given;
};

Corpus MakeCorpus(const char* name, Language language) {
  Corpus corpus{name, "", {}};
  const auto add = [&](const char* policy_name, Chunking::Policy policy) {
    corpus.given.push_back({policy_name, TextRequest(language, kMuch, kHitBytes, policy)});
  };
  add("whole", Chunking::POLICY_WHOLE);
  add("paragraph", Chunking::POLICY_PARAGRAPH);
  add("sentence", Chunking::POLICY_SENTENCE);
  corpus.text = AllText(corpus.given.front().request);
  const v1::AnswerRequest& paragraphs = corpus.given[1].request;
  const absl::StatusOr<answering::building::IndexedRequest> split =
      answering::building::IndexRequest(paragraphs, {});
  if (split.ok()) corpus.given.push_back({"blocks", BlocksRequest(split->sources)});
  corpus.given.push_back({"blocks, planned", corpus.given.back().request});
  corpus.given.back().request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
  return corpus;
}

// A request, and a message that cites it.
struct Cited {
  Cited(v1::AnswerRequest asked, int count)
      : request(std::move(asked)),
        built(answering::building::IndexRequest(request, {})),
        message(built.ok() ? CitingMessage(built->sources, count) : messages::Message()) {}

  // True if every citation is exact.
  bool IsExact() const {
    if (!built.ok()) return false;
    v1::Answer answer;
    if (!answering::resolving::ResolveMessage(messages::Message(message), built->sources, &answer)
             .ok()) {
      return false;
    }
    int exact = 0;
    for (const v1::AnswerBlock& block : answer.blocks()) {
      for (const v1::Citation& citation : block.text().citations()) {
        exact += citation.verification().verdict() == v1::Verification::VERDICT_EXACT ? 1 : 0;
      }
    }
    return exact == static_cast<int>(message.content.size());
  }

  const v1::AnswerRequest request;
  const absl::StatusOr<answering::building::IndexedRequest> built;
  const messages::Message message;
};

// The requests of one kind of source for measuring how the time grows.
struct Job {
  Job(const char* job_name, const v1::AnswerRequest& much, const v1::AnswerRequest& little)
      : name(job_name),
        many_in_much(much, kMany),
        many_in_little(little, kMany),
        few_in_much(much, kFew) {}

  bool IsExact() const {
    return many_in_much.IsExact() && many_in_little.IsExact() && few_in_much.IsExact();
  }

  const char* const name;
  const Cited many_in_much;
  const Cited many_in_little;
  const Cited few_in_much;
};

void Resolve(benchmark::State& state, const Cited& cited) {
  for (auto _ : state) {
    state.PauseTiming();
    messages::Message message = cited.message;
    auto* answer = new v1::Answer;
    state.ResumeTiming();
    const absl::Status resolved =
        answering::resolving::ResolveMessage(std::move(message), cited.built->sources, answer);
    if (!resolved.ok()) state.SkipWithError("the answer exceeds a limit");
    state.PauseTiming();
    delete answer;
    state.ResumeTiming();
  }
}

template <typename Work>
void Register(const std::string& name, Work work) {
  benchmark::RegisterBenchmark(name.c_str(), work)->Unit(benchmark::kMillisecond);
}

// Returns false, after a message, unless every citation is exact and every request can be built.
bool IsComparable(const std::deque<Corpus>& corpora, const std::deque<Job>& jobs) {
  for (const Job& job : jobs) {
    if (job.IsExact()) continue;
    std::fprintf(stderr, "grounding_bench: not every citation of %s is exact\n", job.name);
    return false;
  }
  for (const Corpus& corpus : corpora) {
    for (const Given& given : corpus.given) {
      if (Build(given.request).size() > corpus.text.size()) continue;
      std::fprintf(stderr, "grounding_bench: %s, %s: not built\n", corpus.name, given.name);
      return false;
    }
  }
  return true;
}

// Initializes Google Benchmark: random order and nine repetitions, unless the command line
// specifies otherwise. Returns false if an argument is unknown.
bool Initialize(int argc, char** argv) {
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
  return !benchmark::ReportUnrecognizedArguments(count, arguments.data());
}

void RegisterAll(const std::deque<Corpus>& corpora, const std::deque<Job>& jobs) {
  for (const Corpus& corpus : corpora) {
    Register(absl::StrCat(corpus.name, "/copy"), [&corpus](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(CopyAndEscape(corpus.text));
    });
    for (const Given& given : corpus.given) {
      Register(absl::StrCat(corpus.name, "/", given.name), [&given](benchmark::State& state) {
        for (auto _ : state) benchmark::DoNotOptimize(Build(given.request));
      });
    }
  }
  for (const Job& job : jobs) {
    const auto resolve = [&job](const char* name, const Cited& cited) {
      Register(absl::StrCat(job.name, "/", name),
               [&cited](benchmark::State& state) { Resolve(state, cited); });
    };
    resolve("many_in_much", job.many_in_much);
    resolve("many_in_little", job.many_in_little);
    resolve("few_in_much", job.few_in_much);
  }
}

void AddBuildRows(const Corpus& corpus, const MedianReporter& reporter,
                  std::vector<TableRow>* rows) {
  const double copy = reporter.MedianOf(absl::StrCat(corpus.name, "/copy"));
  std::printf("%s: %zu bytes of text; copied and escaped at %.0f MB/s\n", corpus.name,
              corpus.text.size(),
              copy == 0 ? 0 : static_cast<double>(corpus.text.size()) / copy / 1000);
  for (const Given& given : corpus.given) {
    const double ours = reporter.MedianOf(absl::StrCat(corpus.name, "/", given.name));
    rows->push_back({"", absl::StrCat("build, ", corpus.name, ", ", given.name, ", times a copy"),
                     copy == 0 ? 0 : ours / copy, 3, 1});
  }
}

void AddResolveRow(const Job& job, const MedianReporter& reporter, std::vector<TableRow>* rows) {
  const auto time = [&](const char* name) {
    return reporter.MedianOf(absl::StrCat(job.name, "/", name));
  };
  std::printf(
      "resolved in %s: 1,000 citations over 5 MB in %.2f ms, over 0.5 MB in %.2f ms; 100 over 5 MB "
      "in %.2f ms\n",
      job.name, time("many_in_much"), time("many_in_little"), time("few_in_much"));
  // If the time is linear in text plus citations, this is 0.91; if it is linear in their
  // product, 5.
  const double apart = time("many_in_little") + time("few_in_much");
  rows->push_back({"", absl::StrCat("resolve in ", job.name, ": many over much, times apart"),
                   apart == 0 ? 0 : time("many_in_much") / apart, 1.25, 1});
}

int Main(int argc, char** argv) {
  std::deque<Corpus> corpora;
  corpora.push_back(MakeCorpus("english", Language::kEnglish));
  corpora.push_back(MakeCorpus("japanese", Language::kJapanese));
  std::deque<Job> jobs;
  const auto search_results = [](size_t bytes) {
    return TextRequest(Language::kJapanese, bytes, kCitedHitBytes, Chunking::POLICY_PARAGRAPH);
  };
  const auto document = [](size_t bytes) { return DocumentRequest(Language::kJapanese, bytes); };
  jobs.emplace_back("search results", search_results(kMuch), search_results(kLittle));
  jobs.emplace_back("a document", document(kMuch), document(kLittle));
  if (!IsComparable(corpora, jobs)) return 1;
  if (!Initialize(argc, argv)) return 2;
  RegisterAll(corpora, jobs);
  MedianReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);

  std::printf("\n");
  std::vector<TableRow> rows;
  for (const Corpus& corpus : corpora) AddBuildRows(corpus, reporter, &rows);
  for (const Job& job : jobs) AddResolveRow(job, reporter, &rows);
  std::printf("\n");
  PrintTable(rows);
  return 0;
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) { return footnote::bench::Main(argc, argv); }
