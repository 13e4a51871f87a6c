// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/inspection/leaked_markup.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace footnote::answering::resolving {
namespace {

constexpr absl::string_view kName = "cite";
constexpr size_t kMaxPrefix = 32;
constexpr size_t kMaxAttributes = 1024;
// Larger than any index.
constexpr size_t kMaxDigits = 9;

struct Tag {
  enum class Kind { kOpening, kHtmlOpening, kClosing };
  Kind kind = Kind::kOpening;
  text::ByteRange range;
  std::vector<LeakedTarget> targets;
};

bool IsNameCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
}

bool IsSpace(char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); }

std::optional<size_t> ReadNumber(absl::string_view digits) {
  digits = absl::StripAsciiWhitespace(digits);
  if (digits.empty() || digits.size() > kMaxDigits ||
      !std::all_of(digits.begin(), digits.end(), absl::ascii_isdigit)) {
    return std::nullopt;
  }
  uint32_t number = 0;
  if (!absl::SimpleAtoi(digits, &number)) return std::nullopt;
  return number;
}

// Parses "0-1", or "0-1:3", whose last block is inclusive.
std::optional<LeakedTarget> ReadTarget(absl::string_view item) {
  const std::pair<absl::string_view, absl::string_view> halves =
      absl::StrSplit(item, absl::MaxSplits('-', 1));
  const std::pair<absl::string_view, absl::string_view> ends =
      absl::StrSplit(halves.second, absl::MaxSplits(':', 1));
  const std::optional<size_t> source = ReadNumber(halves.first);
  const std::optional<size_t> first = ReadNumber(ends.first);
  const bool is_range = absl::StrContains(halves.second, ':');
  const std::optional<size_t> last = is_range ? ReadNumber(ends.second) : first;
  if (!source || !first || !last) return std::nullopt;
  return LeakedTarget{*source, *first, *last + 1};
}

// Parses the tag whose name starts at byte `name`.
class TagReader {
 public:
  TagReader(absl::string_view text, size_t name) : text_(text), at_(name) {}

  std::optional<Tag> Read() {
    if (!ReadBackwards()) return std::nullopt;
    if (is_closing_) {
      SkipSpaces();
      if (!AtBracket()) return std::nullopt;
      ++at_;
      tag_.kind = Tag::Kind::kClosing;
    } else if (!ReadAttributes()) {
      return std::nullopt;
    }
    tag_.range.end = at_;
    return std::move(tag_);
  }

 private:
  // Parses from the name back to the opening bracket.
  bool ReadBackwards() {
    size_t begin = at_;
    at_ += kName.size();
    if (begin > 0 && text_[begin - 1] == ':') {
      size_t prefix = begin - 1;
      while (prefix > 0 && begin - prefix <= kMaxPrefix && IsNameCharacter(text_[prefix - 1])) {
        --prefix;
      }
      if (prefix == begin - 1) return false;
      begin = prefix;
    }
    is_closing_ = begin > 0 && text_[begin - 1] == '/';
    if (is_closing_) --begin;
    if (begin == 0) return false;
    bracket_ = text_[--begin];
    tag_.range.begin = begin;
    return bracket_ == '<' || bracket_ == '(' || bracket_ == '[';
  }

  // Parses the attributes and the closing bracket.
  bool ReadAttributes() {
    const size_t limit = std::min(text_.size(), at_ + kMaxAttributes);
    bool has_index = false;
    while (at_ < limit) {
      const size_t before = at_;
      SkipSpaces();
      if (at_ < text_.size() && text_[at_] == '/') ++at_;
      if (AtBracket()) {
        ++at_;
        // "<cite>" is HTML, but "(cite)" is a word in parentheses.
        if (!has_index && bracket_ != '<') return false;
        tag_.kind = has_index ? Tag::Kind::kOpening : Tag::Kind::kHtmlOpening;
        return true;
      }
      if (at_ == before || at_ == text_.size()) break;
      const absl::string_view name = TakeWhile(IsNameCharacter);
      SkipSpaces();
      if (name.empty() || at_ == text_.size() || text_[at_] != '=') break;
      ++at_;
      SkipSpaces();
      const bool is_index = name == "index";
      has_index |= is_index;
      const std::optional<absl::string_view> value = ReadValue();
      if (!value.has_value()) break;
      if (is_index) ReadTargets(*value);
    }
    // The end of the text may truncate the tag.
    if (at_ < text_.size() || !has_index) return false;
    tag_.targets.clear();
    return true;
  }

