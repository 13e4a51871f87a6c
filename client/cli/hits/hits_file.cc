#include "client/cli/hits/hits_file.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "client/cli/hits/api_hits.h"
#include "client/cli/hits/json_path.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

using nlohmann::json;

constexpr size_t kMostFaults = 20;

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
  if (IsApiBlock(value)) return Shape::kApiBlocks;
  if (HasAny(value, {"source", "title", "text", "blocks"})) return Shape::kSearchResults;
  if (HasAny(value, {"question", "hits", "turns", "toolResults", "tool_results"})) {
    return Shape::kAnswerRequest;
  }
  return Shape::kUnknown;
}

// Protobuf's complaint about the value at `path`, as "path.to.field: what is wrong". It writes
// "(hits[0].title): invalid value ..." or "(hits[0]) titel: Cannot find field.".
std::string Complaint(const std::string& path, absl::string_view message) {
  absl::string_view inner;
  if (absl::ConsumePrefix(&message, "(")) {
    const size_t end = std::min(message.find(')'), message.size());
    inner = message.substr(0, end);
    message.remove_prefix(std::min(end + 1, message.size()));
  }
  std::string field = path;
  const auto append = [&field](absl::string_view part) {
    absl::StrAppend(&field, field.empty() || part.empty() || part[0] == '[' ? "" : ".", part);
  };
  append(inner);
  message = absl::StripLeadingAsciiWhitespace(message);
  if (const size_t colon = message.find(": "); colon != absl::string_view::npos) {
    append(message.substr(0, colon));
    message.remove_prefix(colon + 2);
  }
  if (message == "Cannot find field.") message = "no such field; correct its name or remove it";
  return absl::StrCat(field, ": ", PrintableLine(message));
}

// Fills `message` from `value`, which stands at `path`.
template <typename Message>
void ReadProtobufJson(const json& value, const std::string& path, Message* message,
                      std::vector<std::string>* faults) {
  const auto status = google::protobuf::util::JsonStringToMessage(value.dump(), message);
  if (status.ok()) return;
  faults->push_back(Complaint(path, {status.message().data(), status.message().size()}));
}

// What any hit must have, so that a mistake in the file is found without a server.
void CheckHit(const v1::SearchResult& hit, const std::string& path,
              std::vector<std::string>* faults) {
  if (hit.source().empty())
    faults->push_back(path + ".source: missing; say where the text is from");
  if (hit.title().empty()) faults->push_back(path + ".title: missing; say what the text is called");
  if (hit.text().empty() == hit.blocks().empty()) {
    faults->push_back(path + ": needs either \"text\" or \"blocks\"");
  }
}

void ReadSearchResults(const json& hits, v1::AnswerRequest* request,
                       std::vector<std::string>* faults) {
  for (size_t i = 0; i < hits.size(); ++i) {
    const std::string path = absl::StrCat("[", i, "]");
    if (!hits[i].is_object()) {
      faults->push_back(path + ": not an object; each hit is one");
      continue;
    }
    const size_t before = faults->size();
    v1::SearchResult* const hit = request->add_hits();
    ReadProtobufJson(hits[i], path, hit, faults);
    if (faults->size() == before) CheckHit(*hit, path, faults);
  }
}

absl::Status Faulty(std::vector<std::string> faults) {
  if (faults.size() > kMostFaults) {
    const size_t more = faults.size() - kMostFaults;
    faults.resize(kMostFaults);
    faults.push_back(absl::StrCat("... and ", more, " more"));
  }
  return absl::InvalidArgumentError(absl::StrJoin(faults, "\n"));
}

}  // namespace

absl::StatusOr<v1::AnswerRequest> ParseHits(absl::string_view text) {
  absl::StatusOr<json> value = ParseJson(text);
  if (!value.ok()) return value.status();
  v1::AnswerRequest request;
  std::vector<std::string> faults;
  const Shape shape = ShapeOf(*value);
  const bool is_list = shape == Shape::kApiBlocks || shape == Shape::kSearchResults;
  if (is_list && !value->is_array()) {
    // In two steps: an initializer list of one would copy the value, not hold it.
    json list = json::array();
    list.push_back(*std::move(value));
    value = std::move(list);
  }
  switch (shape) {
    case Shape::kApiBlocks:
      ReadApiHits(*value, &request, &faults);
      break;
    case Shape::kSearchResults:
      ReadSearchResults(*value, &request, &faults);
      break;
    case Shape::kAnswerRequest:
      ReadProtobufJson(*value, "", &request, &faults);
      break;
    case Shape::kMessagesRequest:
      faults.emplace_back(
          "messages: this is a whole Messages API request; give its search_result blocks alone");
      break;
    case Shape::kUnknown:
      faults.emplace_back(
          "the top level: give an array of search_result blocks, an array of hits with source, "
          "title and text, or an AnswerRequest");
      break;
  }
  if (!faults.empty()) return Faulty(std::move(faults));
  return request;
}

}  // namespace footnote::client
