// SPDX-License-Identifier: Apache-2.0
#include "client/cli/search_results/json_path.h"

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

using nlohmann::json;

constexpr size_t kDeepest = 64;

// Receives the parser's events and keeps only the present path.
class PathTracker : public nlohmann::json_sax<json> {
 public:
  bool null() override { return EndValue(); }
  bool boolean(bool) override { return EndValue(); }
  bool number_integer(number_integer_t) override { return EndValue(); }
  bool number_unsigned(number_unsigned_t) override { return EndValue(); }
  bool number_float(number_float_t, const string_t&) override { return EndValue(); }
  bool string(string_t&) override { return EndValue(); }
  bool binary(binary_t&) override { return EndValue(); }
  bool start_object(size_t) override { return Open(false); }
  bool start_array(size_t) override { return Open(true); }
  bool end_object() override { return Close(); }
  bool end_array() override { return Close(); }

  bool key(string_t& name) override {
    levels_.back().key = name;
    levels_.back().in_value = true;
    return true;
  }

  bool parse_error(size_t position, const std::string&,
                   const nlohmann::detail::exception& e) override {
    position_ = position;
    problem_ = e.what();
    return false;
  }

  // Returns "[0].content[1].text", or "the top level" outside of all values.
  std::string Path() const {
    std::string path;
    for (const Level& level : levels_) {
      if (level.is_array) {
        absl::StrAppend(&path, "[", level.index, "]");
      } else if (level.in_value) {
        absl::StrAppend(&path, path.empty() ? "" : ".", PrintableLine(level.key));
      }
    }
    return path.empty() ? "the top level" : path;
  }

  // The byte at which parsing stopped, 1-based.
  size_t position() const { return position_; }
  const std::string& problem() const { return problem_; }

 private:
  struct Level {
    bool is_array = false;
    size_t index = 0;       // of the present element
    std::string key;        // of the present member
    bool in_value = false;  // a member is being read
  };

  bool Open(bool is_array) {
    if (levels_.size() == kDeepest) {
      problem_ = "too deep";
      return false;
    }
    levels_.push_back({is_array, 0, "", false});
    return true;
  }

  bool Close() {
    levels_.pop_back();
    return EndValue();
  }

  bool EndValue() {
    if (levels_.empty()) return true;
    levels_.back().in_value = false;
    if (levels_.back().is_array) ++levels_.back().index;
    return true;
  }

  std::vector<Level> levels_;
  size_t position_ = 0;
  std::string problem_;
};

// Converts the parser's message to the cause and what to change.
std::string Explain(const std::string& problem) {
  if (absl::StrContains(problem, "surrogate")) {
    return "half of a surrogate pair (such as \\ud83d alone), which is not a character; split "
           "texts "
           "between characters, not between UTF-16 units";
  }
  if (absl::StrContains(problem, "UTF-8")) {
    return "bytes that are not UTF-8; save the file as UTF-8";
  }
  if (absl::StrContains(problem, "control character")) {
    return "a control character inside a string; write it as \\uXXXX, or a line break as \\n";
  }
  if (absl::StrContains(problem, "unexpected end of input")) return "the JSON ends too soon";
  return "this is not JSON";
}

std::string LineAndColumn(absl::string_view text, size_t position) {
  size_t line = 1;
  size_t column = 1;
  for (size_t i = 0; i + 1 < position && i < text.size(); ++i) {
    ++column;
    if (text[i] == '\n') {
      ++line;
      column = 1;
    }
  }
  return absl::StrCat("line ", line, ", byte ", column);
}

}  // namespace

absl::StatusOr<json> ParseJson(absl::string_view text) {
  if (absl::StartsWith(text, "\xFF\xFE") || absl::StartsWith(text, "\xFE\xFF")) {
    return absl::InvalidArgumentError("the top level: this is UTF-16; save the file as UTF-8");
  }
  PathTracker tracker;
  if (!json::sax_parse(text.begin(), text.end(), &tracker)) {
    if (tracker.position() == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("the JSON is nested in more than ", kDeepest, " levels"));
    }
    return absl::InvalidArgumentError(absl::StrCat(tracker.Path(), " (",
                                                   LineAndColumn(text, tracker.position()),
                                                   "): ", Explain(tracker.problem())));
  }
  return json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
}

}  // namespace footnote::client
