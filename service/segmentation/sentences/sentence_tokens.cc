// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/sentence_tokens.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "service/segmentation/sentences/pair_matcher.h"
#include "service/text/characters.h"

namespace footnote::segmentation {
namespace {

// The bytes that can begin a token. Excludes lead bytes of scripts that have no marks.
std::array<bool, 256> MakeInteresting() {
  std::array<bool, 256> interesting = {};
  for (const unsigned char c :
       {'.', '!', '?', '(', ')', '[', ']', '{', '}', '"', '\'', '`', ':', ';', '<'}) {
    interesting[c] = true;
  }
  for (const int lead : {0xC2, 0xCD, 0xD6, 0xD8, 0xDB, 0xE0, 0xE1, 0xE2, 0xE3, 0xEF}) {
    interesting[static_cast<size_t>(lead)] = true;
  }
  return interesting;
}

bool IsDash(char32_t c) { return c == '-' || (c >= 0x2010 && c <= 0x2015); }

class TokenScanner {
 public:
  TokenScanner(absl::string_view text, const Language& language, std::vector<SentenceToken>* tokens)
      : text_(text), language_(language), tokens_(*tokens), pairs_(tokens) {
    tokens_.clear();
  }

  void Run() {
    static const std::array<bool, 256> interesting = MakeInteresting();
    const auto* bytes = reinterpret_cast<const unsigned char*>(text_.data());
    size_t at = 0;
    while (true) {
      while (at < text_.size() && !interesting[bytes[at]]) ++at;
      if (at == text_.size()) break;
      at = Read(at);
    }
    pairs_.Finish();
  }

 private:
  // Reads the token or other character at byte `at`. Returns the offset at which to continue, as do
  // the other functions named Read.
  size_t Read(size_t at) {
    const char first = text_[at];
    if (first == '`') return ReadBackticks(at);
    if (first == '<') return SkipAutolink(at);
    const text::CodePoint c = text::DecodeAt(text_, at);
    if (first == ':' || first == ';') {
      if (!IsTerminator(at, first)) return at + 1;
      Push(SentenceToken::kTerminator, kDanda, at, at + 1);
      return at + 1;
    }
    const Mark mark = MarkOf(c.value);
    if (mark.terminator != 0) return ReadTerminators(at);
    if (mark.role != kNoRole) return ReadBracket(at, c, mark);
    if (c.value == 0x2022 || c.value == 0x2043 || c.value == 0x2023 || c.value == 0x25E6) {
      Push(SentenceToken::kBullet, 0, at, at + c.size);
    }
    return at + c.size;
  }

  // True for ':' after an Armenian letter and ';' after a Greek one. `mark` is ':' or ';'.
  bool IsTerminator(size_t at, char mark) const {
    const text::Script before = text::ScriptOf(text::DecodeBefore(text_, at).value);
    if (mark == ';') return before == text::Script::kGreek && language_.Has(kSemicolonAsks);
    return before == text::Script::kArmenian ||
           (language_.Has(kColonEnds) && at > 0 && text_[at - 1] == '.');
  }

  void Push(SentenceToken::Kind kind, uint8_t marks, size_t begin, size_t end) {
    SentenceToken token;
    token.kind = kind;
    token.marks = marks;
    token.begin = static_cast<uint32_t>(begin);
    token.end = static_cast<uint32_t>(end);
    tokens_.push_back(token);
  }

  size_t ReadTerminators(size_t begin) {
    size_t end = begin;
    uint8_t marks = 0;
    size_t stops = 0;
    bool others = false;
    while (true) {
      const text::CodePoint c = text::DecodeAt(text_, end);
      const uint8_t mark = c.size == 0 ? 0 : MarkOf(c.value).terminator;
      if (mark == 0) break;
      if (c.value == '.') {
        ++stops;
      } else {
        others = true;
      }
      marks |= mark;
      end += c.size;
    }
    if (stops >= 3) marks |= kEllipsis;
    if (stops == 1 && !others) {
      size_t dots = 1;
      const size_t spaced = SkipSpacedDots(end, &dots);
      if (dots >= 3) {
        const bool attached = begin > 0 && !text::IsBlank(text::DecodeBefore(text_, begin).value);
        if (attached && dots >= 4) {
          // "word. . . . Next": the sentence ends with the first dot, the rest is an omission.
          Push(SentenceToken::kTerminator, kFullStop | kSpacedDots, begin, end);
        } else {
          const int omission = kEllipsis | kSpacedDots;
          Push(SentenceToken::kTerminator,
               static_cast<uint8_t>(dots >= 4 ? int{kFullStop} : omission), begin, spaced);
        }
        return spaced;
      }
    } else if ((marks & (kExclamation | kQuestion)) != 0) {
      end = SkipSpacedMarks(end, &marks);
    }
    Push(SentenceToken::kTerminator, marks, begin, end);
    return end;
  }

