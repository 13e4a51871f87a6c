// SPDX-License-Identifier: Apache-2.0
#include "client/cli/request.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client/cli/documents/document_file.h"
#include "client/cli/history/history_file.h"
#include "client/cli/history/known_content.h"
#include "client/cli/retrieval/corpus.h"
#include "client/cli/search_results/search_results_file.h"
#include "client/cli/text/amounts.h"
#include "client/cli/text/printable.h"
#include "client/cli/text/text_files.h"

namespace footnote::client {
namespace {

using Note = std::function<void(const std::string&)>;

// Returns the name of `path` for errors. "-" is standard input.
std::string NameOf(const std::string& path) { return path == "-" ? "standard input" : path; }

absl::StatusOr<std::string> ReadFileOrInput(const std::string& path, std::istream& input) {
  absl::StatusOr<std::string> content = path == "-" ? ReadAll(input) : ReadFile(path);
  if (content.ok()) return content;
  return absl::InvalidArgumentError(absl::StrCat(NameOf(path), ": ", content.status().message()));
}

absl::StatusOr<v1::AnswerRequest> ReadSearchResultsFile(const std::string& path,
                                                        std::istream& input) {
  absl::StatusOr<std::string> json = ReadFileOrInput(path, input);
  if (!json.ok()) return json.status();
  absl::StatusOr<v1::AnswerRequest> request = ParseSearchResults(*json);
  if (request.ok()) return request;
  const std::string prefix = absl::StrCat(NameOf(path), ": ");
  return absl::InvalidArgumentError(absl::StrCat(
      prefix, absl::StrReplaceAll(request.status().message(), {{"\n", "\n" + prefix}})));
}

absl::Status SearchCorpus(const Arguments& arguments, const Note& note,
                          v1::AnswerRequest* request) {
  absl::StatusOr<Corpus> corpus = Corpus::Index(arguments.corpus, note);
  if (!corpus.ok()) return corpus.status();
  absl::StatusOr<std::vector<v1::SearchResult>> results =
      corpus->Search(request->question(), static_cast<size_t>(arguments.top));
  if (!results.ok()) return results.status();
  if (results->empty()) {
    note(absl::StrCat("no passage of ", arguments.corpus, " (",
                      Counted(static_cast<int64_t>(corpus->passage_count()), "passage"),
                      ") contains a word of the question"));
  }
  for (v1::SearchResult& result : *results) {
    *request->add_search_results() = std::move(result);
  }
  return absl::OkStatus();
}

absl::Status CheckText(absl::string_view name, absl::string_view text) {
  if (IsUtf8(text)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, ": is not UTF-8"));
}

v1::Chunking::Policy PolicyOf(absl::string_view granularity) {
  if (granularity == "whole") return v1::Chunking::POLICY_WHOLE;
  if (granularity == "item") return v1::Chunking::POLICY_ITEM;
  if (granularity == "sentence") return v1::Chunking::POLICY_SENTENCE;
  return v1::Chunking::POLICY_PARAGRAPH;
}

v1::CacheOptions::Policy CachePolicyOf(absl::string_view policy) {
  if (policy == "none") return v1::CacheOptions::POLICY_NONE;
  if (policy == "auto") return v1::CacheOptions::POLICY_AUTO;
  return v1::CacheOptions::POLICY_EXPLICIT;
}

absl::Status AddDocuments(const Arguments& arguments, v1::AnswerRequest* request) {
  const int first = request->documents_size();
  std::set<std::string> seen;
  for (const std::string& path : arguments.documents) {
    if (!seen.insert(path).second) {
      return absl::InvalidArgumentError(absl::StrCat("--document: ", path, " occurs twice"));
    }
    if (absl::Status status = AddDocumentFile(path, request); !status.ok()) return status;
  }
  if (!arguments.document_granularity.empty()) {
    for (int i = first; i < request->documents_size(); ++i) {
      v1::Document* const document = request->mutable_documents(i);
      if (!document->has_text()) continue;
      document->mutable_chunking()->set_policy(PolicyOf(arguments.document_granularity));
    }
  }
  for (const std::string& url : arguments.document_urls) {
    if (absl::Status status = CheckText("--document-url", url); !status.ok()) return status;
    request->add_documents()->set_pdf_url(url);
  }
  for (const std::string& id : arguments.document_file_ids) {
    if (absl::Status status = CheckText("--document-file-id", id); !status.ok()) return status;
    request->add_documents()->set_file_id(id);
  }
  return absl::OkStatus();
}

absl::Status AddHistory(const Arguments& arguments, const Note& note, v1::AnswerRequest* request) {
  if (arguments.history_file.empty()) return absl::OkStatus();
  if (!request->turns().empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--history: ", NameOf(arguments.search_results_file), " already has turns"));
  }
  absl::StatusOr<Turns> turns = ReadHistory(arguments.history_file, arguments.remember);
  if (!turns.ok()) return turns.status();
  *request->mutable_turns() = *std::move(turns);
  if (const int known = RemoveKnown(request); known > 0) {
    note(
        absl::StrCat("not sent again, because an earlier turn has it: ", Counted(known, "source")));
  }
  return absl::OkStatus();
}

// True if a turn or tool result has sources that the model may cite.
template <typename Holder>
bool HasOwnSources(const Holder& holder) {
  return !holder.search_results().empty() || !holder.documents().empty();
}

template <typename Turn>
bool TurnHasSources(const Turn& turn) {
  const auto is_source = [](const v1::UserContent& block) {
    return block.has_search_result() || block.has_document();
  };
  return HasOwnSources(turn) ||
         std::any_of(turn.tool_results().begin(), turn.tool_results().end(),
                     [](const v1::ToolResult& result) { return HasOwnSources(result); }) ||
         std::any_of(turn.content().begin(), turn.content().end(), is_source);
}

// True if any turn has sources that the model may cite, or the model can search the web.
bool HasSources(const v1::AnswerRequest& request) {
  return TurnHasSources(request) ||
         std::any_of(request.tools().begin(), request.tools().end(),
                     [](const v1::Tool& tool) { return tool.has_web_search(); }) ||
         std::any_of(request.turns().begin(), request.turns().end(),
                     [](const v1::Turn& turn) { return TurnHasSources(turn.user()); });
}

// Adds the API's web search unless the request has it.
void AddWebSearch(v1::AnswerRequest* request) {
  for (const v1::Tool& tool : request->tools()) {
    if (tool.has_web_search()) return;
  }
  request->add_tools()->mutable_web_search();
}

// The limit is that of the API and, unless configured otherwise, that of the server.
absl::Status CheckSize(const v1::AnswerRequest& request) {
  constexpr size_t kMaxBytes = size_t{32} << 20;
  const size_t size = request.ByteSizeLong();
  if (size <= kMaxBytes) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the request has ", size >> 20,
                   " MiB; the API accepts at most 32 MiB, in which PDFs "
                   "and images take a third more than their size"));
}

