#include "client/cli/request.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cli/hits/hits_file.h"
#include "client/cli/retrieval/corpus.h"
#include "client/cli/text/printable.h"
#include "client/cli/text/text_files.h"

namespace footnote::client {
namespace {

using Note = std::function<void(const std::string&)>;

absl::StatusOr<v1::AnswerRequest> ReadHitsFile(const std::string& path, std::istream& input) {
  const bool is_input = path == "-";
  const std::string name = is_input ? "standard input" : path;
  absl::StatusOr<std::string> json = is_input ? ReadAll(input) : ReadFile(path);
  if (!json.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(name, ": ", json.status().message()));
  }
  absl::StatusOr<v1::AnswerRequest> request = ParseHits(*json);
  if (request.ok()) return request;
  const std::string prefix = absl::StrCat(name, ": ");
  return absl::InvalidArgumentError(absl::StrCat(
      prefix, absl::StrReplaceAll(request.status().message(), {{"\n", "\n" + prefix}})));
}

absl::Status SearchCorpus(const Arguments& arguments, const Note& note,
                          v1::AnswerRequest* request) {
  absl::StatusOr<Corpus> corpus = Corpus::Index(arguments.corpus, note);
  if (!corpus.ok()) return corpus.status();
  absl::StatusOr<std::vector<v1::SearchResult>> hits =
      corpus->Search(request->question(), static_cast<size_t>(arguments.top));
  if (!hits.ok()) return hits.status();
  if (hits->empty()) {
    note(absl::StrCat("nothing in ", arguments.corpus, " (", corpus->passage_count(),
                      " passages) has a word of the question"));
  }
  for (v1::SearchResult& hit : *hits) *request->add_hits() = std::move(hit);
  return absl::OkStatus();
}

void SetOptions(const Arguments& arguments, v1::AnswerRequest* request) {
  if (!arguments.granularity.empty()) {
    request->mutable_chunking()->set_policy(arguments.granularity == "whole"
                                                ? v1::Chunking::POLICY_WHOLE
                                                : v1::Chunking::POLICY_PARAGRAPH);
  }
  if (!arguments.delivery.empty()) {
    request->mutable_search()->set_delivery(arguments.delivery == "tool-result"
                                                ? v1::Search::DELIVERY_TOOL_RESULT
                                                : v1::Search::DELIVERY_TOP_LEVEL);
  }
  if (!arguments.model.empty()) request->mutable_model_options()->set_model(arguments.model);
  if (arguments.max_tokens) {
    request->mutable_model_options()->set_max_tokens(*arguments.max_tokens);
  }
  if (!arguments.system.empty()) request->mutable_model_options()->set_system(arguments.system);
  if (arguments.strict) request->mutable_citations()->set_strict(true);
  if (arguments.no_citations) {
    request->mutable_citations()->set_mode(v1::CitationOptions::MODE_OFF);
  }
}

absl::Status CheckText(absl::string_view name, absl::string_view text) {
  if (IsUtf8(text)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, ": is not UTF-8"));
}

}  // namespace

absl::StatusOr<v1::AnswerRequest> MakeRequest(const Arguments& arguments, std::istream& input,
                                              const Note& note) {
  v1::AnswerRequest request;
  if (!arguments.hits_file.empty()) {
    absl::StatusOr<v1::AnswerRequest> read = ReadHitsFile(arguments.hits_file, input);
    if (!read.ok()) return read;
    request = *std::move(read);
  }
  if (arguments.question) {
    absl::StatusOr<std::string> question =
        *arguments.question == "-" ? ReadAll(input) : *arguments.question;
    if (!question.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("QUESTION: standard input ", question.status().message()));
    }
    request.set_question(std::string(absl::StripAsciiWhitespace(*question)));
  }
  if (request.question().empty() && request.tool_results().empty()) {
    return absl::InvalidArgumentError("QUESTION: there is none");
  }
  for (const auto& [name, text] :
       {std::make_pair("QUESTION", request.question()),
        std::make_pair("--system", arguments.system), std::make_pair("--model", arguments.model)}) {
    if (absl::Status status = CheckText(name, text); !status.ok()) return status;
  }
  if (!arguments.corpus.empty()) {
    if (absl::Status status = SearchCorpus(arguments, note, &request); !status.ok()) return status;
  } else if (arguments.hits_file.empty()) {
    note("neither --corpus nor --hits: the model has nothing to cite");
    request.mutable_search()->set_outcome(v1::Search::OUTCOME_SKIPPED);
  }
  SetOptions(arguments, &request);
  return request;
}

}  // namespace footnote::client