  // Skips each " ." that follows the full stop before byte `at`, and adds their number to `dots`.
  size_t SkipSpacedDots(size_t at, size_t* dots) const {
    while (true) {
      const text::CodePoint space = text::DecodeAt(text_, at);
      if (space.value != ' ' && space.value != 0xA0) return at;
      const size_t dot = at + space.size;
      if (dot >= text_.size() || text_[dot] != '.') return at;
      if (dot + 1 < text_.size() && text_[dot + 1] == '.') return at;
      ++*dots;
      at = dot + 1;
    }
  }

  // Skips the rest of a run such as "? ? ?" and "! ...".
  size_t SkipSpacedMarks(size_t at, uint8_t* marks) const {
    while (at + 1 < text_.size() && text_[at] == ' ') {
      const char next = text_[at + 1];
      if (next == '!' || next == '?') {
        at += 2;
      } else if (text_.substr(at + 1, 3) == "...") {
        *marks |= kEllipsis;
        at += 4;
      } else if (text_.substr(at + 1, 5) == ". . .") {
        *marks |= kEllipsis;
        at += 6;
      } else {
        break;
      }
    }
    return at;
  }

  // Skips an inline code span. If there is none, "``" can be an opening quotation mark of TeX.
  size_t ReadBackticks(size_t begin) {
    size_t end = begin;
    while (end < text_.size() && text_[end] == '`') ++end;
    const size_t length = end - begin;
    if (begin >= no_span_until_[std::min(length, kMaxTicks)]) {
      size_t at = end;
      const size_t limit = std::min(text_.size(), end + kMaxPairBytes);
      while (at < limit) {
        // TeX: "``quoted''".
        if (length == 2 && text_[at] == '\'' && at + 1 < limit && text_[at + 1] == '\'') break;
        if (text_[at] != '`') {
          ++at;
          continue;
        }
        size_t close = at;
        while (close < text_.size() && text_[close] == '`') ++close;
        if (close - at == length) return close;
        at = close;
      }
      // No such run before `at` closes a span. Remembering this keeps the time linear.
      no_span_until_[std::min(length, kMaxTicks)] = at;
    }
    if (length <= 2) pairs_.Open(kBackquotes, begin, end);
    return end;
  }

  // Skips <https://...> and <name@host>, which contain no end of a sentence.
  size_t SkipAutolink(size_t begin) const {
    constexpr size_t kMaxLink = 512;
    size_t at = begin + 1;
    bool link = false;
    while (at < text_.size() && at - begin < kMaxLink) {
      const char c = text_[at];
      if (c == '>') return link ? at + 1 : begin + 1;
      if (c == '<' || text::IsBlank(static_cast<unsigned char>(c))) break;
      link = link || c == ':' || c == '@';
      ++at;
    }
    return begin + 1;
  }

  size_t ReadBracket(size_t at, text::CodePoint c, Mark mark) {
    const size_t end = at + c.size;
    if (mark.role == kOpens) {
      pairs_.Open(mark.family, at, end);
      return end;
    }
    if (mark.role == kCloses) {
      const bool closed = pairs_.Close(mark.family, at, end);
      // The target of a Markdown link follows immediately.
      if (closed && c.value == ']' && end < text_.size() && text_[end] == '(') {
        return SkipLinkTarget(end);
      }
      return end;
    }
    return ReadQuote(at, end, c.value, mark.family);
  }

  size_t SkipLinkTarget(size_t begin) {
    constexpr size_t kMaxTarget = 1000;
    if (begin < no_target_until_) return begin;
    const size_t limit = std::min(text_.size(), begin + kMaxTarget);
    size_t depth = 0;
    size_t at = begin;
    for (; at < limit && text_[at] != '\n'; ++at) {
      if (text_[at] == '(') ++depth;
      if (text_[at] == ')' && --depth == 0) return at + 1;
    }
    // The target does not end. Remembering this keeps the time linear.
    no_target_until_ = at;
    return begin;
  }

