// SPDX-License-Identifier: Apache-2.0
#include "client/cli/search_results/search_results_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/cli/search_results/api_search_results.h"
#include "client/cli/search_results/json_path.h"
#include "client/cli/search_results/protobuf_json.h"

namespace footnote::client {
namespace {

using nlohmann::json;

enum class Shape { kApiBlocks, kSearchResults, kAnswerRequest, kMessagesRequest, kUnknown };

bool HasAny(const json& object, std::initializer_list<const char*> keys) {
  return std::any_of(keys.begin(), keys.end(),
                     [&object](const char* key) { return object.contains(key); });
}

bool IsApiBlock(const json& value) {
  return value.is_object() && HasAny(value, {"type", "content"});
}

Shape ShapeOf(const json& value) {
  if (value.is_array()) {
    return std::any_of(value.begin(), value.end(), IsApiBlock) ? Shape::kApiBlocks
                                                               : Shape::kSearchResults;
  }
  if (!value.is_object()) return Shape::kUnknown;
  if (value.contains("messages")) return Shape::kMessagesRequest;
  if (value.contains("content") && !HasAny(value, {"type", "source", "title"})) {
    return Shape::kAnswerRequest;
  }
  if (IsApiBlock(value)) return Shape::kApiBlocks;
  if (HasAny(value, {"source", "title", "text", "blocks"})) return Shape::kSearchResults;
  if (HasAny(value, {"question", "searchResults", "search_results", "turns", "toolResults",
                     "tool_results", "documents", "images"})) {
    return Shape::kAnswerRequest;
  }
  return Shape::kUnknown;
}

// Checks the required fields, so that an error in the file is found without a server.
void CheckSearchResult(const v1::SearchResult& result, const std::string& path,
                       std::vector<std::string>* faults) {
  if (result.source().empty())
    faults->push_back(path + ".source: missing; name where the text comes from");
  if (result.title().empty()) faults->push_back(path + ".title: missing; name the text");
  if (result.text().empty() == result.blocks().blocks().empty()) {
    faults->push_back(path + ": needs either \"text\" or \"blocks\"");
  }
}

void ReadSearchResults(const json& results, v1::AnswerRequest* request,
                       std::vector<std::string>* faults) {
  for (size_t i = 0; i < results.size(); ++i) {
    const std::string path = absl::StrCat("[", i, "]");
    if (!results[i].is_object()) {
      faults->push_back(path + ": not an object; each search result is one");
      continue;
    }
    const size_t before = faults->size();
    v1::SearchResult* const result = request->add_search_results();
    ReadProtobufJson(results[i], path, result, faults);
    if (faults->size() == before) CheckSearchResult(*result, path, faults);
  }
}

}  // namespace

absl::StatusOr<v1::AnswerRequest> ParseSearchResults(absl::string_view text) {
  absl::StatusOr<json> value = ParseJson(text);
  if (!value.ok()) return value.status();
  v1::AnswerRequest request;
  std::vector<std::string> faults;
  const Shape shape = ShapeOf(*value);
  const bool is_list = shape == Shape::kApiBlocks || shape == Shape::kSearchResults;
  if (is_list && !value->is_array()) {
    // In two steps: an initializer list with one element would copy the value.
    json list = json::array();
    list.push_back(*std::move(value));
    value = std::move(list);
  }
  switch (shape) {
    case Shape::kApiBlocks:
      ReadApiSearchResults(*value, &request, &faults);
      break;
    case Shape::kSearchResults:
      ReadSearchResults(*value, &request, &faults);
      break;
    case Shape::kAnswerRequest:
      ReadProtobufJson(*value, "", &request, &faults);
      break;
    case Shape::kMessagesRequest:
      faults.emplace_back(
          "messages: this is a complete Messages API request; use only its search_result blocks");
      break;
    case Shape::kUnknown:
      faults.emplace_back(
          "the top level: must be an array of search_result blocks, an array of search results "
          "with source, title and text, or an AnswerRequest");
      break;
  }
  if (!faults.empty()) return Faulty(std::move(faults));
  return request;
}

}  // namespace footnote::client
