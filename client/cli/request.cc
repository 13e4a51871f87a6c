#include "client/cli/request.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client/cli/hits/hits_file.h"
#include "client/cli/retrieval/corpus.h"
#include "client/cli/text/amounts.h"
#include "client/cli/text/printable.h"
#include "client/cli/text/text_files.h"

namespace footnote::client {
namespace {

using Note = std::function<void(const std::string&)>;

// What `path` is called in errors. "-" is standard input.
std::string NameOf(const std::string& path) { return path == "-" ? "standard input" : path; }

absl::StatusOr<std::string> ReadFileOrInput(const std::string& path, std::istream& input) {
  absl::StatusOr<std::string> content = path == "-" ? ReadAll(input) : ReadFile(path);
  if (content.ok()) return content;
  return absl::InvalidArgumentError(absl::StrCat(NameOf(path), ": ", content.status().message()));
}

absl::StatusOr<v1::AnswerRequest> ReadHitsFile(const std::string& path, std::istream& input) {
  absl::StatusOr<std::string> json = ReadFileOrInput(path, input);
  if (!json.ok()) return json.status();
  absl::StatusOr<v1::AnswerRequest> request = ParseHits(*json);
  if (request.ok()) return request;
  const std::string prefix = absl::StrCat(NameOf(path), ": ");
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
    note(absl::StrCat("nothing in ", arguments.corpus, " (",
                      Counted(static_cast<int64_t>(corpus->passage_count()), "passage"),
                      ") has a word of the question"));
  }
  for (v1::SearchResult& hit : *hits) *request->add_hits() = std::move(hit);
  return absl::OkStatus();
}

v1::Chunking::Policy PolicyOf(absl::string_view granularity) {
  if (granularity == "whole") return v1::Chunking::POLICY_WHOLE;
  if (granularity == "item") return v1::Chunking::POLICY_ITEM;
  if (granularity == "sentence") return v1::Chunking::POLICY_SENTENCE;
  return v1::Chunking::POLICY_PARAGRAPH;
}

void SetOptions(const Arguments& arguments, v1::AnswerRequest* request) {
  if (!arguments.granularity.empty()) {
    request->mutable_chunking()->set_policy(PolicyOf(arguments.granularity));
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
  if (arguments.max_attempts) {
    request->mutable_failure_options()->set_max_attempts(*arguments.max_attempts);
  }
  if (arguments.retry_possibly_billed) {
    request->mutable_failure_options()->set_retry_possibly_billed(true);
  }
  if (!arguments.fallback_models.empty()) {
    *request->mutable_failure_options()->mutable_fallback_models() = {
        arguments.fallback_models.begin(), arguments.fallback_models.end()};
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
  for (const std::string& model : arguments.fallback_models) {
    if (absl::Status status = CheckText("--fallback-model", model); !status.ok()) return status;
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

absl::Status ReadMessage(const Arguments& arguments, std::istream& input,
                         v1::ResolveAnswerRequest* resolve) {
  absl::StatusOr<std::string> message = ReadFileOrInput(arguments.message_file, input);
  if (!message.ok()) return message.status();
  absl::string_view content = *message;
  absl::ConsumePrefix(&content, "\xEF\xBB\xBF");
  content = absl::StripLeadingAsciiWhitespace(content);
  if (content.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(NameOf(arguments.message_file), ": is empty"));
  }
  // No line of server-sent events begins so: it begins with a field's name.
  if (content[0] == '{' || content[0] == '[') {
    resolve->set_message_json(*std::move(message));
  } else {
    resolve->set_message_events(*std::move(message));
  }
  return absl::OkStatus();
}

}  // namespace footnote::client