  size_t ReadQuote(size_t at, size_t end, char32_t c, uint8_t family) {
    const text::CodePoint before = text::DecodeBefore(text_, at);
    const text::CodePoint after = text::DecodeAt(text_, end);
    const bool single = IsSingleQuoteFamily(family);
    const bool letter_before =
        before.size > 0 && (text::IsLetter(before.value) || text::IsDigit(before.value));
    const bool letter_after =
        after.size > 0 && (text::IsLetter(after.value) || text::IsDigit(after.value));
    const bool japanese = text::ScriptOf(before.value) == text::Script::kHan;
    // An apostrophe, or the Hebrew gershayim.
    if (letter_before && letter_after && !japanese &&
        (single || (c == '"' && text::ScriptOf(before.value) == text::Script::kHebrew))) {
      return end;
    }
    // TeX: '' closes ``.
    if (c == '\'' && after.value == '\'') {
      if (pairs_.Close(kBackquotes, at, end + 1)) return end + 1;
      return ReadAmbiguousQuote(at, end + 1, before, text::DecodeAt(text_, end + 1),
                                kDoubleStraight);
    }
    if (c == '\'' && pairs_.IsOpen(kBackquotes) && !letter_after &&
        pairs_.Close(kBackquotes, at, end)) {
      return end;
    }
    if (c == 0x201C && !pairs_.IsOpen(family)) {
      pairs_.Open(family, at, end);
      return end;
    }
    if (c == 0x2018) {
      // It closes German ‚…‘ and opens in other languages.
      if (!letter_after && pairs_.IsOpen(family) && pairs_.Close(family, at, end)) return end;
      pairs_.Open(family, at, end);
      return end;
    }
    return ReadAmbiguousQuote(at, end, before, after, family);
  }

  size_t ReadAmbiguousQuote(size_t at, size_t end, text::CodePoint before, text::CodePoint after,
                            uint8_t family) {
    const bool open_side = before.size == 0 || text::IsBlank(before.value) ||
                           IsOpeningPunctuation(before.value) || IsDash(before.value);
    const bool close_side = after.size == 0 || text::IsBlank(after.value) ||
                            (!text::IsLetter(after.value) && !text::IsDigit(after.value));
    if (pairs_.IsOpen(family) && (!open_side || close_side) && pairs_.Close(family, at, end))
      return end;
    const char32_t c = text::DecodeAt(text_, at).value;
    const bool can_open = open_side || (family == kGuillemets && !close_side) ||
                          (family == kDoubleStraight && !close_side) ||
                          text::ScriptOf(before.value) == text::Script::kHan || c == 0x201C;
    const bool straight = family == kDoubleStraight || family == kSingleStraight;
    const bool detached = straight && after.size > 0 && text::IsBlank(after.value);
    if (can_open && after.size > 0 && (!detached || DetachedQuoteOpens(at, end))) {
      pairs_.Open(family, at, end);
    } else {
      pairs_.AddUnpaired(family, at, end);
    }
    return end;
  }

  // True if a straight quotation mark with blanks on both sides opens a quotation: it precedes a
  // capitalized word and does not follow the end of a sentence.
  bool DetachedQuoteOpens(size_t at, size_t end) const {
    const text::CodePoint next = text::DecodeAt(text_, text::SkipBlanks(text_, end));
    if (!text::IsUpper(next.value) && text_.substr(text::SkipBlanks(text_, end), 3) != "...")
      return false;
    while (at > 0 && text_[at - 1] == ' ') --at;
    return at == 0 || (text_[at - 1] != '.' && text_[at - 1] != '!' && text_[at - 1] != '?');
  }

  static constexpr size_t kMaxTicks = 7;

  const absl::string_view text_;
  const Language& language_;
  std::vector<SentenceToken>& tokens_;
  PairMatcher pairs_;
  // For each length of a run of backticks: no run before this offset closes a code span.
  std::array<size_t, kMaxTicks + 1> no_span_until_ = {};
  // No link target that begins before this offset ends.
  size_t no_target_until_ = 0;
};

}  // namespace

void FindSentenceTokens(absl::string_view text, const Language& language,
                        std::vector<SentenceToken>* tokens) {
  TokenScanner(text, language, tokens).Run();
}

}  // namespace footnote::segmentation