  // Returns nullopt if the end of the text truncates the value.
  std::optional<absl::string_view> ReadValue() {
    // The quotation marks may be escaped: \"0-1\".
    const bool is_escaped = at_ < text_.size() && text_[at_] == '\\';
    if (is_escaped) ++at_;
    if (at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'')) {
      const char quote = text_[at_++];
      const size_t end = text_.substr(0, at_ + kMaxAttributes).find(quote, at_);
      if (end == absl::string_view::npos) {
        at_ = std::min(text_.size(), at_ + kMaxAttributes);
        return std::nullopt;
      }
      absl::string_view value = text_.substr(at_, end - at_);
      at_ = end + 1;
      if (is_escaped && absl::EndsWith(value, "\\")) value.remove_suffix(1);
      return value;
    }
    const absl::string_view value = TakeWhile([](char c) {
      return absl::ascii_isdigit(static_cast<unsigned char>(c)) || c == '-' || c == ':' || c == ',';
    });
    if (at_ == text_.size()) return std::nullopt;
    return value;
  }

  void ReadTargets(absl::string_view value) {
    for (const absl::string_view item : absl::StrSplit(value, ',')) {
      if (const std::optional<LeakedTarget> target = ReadTarget(item)) {
        tag_.targets.push_back(*target);
      }
    }
  }

  void SkipSpaces() { TakeWhile(IsSpace); }

  template <typename Predicate>
  absl::string_view TakeWhile(Predicate is_part) {
    const size_t begin = at_;
    while (at_ < text_.size() && at_ - begin < kMaxAttributes && is_part(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool AtBracket() const {
    if (at_ >= text_.size()) return false;
    const char c = text_[at_];
    return c == '>' || (bracket_ == '(' && c == ')') || (bracket_ == '[' && c == ']');
  }

  const absl::string_view text_;
  size_t at_;
  char bracket_ = 0;
  bool is_closing_ = false;
  Tag tag_;
};

std::vector<Tag> FindTags(absl::string_view text, absl::Span<const text::ByteRange> code) {
  std::vector<Tag> tags;
  size_t region = 0;
  for (size_t at = text.find(kName); at != absl::string_view::npos; at = text.find(kName, at)) {
    while (region < code.size() && code[region].end <= at) ++region;
    if (region < code.size() && code[region].begin <= at) {
      at = code[region].end;
      continue;
    }
    std::optional<Tag> tag = TagReader(text, at).Read();
    at += kName.size();
    if (!tag.has_value()) continue;
    at = tag->range.end;
    tags.push_back(*std::move(tag));
  }
  return tags;
}

}  // namespace

std::vector<LeakedMarkup> FindLeakedMarkup(absl::string_view text,
                                           absl::Span<const text::ByteRange> code) {
  std::vector<LeakedMarkup> found;
  std::vector<Tag> tags = FindTags(text, code);
  if (tags.empty()) return found;
  // The open tags: indices in `found`, or kHtml.
  constexpr size_t kHtml = absl::string_view::npos;
  std::vector<size_t> open;
  for (Tag& tag : tags) {
    switch (tag.kind) {
      case Tag::Kind::kOpening:
        open.push_back(found.size());
        found.push_back({tag.range, std::nullopt, std::move(tag.targets)});
        break;
      case Tag::Kind::kHtmlOpening:
        open.push_back(kHtml);
        break;
      case Tag::Kind::kClosing:
        if (open.empty()) {
          found.push_back({std::nullopt, tag.range, {}});
        } else {
          if (open.back() != kHtml) found[open.back()].closing = tag.range;
          open.pop_back();
        }
        break;
    }
  }
  return found;
}

}  // namespace footnote::answering::resolving
