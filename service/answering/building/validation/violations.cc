#include "service/answering/building/validation/violations.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "service/messages/json/json_reader.h"
#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

// The code unit of a `\uXXXX` escape at `at`, or nullopt if there is none.
std::optional<uint32_t> UnicodeEscape(absl::string_view json, size_t at) {
  if (json.substr(at, 2) != "\\u") return std::nullopt;
  uint32_t unit;
  if (!absl::SimpleHexAtoi(json.substr(at + 2, 4), &unit)) return std::nullopt;
  return unit;
}

// Whether a string of well-formed `json` has an escape of half a surrogate pair. Outside of strings
// there are no backslashes.
bool HasLoneSurrogate(absl::string_view json) {
  size_t at = json.find('\\');
  while (at != absl::string_view::npos) {
    size_t next = at + 2;
    if (const std::optional<uint32_t> unit = UnicodeEscape(json, at)) {
      next = at + 6;
      if (*unit >= 0xDC00 && *unit <= 0xDFFF) return true;
      if (*unit >= 0xD800 && *unit <= 0xDBFF) {
        const uint32_t low = UnicodeEscape(json, next).value_or(0);
        if (low < 0xDC00 || low > 0xDFFF) return true;
        next += 6;
      }
    }
    at = json.find('\\', next);
  }
  return false;
}

// What is wrong with `json` as an object for the API; empty if nothing is. `types` gets the value
// of each `type` that it has, or "" for one that is no string.
std::string FindProblem(absl::string_view json, std::vector<std::string>* types) {
  if (json.empty()) return "is empty; a JSON object is needed";
  messages::JsonReader reader{std::string(json)};
  const absl::Status status =
      reader.ReadObject([&](absl::string_view key, messages::JsonReader::Value& value) {
        if (key != "type") return reader.Skip(value);
        types->emplace_back(reader.String(value).value_or(""));
      });
  if (!status.ok()) return absl::StrCat("is ", status.message());
  if (HasLoneSurrogate(json)) return "has half of a surrogate pair, which is no character";
  return "";
}

}  // namespace

std::string FieldPath::ToString() const {
  if (name_ == nullptr) return "";
  std::string path = parent_->ToString();
  if (!path.empty()) path += '.';
  path += name_;
  if (index_ >= 0) absl::StrAppend(&path, "[", index_, "]");
  return path;
}

bool Violations::CheckText(const FieldPath& path, absl::string_view text) {
  if (!CheckWellFormed(path, text)) return false;
  if (text::HasText(text)) return true;
  Add(path, text.empty() ? "is empty; the API needs text here"
                         : "is white space only; the API needs text here");
  return false;
}

bool Violations::CheckWellFormed(const FieldPath& path, absl::string_view text) {
  const std::optional<size_t> bad = text::FindIllFormed(text);
  if (!bad.has_value()) return true;
  Add(path, absl::StrCat("is not well-formed UTF-8 at byte ", *bad));
  return false;
}

bool Violations::CheckJsonObject(const FieldPath& path, absl::string_view json) {
  std::vector<std::string> types;
  std::string problem = FindProblem(json, &types);
  if (problem.empty()) return true;
  Add(path, std::move(problem));
  return false;
}

bool Violations::CheckJsonObjectOfType(const FieldPath& path, absl::string_view json,
                                       absl::string_view type) {
  std::vector<std::string> types;
  std::string problem = FindProblem(json, &types);
  if (problem.empty()) {
    // A key that comes twice may mean one thing here and another to the API.
    const bool fits =
        !types.empty() && std::all_of(types.begin(), types.end(),
                                      [type](const std::string& found) { return found == type; });
    if (fits) return true;
    problem = absl::StrCat("must have the `type` \"", type, "\"");
  }
  Add(path, std::move(problem));
  return false;
}

bool Violations::CheckIdentifier(const FieldPath& path, absl::string_view value,
                                 size_t max_length) {
  const bool legal = std::all_of(value.begin(), value.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
  });
  if (!value.empty() && value.size() <= max_length && legal) return true;
  Add(path, absl::StrCat("must be 1 to ", max_length, " of A-Z a-z 0-9 _ -"));
  return false;
}

}  // namespace footnote::answering::building
