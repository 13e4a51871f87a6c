// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/safe_boundaries.h"

#include "service/text/characters.h"

namespace footnote::segmentation {
namespace {

bool IsVisibleAscii(char c) { return c > 0x20 && c < 0x7F; }

bool EndsClause(char32_t c) {
  switch (c) {
    case ',':
    case ';':
    case ':':
    case 0x60C:  // Arabic comma
    case 0x61B:
    case 0x1361:  // Ethiopic word space
    case 0x1363:
    case 0x2013:
    case 0x2014:
    case 0x3001:
    case 0xFF0C:
    case 0xFF1A:
    case 0xFF1B:
      return true;
    default:
      return false;
  }
}

bool JoinsDigits(char32_t c) {
  return c == '.' || c == ',' || c == ':' || c == '\'' || c == 0x66B || c == 0x66C || c == 0xFF0C ||
         c == 0xFF0E;
}

}  // namespace

bool SafeBoundaries::Next() {
  while (next_ < text_.size()) {
    const size_t at = next_;
    const text::CodePoint c = text::DecodeAt(text_, at);
    next_ += c.size;
    const bool grapheme = graphemes_.Take(c.value);
    if (at >= run_end_ && IsVisibleAscii(text_[at])) FindUrl(at);
    while (part_ + 1 < parts_.size() && parts_[part_ + 1].begin <= at) ++part_;
    const bool safe = at > 0 && grapheme && !text::IsBlank(c.value) && IsSafe(last_, c.value);
    const bool blank_before = text::IsBlank(last_);
    const char32_t left = last_;
    const char32_t visible = last_visible_;
    before_last_ = last_;
    last_ = c.value;
    if (!text::IsBlank(c.value)) last_visible_ = c.value;
    if (!safe) continue;
    position_ = at;
    if (blank_before) {
      rank_ = EndsClause(visible) || text::IsLineEnd(left) ? BoundaryRank::kClause
                                                           : BoundaryRank::kBlank;
    } else {
      rank_ = left >= 0x80 && EndsClause(left) ? BoundaryRank::kClause : BoundaryRank::kGrapheme;
    }
    return true;
  }
  return false;
}

// True if the offset before the last character is safe.
bool SafeBoundaries::IsSafe(char32_t left, char32_t right) {
  const size_t at = next_ - text::DecodeBefore(text_, next_).size;
  if (at > url_begin_ && at < url_end_) return false;
  const Part& part = parts_[part_];
  if (part.kind != Part::kProse && part.kind != Part::kHeading && part.begin != at) return false;
  if (text::IsDigit(left)) {
    if (text::IsDigit(right)) return false;
    return !JoinsDigits(right) || !text::IsDigit(text::DecodeAt(text_, next_).value);
  }
  return !JoinsDigits(left) || !text::IsDigit(right) || !text::IsDigit(before_last_);
}

// Finds a URL or an e-mail address in the run of visible ASCII that begins at `begin`.
void SafeBoundaries::FindUrl(size_t begin) {
  size_t end = begin;
  while (end < text_.size() && IsVisibleAscii(text_[end])) ++end;
  run_end_ = end;
  const absl::string_view run = text_.substr(begin, end - begin);
  size_t at = run.find("://");
  if (at == absl::string_view::npos) at = run.find("www.");
  if (at == absl::string_view::npos) at = run.find('@');
  if (at == absl::string_view::npos) return;
  while (at > 0 &&
         (text::IsAsciiLetter(static_cast<unsigned char>(run[at - 1])) ||
          text::IsAsciiDigit(static_cast<unsigned char>(run[at - 1])) || run[at - 1] == '.' ||
          run[at - 1] == '+' || run[at - 1] == '-' || run[at - 1] == '_' || run[at - 1] == ':')) {
    --at;
  }
  url_begin_ = begin + at;
  url_end_ = end;
}

}  // namespace footnote::segmentation