void SetModelOptions(const Arguments& arguments, v1::AnswerRequest* request) {
  if (!arguments.model.empty()) request->mutable_model_options()->set_model(arguments.model);
  if (!arguments.route.empty()) request->mutable_model_options()->set_route(arguments.route);
  if (arguments.max_tokens) {
    request->mutable_model_options()->set_max_tokens(*arguments.max_tokens);
  }
  if (!arguments.system.empty()) request->mutable_model_options()->set_system(arguments.system);
}

void SetCitationOptions(const Arguments& arguments, v1::AnswerRequest* request) {
  if (arguments.strict) request->mutable_citation_options()->set_strict(true);
  if (arguments.no_citations) {
    request->mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
  }
  if (arguments.min_coverage) {
    request->mutable_citation_options()->set_min_coverage(*arguments.min_coverage);
  }
}

void SetFailureOptions(const Arguments& arguments, v1::AnswerRequest* request) {
  if (arguments.max_attempts) {
    request->mutable_failure_options()->set_max_attempts(*arguments.max_attempts);
  }
  if (arguments.retry_possibly_billed) {
    request->mutable_failure_options()->set_retry_possibly_billed(true);
  }
  if (arguments.fallbacks.empty()) return;
  request->mutable_failure_options()->clear_fallback_models();
  for (const Arguments::Fallback& fallback : arguments.fallbacks) {
    v1::ModelChoice* const choice = request->mutable_failure_options()->add_fallback_models();
    choice->set_model(fallback.model);
    choice->set_route(fallback.route);
  }
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
  if (arguments.web_search) AddWebSearch(request);
  if (!arguments.cache.empty()) {
    request->mutable_cache_options()->set_policy(CachePolicyOf(arguments.cache));
  }
  if (!arguments.cache_ttl.empty()) {
    const bool is_hour = arguments.cache_ttl == "1h";
    request->mutable_cache_options()->set_ttl(is_hour ? v1::CacheControl::TTL_1H
                                                      : v1::CacheControl::TTL_5M);
  }
  if (!arguments.request_id.empty()) request->set_request_id(arguments.request_id);
  SetModelOptions(arguments, request);
  SetCitationOptions(arguments, request);
  SetFailureOptions(arguments, request);
}

