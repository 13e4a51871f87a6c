// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/field.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "service/messages/json/json_reader.h"
#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

// Returns the code unit of the `\uXXXX` escape at `position`, or nullopt if there is none.
std::optional<uint32_t> UnicodeEscape(absl::string_view json, size_t position) {
  if (json.substr(position, 2) != "\\u") return std::nullopt;
  uint32_t unit;
  if (!absl::SimpleHexAtoi(json.substr(position + 2, 4), &unit)) return std::nullopt;
  return unit;
}

// True if a string of well-formed `json` has an escape of a lone surrogate. Outside of strings
// there are no backslashes.
bool HasLoneSurrogate(absl::string_view json) {
  size_t position = json.find('\\');
  while (position != absl::string_view::npos) {
    size_t next = position + 2;
    if (const std::optional<uint32_t> unit = UnicodeEscape(json, position)) {
      next = position + 6;
      if (*unit >= 0xDC00 && *unit <= 0xDFFF) return true;
      if (*unit >= 0xD800 && *unit <= 0xDBFF) {
        const uint32_t low = UnicodeEscape(json, next).value_or(0);
        if (low < 0xDC00 || low > 0xDFFF) return true;
        next += 6;
      }
    }
    position = json.find('\\', next);
  }
  return false;
}

// Returns why the API cannot read `json` as an object, or "" if it can. Appends the value of each
// top-level `type` to `types`, or "" for a value that is not a string.
std::string FindProblem(absl::string_view json, std::vector<std::string>* types) {
  if (json.empty()) return "is empty; must be a JSON object";
  messages::JsonReader reader{std::string(json)};
  const absl::Status status =
      reader.ReadObject([&](absl::string_view key, messages::JsonReader::Value& value) {
        if (key != "type") return reader.Skip(value);
        types->emplace_back(reader.String(value).value_or(""));
      });
  if (!status.ok()) return absl::StrCat("is ", status.message());
  if (HasLoneSurrogate(json)) return "has an escape of a lone surrogate, which is not a character";
  return "";
}

}  // namespace

void Violations::Add(std::string field, v1::ViolationReason reason, std::string description) {
  if (++count_ > kMaxKept) return;
  kept_.push_back({std::move(field), reason, std::move(description)});
}

bool Field::CheckText(absl::string_view text) const {
  if (!CheckWellFormed(text)) return false;
  if (text::HasText(text)) return true;
  Add(v1::EMPTY,
      text.empty() ? "is empty; must not be blank" : "has only white space; must not be blank");
  return false;
}

bool Field::CheckWellFormed(absl::string_view text) const {
  const std::optional<size_t> position = text::FindIllFormed(text);
  if (!position.has_value()) return true;
  Add(v1::INVALID_UTF8, absl::StrCat("is not well-formed UTF-8 at byte ", *position));
  return false;
}

bool Field::CheckLength(absl::string_view text, size_t max_bytes) const {
  if (!CheckWellFormed(text)) return false;
  if (text.size() <= max_bytes) return true;
  Add(v1::TOO_LONG, absl::StrCat("has ", text.size(), " bytes; must have at most ", max_bytes));
  return false;
}

bool Field::CheckJsonObject(absl::string_view json) const {
  std::vector<std::string> types;
  std::string problem = FindProblem(json, &types);
  if (problem.empty()) return true;
  Add(v1::INVALID_JSON, std::move(problem));
  return false;
}

bool Field::CheckJsonObjectOfType(absl::string_view json, absl::string_view type) const {
  std::vector<std::string> types;
  std::string problem = FindProblem(json, &types);
  if (!problem.empty()) {
    Add(v1::INVALID_JSON, std::move(problem));
    return false;
  }
  // The API may read another one of several equal keys than Footnote.
  const bool is_valid =
      !types.empty() && std::all_of(types.begin(), types.end(),
                                    [type](const std::string& found) { return found == type; });
  if (is_valid) return true;
  Add(v1::INVALID_JSON_TYPE, absl::StrCat("must have the `type` \"", type, "\""));
  return false;
}

bool Field::CheckIdentifier(absl::string_view value, size_t max_length) const {
  const bool has_valid_characters = std::all_of(value.begin(), value.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
  });
  if (!value.empty() && value.size() <= max_length && has_valid_characters) return true;
  const v1::ViolationReason reason = value.empty()           ? v1::EMPTY
                                     : !has_valid_characters ? v1::INVALID_CHARACTERS
                                                             : v1::TOO_LONG;
  Add(reason, absl::StrCat("must have 1 to ", max_length, " characters A-Z a-z 0-9 _ -"));
  return false;
}

bool Field::CheckEnum(int number, bool is_valid) const {
  if (is_valid) return true;
  Add(v1::UNKNOWN_ENUM_VALUE, absl::StrCat("is not a known enum value: ", number));
  return false;
}

bool Field::CheckRange(int64_t number, int64_t minimum, int64_t maximum) const {
  if (number >= minimum && number <= maximum) return true;
  const bool has_maximum = maximum < std::numeric_limits<int32_t>::max();
  Add(v1::OUT_OF_RANGE,
      has_maximum ? absl::StrCat("is ", number, "; must be from ", minimum, " to ", maximum)
                  : absl::StrCat("is ", number, "; must be at least ", minimum));
  return false;
}

std::string Field::Path() const {
  if (name_ == nullptr) return "";
  std::string path = parent_->Path();
  if (!path.empty()) path += '.';
  path += name_;
  if (index_ >= 0) absl::StrAppend(&path, "[", index_, "]");
  return path;
}

}  // namespace footnote::answering::building
