// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/inspection/imitations.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "service/answering/resolving/inspection/code_regions.h"

namespace footnote::answering::resolving {
namespace {

constexpr size_t kNone = absl::string_view::npos;
constexpr absl::string_view kCoverage = "Coverage";
// More than any label, number or markup of a line that is worth an imitation.
constexpr size_t kMaxLabel = 64;
constexpr size_t kMaxDigits = 6;
constexpr size_t kMaxLetters = 2;
constexpr size_t kMaxMarkup = 32;
constexpr size_t kMaxSpaces = 8;

bool IsDigit(char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }
bool IsLower(char c) { return absl::ascii_islower(static_cast<unsigned char>(c)); }
bool IsSpace(char c) { return c == ' ' || c == '\t'; }
// Characters of Markdown that can precede the text of a line.
bool IsMarkup(char c) { return IsSpace(c) || absl::StrContains("*_>#-+|~", c); }

// Returns the end of the characters from `at` that satisfy `is_part`, at most `max`.
template <typename Predicate>
size_t SkipUpTo(size_t max, absl::string_view text, size_t at, Predicate is_part) {
  const size_t limit = std::min(text.size(), at + max);
  while (at < limit && is_part(text[at])) ++at;
  return at;
}

// True if only markup precedes `at` in its line.
bool BeginsLine(absl::string_view text, size_t at) {
  const size_t limit = at - std::min(at, kMaxMarkup);
  while (at > limit && IsMarkup(text[at - 1])) --at;
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
}

// A finding that counts within code only if `in_code`.
struct Imitation {
  text::ByteRange range;
  bool in_code = false;
};

// Finds the imitations of one text. Each Read takes constant time, apart from the search for the
// end of an image, which continues where the previous one ended.
class Finder {
 public:
  explicit Finder(absl::string_view text) : text_(text) {}

  // Reads what starts with the bracket at `at`.
  std::optional<Imitation> ReadBracket(size_t at) {
    if (at > 0 && text_[at - 1] == '!') {
      if (const std::optional<Imitation> image = ReadImage(at)) return image;
    }
    size_t label = at + 1;
    const bool has_caret = label < text_.size() && text_[label] == '^';
    if (has_caret) {
      ++label;
      if (const std::optional<Imitation> definition = ReadDefinition(at, label)) return definition;
    }
    const size_t letters = SkipUpTo(kMaxDigits, text_, label, IsDigit);
    if (letters == label) return std::nullopt;
    const size_t end = SkipUpTo(kMaxLetters, text_, letters, IsLower);
    if (end == text_.size() || text_[end] != ']') return std::nullopt;
    if (end == letters && !has_caret) return std::nullopt;
    return Imitation{{at, end + 1}, IsEvidence(end + 1)};
  }

  // Reads the coverage that starts with the word at `at`.
  std::optional<Imitation> ReadCoverage(size_t at) const {
    if (!BeginsLine(text_, at)) return std::nullopt;
    const auto is_between = [](char c) { return IsMarkup(c) || c == ':'; };
    const size_t between = at + kCoverage.size();
    const size_t number = SkipUpTo(kMaxMarkup, text_, between, is_between);
    if (!absl::StrContains(text_.substr(between, number - between), ':')) return std::nullopt;
    size_t end = SkipUpTo(kMaxLabel, text_, number,
                          [](char c) { return IsDigit(c) || c == '.' || c == ','; });
    if (end == number) return std::nullopt;
    // The space may be a no-break space, whose bytes are C2 A0, or a narrow one, E2 80 AF.
    end = SkipUpTo(kMaxSpaces, text_, end, [](char c) {
      return IsSpace(c) || absl::StrContains("\xC2\xA0\xE2\x80\xAF", c);
    });
    if (end == text_.size() || text_[end] != '%') return std::nullopt;
    return Imitation{{at, end + 1}, true};
  }

 private:
  std::optional<Imitation> ReadDefinition(size_t at, size_t label) const {
    const size_t end = SkipUpTo(kMaxLabel, text_, label, [](char c) {
      return c != ']' && c != '[' && !absl::ascii_isspace(static_cast<unsigned char>(c));
    });
    if (end == label || !absl::StartsWith(text_.substr(end), "]:") || !BeginsLine(text_, at)) {
      return std::nullopt;
    }
    return Imitation{{at, end + 2}};
  }

  // Reads the image whose bracket is at `at`, after the exclamation mark.
  std::optional<Imitation> ReadImage(size_t at) {
    while (image_end_ != kNone && image_end_ < at) {
      image_end_ = text_.find(']', image_end_ + 1);
      // The next bracket that ends a description.
      while (image_end_ != kNone && image_end_ + 1 < text_.size() && text_[image_end_ + 1] != '(' &&
             text_[image_end_ + 1] != '[') {
        image_end_ = text_.find(']', image_end_ + 1);
      }
      if (image_end_ != kNone && image_end_ + 1 == text_.size()) image_end_ = kNone;
    }
    if (image_end_ == kNone) return std::nullopt;
    // A description does not extend over paragraphs.
    if (paragraph_end_ != kNone && paragraph_end_ < at) paragraph_end_ = text_.find("\n\n", at);
    if (paragraph_end_ < image_end_) return std::nullopt;
    return Imitation{{at - 1, image_end_ + 2}};
  }

  bool IsEvidence(size_t end) const {
    return absl::StartsWith(text_.substr(SkipUpTo(kMaxSpaces, text_, end, IsSpace)), "│");
  }

  const absl::string_view text_;
  size_t image_end_ = 0;
  size_t paragraph_end_ = 0;
};

}  // namespace

std::vector<text::ByteRange> FindImitations(absl::string_view text, size_t max) {
  std::vector<text::ByteRange> found;
  Finder finder(text);
  std::optional<std::vector<text::ByteRange>> code;
  size_t region = 0;
  const auto is_in_code = [&](size_t at) {
    if (!code.has_value()) code = CodeFinder().Next(text);
    while (region < code->size() && (*code)[region].end <= at) ++region;
    return region < code->size() && (*code)[region].begin <= at;
  };
  size_t bracket = text.find('[');
  size_t word = text.find(kCoverage);
  while (found.size() < max && (bracket != kNone || word != kNone)) {
    const size_t at = std::min(bracket, word);
    const std::optional<Imitation> imitation =
        at == bracket ? finder.ReadBracket(at) : finder.ReadCoverage(at);
    size_t next = at + 1;
    if (imitation.has_value() && (imitation->in_code || !is_in_code(at))) {
      found.push_back(imitation->range);
      next = std::max(next, imitation->range.end);
    }
    if (bracket < next) bracket = text.find('[', next);
    if (word < next) word = text.find(kCoverage, next);
  }
  return found;
}

}  // namespace footnote::answering::resolving