// Checks that the text flags are UTF-8, without which the request cannot be serialized.
absl::Status CheckTexts(const Arguments& arguments, const v1::AnswerRequest& request) {
  std::vector<std::pair<absl::string_view, absl::string_view>> texts = {
      {"QUESTION", request.question()},       {"--system", arguments.system},
      {"--model", arguments.model},           {"--route", arguments.route},
      {"--request-id", arguments.request_id},
  };
  for (const Arguments::Fallback& fallback : arguments.fallbacks) {
    texts.emplace_back("--fallback", fallback.model);
    texts.emplace_back("--fallback", fallback.route);
  }
  for (const auto& [name, text] : texts) {
    if (absl::Status status = CheckText(name, text); !status.ok()) return status;
  }
  return absl::OkStatus();
}

// Sets the question of the present turn. An error if there is none.
absl::Status SetQuestion(const Arguments& arguments, std::istream& input,
                         v1::AnswerRequest* request) {
  if (arguments.question) {
    absl::StatusOr<std::string> question =
        *arguments.question == "-" ? ReadAll(input) : *arguments.question;
    if (!question.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("QUESTION: standard input ", question.status().message()));
    }
    request->set_question(std::string(absl::StripAsciiWhitespace(*question)));
  }
  if (request->question().empty() && request->tool_results().empty() &&
      request->content().empty()) {
    return absl::InvalidArgumentError("QUESTION: must not be blank");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::AnswerRequest> MakeRequest(const Arguments& arguments, std::istream& input,
                                              const Note& note) {
  v1::AnswerRequest request;
  if (!arguments.search_results_file.empty()) {
    absl::StatusOr<v1::AnswerRequest> read =
        ReadSearchResultsFile(arguments.search_results_file, input);
    if (!read.ok()) return read;
    request = *std::move(read);
  }
  if (absl::Status status = SetQuestion(arguments, input, &request); !status.ok()) return status;
  if (absl::Status status = CheckTexts(arguments, request); !status.ok()) return status;
  if (!arguments.corpus.empty()) {
    if (absl::Status status = SearchCorpus(arguments, note, &request); !status.ok()) return status;
  } else if (arguments.search_results_file.empty()) {
    request.mutable_search()->set_outcome(v1::Search::OUTCOME_SKIPPED);
  }
  if (absl::Status status = AddDocuments(arguments, &request); !status.ok()) return status;
  if (absl::Status status = AddHistory(arguments, note, &request); !status.ok()) return status;
  SetOptions(arguments, &request);
  if (arguments.corpus.empty() && arguments.search_results_file.empty() && !HasSources(request)) {
    note("no --corpus, --search-results or --document: the model has nothing to cite");
  }
  if (absl::Status status = CheckSize(request); !status.ok()) return status;
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
  // A line of server-sent events begins with the name of a field.
  if (content[0] == '{' || content[0] == '[') {
    resolve->set_message_json(*std::move(message));
  } else {
    resolve->set_message_events(*std::move(message));
  }
  return absl::OkStatus();
}

}  // namespace footnote::client
