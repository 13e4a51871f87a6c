// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/sentence_breaker.h"

#include <algorithm>
#include <cstdint>

#include "service/segmentation/sentences/full_stop_rules.h"
#include "service/segmentation/sentences/inline_lists.h"
#include "service/segmentation/sentences/next_text.h"
#include "service/text/characters.h"
#include "service/text/graphemes.h"

namespace footnote::segmentation {
namespace {

// True for characters that can be between a terminator and the end of its sentence: Markdown
// emphasis, combining marks, emoji, superscripts.
bool StaysWithTerminator(char32_t c) {
  switch (c) {
    case '*':
    case '_':
    case '~':
    case 0xB2:
    case 0xB3:
    case 0xB9:
      return true;
    default:
      return (c >= 0x2070 && c <= 0x2079) || (c >= 0x2600 && c <= 0x27BF) ||
             (c >= 0x1F000 && c <= 0x1FAFF) || c == 0x20E3 || (c >= 0xFE00 && c <= 0xFE0F) ||
             (c >= 0x1F3FB && c <= 0x1F3FF) || text::IsGraphemeExtender(c);
  }
}

// True if a particle follows that makes the text before it part of the sentence:
// "アイカツ！が好き".
bool JapaneseContinues(absl::string_view text, size_t at) {
  constexpr absl::string_view kParticles[] = {
      "の",   "を",   "が",   "と言", "という", "といっ", "と思", "と聞", "と叫", "と答",
      "と尋", "と書", "って", "に出", "に参",   "で買",   "的",   "、",   "，"};
  constexpr absl::string_view kWords[] = {"がん", "がっ", "のん", "のち", "のど"};
  const absl::string_view next = text.substr(at, 9);
  const auto begins = [next](absl::string_view prefix) {
    return next.substr(0, prefix.size()) == prefix;
  };
  return std::any_of(std::begin(kParticles), std::end(kParticles), begins) &&
         std::none_of(std::begin(kWords), std::end(kWords), begins);
}

class PieceBreaker {
 public:
  PieceBreaker(absl::string_view text, size_t base, const Language& language,
               std::vector<SentenceToken>* tokens, std::vector<size_t>* splits)
      : text_(text), base_(base), language_(language), tokens_(*tokens), splits_(*splits) {}

  void Run() {
    FindSentenceTokens(text_, language_, &tokens_);
    std::vector<size_t> items;
    FindInlineItems(text_, &tokens_, &items);
    std::sort(items.begin(), items.end());
    auto item = items.begin();
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const SentenceToken& token = tokens_[i];
      for (; item != items.end() && *item <= token.begin; ++item) Split(*item);
      if (token.kind == SentenceToken::kTerminator) {
        SplitIfSentenceEnds(i, token.end, tokens_.size());
      } else if (token.kind == SentenceToken::kOpener) {
        i = SkipPair(i);
      }
    }
    for (; item != items.end(); ++item) Split(*item);
  }

 private:
  // Skips the pair that token `opener` opens. Returns the index of its closer. A sentence can end
  // with the pair, but not inside it.
  size_t SkipPair(size_t opener) {
    const size_t closer = tokens_[opener].match;
    size_t last = closer - 1;
    while (last > opener && tokens_[last].kind != SentenceToken::kTerminator &&
           tokens_[last].end == tokens_[last + 1].begin) {
      --last;
    }
    if (last <= opener || tokens_[last].kind != SentenceToken::kTerminator) return closer;
    // "[...]" is an omission.
    if ((tokens_[last].marks & kEllipsis) != 0 && last + 1 < closer &&
        IsParenthesisFamily(tokens_[last + 1].family)) {
      return closer;
    }
    if (text::SkipBlanks(text_, tokens_[last].end) < tokens_[last + 1].begin) return closer;
    SplitIfSentenceEnds(last, tokens_[closer].end, opener);
    return closer;
  }

  // Skips what belongs to the sentence that ended before byte `at`. `index` is a token at or before
  // `at` whose predecessors are not needed.
  size_t SkipClosers(size_t index, size_t at) const {
    while (at < text_.size()) {
      while (index < tokens_.size() && tokens_[index].begin < at) ++index;
      if (index < tokens_.size() && tokens_[index].begin == at) {
        const SentenceToken& token = tokens_[index];
        const bool reference = token.kind == SentenceToken::kOpener && IsReference(index);
        if (reference) {
          at = tokens_[token.match].end;
          index = token.match + 1;
          continue;
        }
        if (token.kind != SentenceToken::kUnpaired) return at;
        at = token.end;
        continue;
      }
      const text::CodePoint c = text::DecodeAt(text_, at);
      if (StaysWithTerminator(c.value)) {
        at += c.size;
        continue;
      }
      if (c.value != ' ') return at;
      // "gas. [1] [2]"
      size_t after = text::SkipBlanks(text_, at);
      size_t next = index;
      while (next < tokens_.size() && tokens_[next].begin < after) ++next;
      if (next == tokens_.size() || tokens_[next].begin != after ||
          tokens_[next].kind != SentenceToken::kOpener || !IsReference(next)) {
        return at;
      }
      at = tokens_[tokens_[next].match].end;
      index = tokens_[next].match + 1;
    }
    return at;
  }

  // True for the opener of "[12]" or "[2–11]", followed by a blank, another reference or the end.
  bool IsReference(size_t opener) const {
    const SentenceToken& open = tokens_[opener];
    const SentenceToken& close = tokens_[open.match];
    if (text_[open.begin] != '[' || close.begin - open.end > 16 || close.begin == open.end) {
      return false;
    }
    bool digit = false;
    for (size_t at = open.end; at < close.begin;) {
      const text::CodePoint c = text::DecodeAt(text_, at);
      digit = digit || text::IsDigit(c.value);
      if (!text::IsDigit(c.value) && c.value != ',' && c.value != ' ' && c.value != '-' &&
          c.value != 0x2013) {
        return false;
      }
      at += c.size;
    }
    const text::CodePoint after = text::DecodeAt(text_, close.end);
    return digit && (after.size == 0 || text::IsBlank(after.value) || after.value == '[' ||
                     text::ScriptOf(after.value) == text::Script::kHan);
  }

  // Splits after terminator `index` if it ends a sentence. With its closing punctuation it ends at
  // `end`. `opener` is the opener of the pair that ends with it, or tokens_.size().
  void SplitIfSentenceEnds(size_t index, size_t end, size_t opener) {
    const SentenceToken& token = tokens_[index];
    const bool paired = opener < tokens_.size();
    if ((token.marks & kSpacedDots) != 0 && (token.marks & kFullStop) != 0) {
      const NextText next = ReadNextText(text_, token.end);
      size_t dots = token.end;
      while (dots < text_.size() &&
             (text_[dots] == '.' || text::IsBlank(text::DecodeAt(text_, dots).value))) {
        dots += text::DecodeAt(text_, dots).size;
      }
      if (dots < text_.size() && text::IsUpper(text::DecodeAt(text_, dots).value)) Split(next.at);
      return;
    }
    end = SkipClosers((paired ? tokens_[opener].match : index) + 1, end);
    NextText next = ReadNextText(text_, end);
    if (next.at >= text_.size()) return;
    // Another terminator follows immediately and decides.
    if (next.at == end && IsTerminatorAt(index, next.at)) return;
    if (next.blanks ? EndsBeforeBlanks(token, index, opener, next)
                    : EndsWithoutBlank(token, opener, &next)) {
      SplitAfter(end, next);
    }
  }

  bool IsTerminatorAt(size_t index, size_t at) const {
    while (index < tokens_.size() && tokens_[index].begin < at) ++index;
    return index < tokens_.size() && tokens_[index].begin == at &&
           tokens_[index].kind == SentenceToken::kTerminator;
  }

  bool EndsBeforeBlanks(const SentenceToken& token, size_t index, size_t opener,
                        const NextText& next) const {
    const char32_t first = next.first.value;
    if (first == '!' || first == '?') return false;
    if (first == ',' || first == ';' || first == ':' || first == 0x60C || first == 0x61B ||
        first == 0x3001 || first == 0xFF0C) {
      return false;
    }
    if (IsTerminatorAt(index + 1, next.at) && (token.marks & kDanda) == 0 &&
        token.marks != kFullStop) {
      return false;
    }
    if (IsTerminatorAt(index + 1, next.at) && text_[next.at] == '.' && token.marks == kFullStop &&
        (next.at + 1 >= text_.size() || text_[next.at + 1] == ' ')) {
      return false;
    }
    const bool paired = opener < tokens_.size();
    if (paired) {
      const SentenceToken& open = tokens_[opener];
      // A sentence in parentheses within another: "She wrote (I am here.) and left."
      if (IsParenthesisFamily(open.family) && text::SkipBlanks(text_, sentence_) != open.begin) {
        const text::CodePoint before = text::DecodeBefore(text_, TrimBlanks(open.begin));
        const bool alone = before.value == '.' || before.value == '!' || before.value == '?';
        if (!alone && !IsStarter(text_, next, language_)) {
          return !text::IsLower(next.lead.value) && (token.marks & (kDanda | kWide)) != 0;
        }
      }
    }
    if (ContinuesInLowerCase(text_, next)) return false;
    if ((token.marks & kEllipsis) != 0) return EllipsisEnds(token, next);
    if ((token.marks & (kWide | kDanda)) != 0) return true;
    if ((token.marks & (kExclamation | kQuestion)) != 0) {
      return (token.marks & kQuestion) != 0 || !language_.Has(kExclamationGoesOn);
    }
    const size_t stops = token.end - token.begin;
    if (stops > 1) return true;
    return FullStopEnds(text_, sentence_, token.begin, next, language_);
  }

  bool EllipsisEnds(const SentenceToken& token, const NextText& next) const {
    if ((token.marks & (kExclamation | kQuestion)) != 0) return true;
    if ((token.marks & kSpacedDots) != 0 || language_.Has(kColonEnds)) return false;
    if (token.end - token.begin == 4 && text_[token.begin] == '.') return true;
    if (!text::IsUpper(next.lead.value)) return next.dash && !text::IsLower(next.lead.value);
    const text::CodePoint after = text::DecodeAt(text_, next.lead_at + 1);
    return next.lead.value != 'I' || text::IsLetter(after.value) || !language_.Has(kCapitalI);
  }

  // Returns the offset of the blanks that precede byte `at`, or `at`.
  size_t TrimBlanks(size_t at) const {
    while (at > 0) {
      const text::CodePoint c = text::DecodeBefore(text_, at);
      if (!text::IsBlank(c.value)) break;
      at -= c.size;
    }
    return at;
  }

  // Decides about a terminator without a blank after it. Can advance `next` over the number of a
  // footnote.
  bool EndsWithoutBlank(const SentenceToken& token, size_t opener, NextText* next) const {
    const char32_t first = next->first.value;
    const bool han = text::ScriptOf(first) == text::Script::kHan;
    const bool paired = opener < tokens_.size();
    const text::CodePoint before = text::DecodeBefore(text_, token.begin);
    if ((token.marks & kWide) != 0) {
      if (!text::IsLetter(first) && !text::IsDigit(first) && !OpensAt(next->at)) {
        if (first == 0x3001 || first == 0xFF0C || first == ',' || first == ';' || first == ':') {
          return false;
        }
      }
      if (first >= 0xFF10 && first <= 0xFF19 && text::IsDigit(before.value)) return false;
      if (paired) {
        const uint8_t family = tokens_[opener].family;
        if (IsTitleFamily(family)) return false;
        // Hiragana after a closer continues the sentence: 「…。」と言った.
        return !(first >= 0x3041 && first <= 0x309F) && first != 0x7684;
      }
      if (first < 0x80 && (token.marks & kFullStop) != 0 && text::IsAsciiDigit(first) &&
          text::IsDigit(before.value)) {
        return false;
      }
      if (text::DecodeAt(text_, token.begin).value == 0xFF0E && !WideStopEnds(token)) return false;
      return !JapaneseContinues(text_, next->at);
    }
    if ((token.marks & kDanda) != 0) {
      // "a۔b" and ":" within figures do not end a sentence.
      return (text::IsLetter(first) || text::IsDigit(first)) && !text::IsDigit(before.value) &&
             text_[token.begin] != ':';
    }
    if ((token.marks & kEllipsis) != 0) {
      return han && (token.marks & (kExclamation | kQuestion)) != 0;
    }
    if (han) {
      if (paired && first >= 0x3041 && first <= 0x309F) return false;
      if (paired && IsTitleFamily(tokens_[opener].family)) return false;
      // "B.C.警方"
      if (token.marks == kFullStop && text::IsUpper(before.value) &&
          text::DecodeBefore(text_, token.begin - before.size).value == '.') {
        return false;
      }
      return !text::IsDigit(before.value) && !JapaneseContinues(text_, next->at);
    }
    if ((token.marks & kFullStop) == 0 || token.end - token.begin != 1) return false;
    return EndsBeforeFootnote(token, next) || EndsBeforeGluedWord(token, *next);
  }

  bool OpensAt(size_t at) const {
    const auto found = std::lower_bound(
        tokens_.begin(), tokens_.end(), at,
        [](const SentenceToken& token, size_t offset) { return token.begin < offset; });
    return found != tokens_.end() && found->begin == at && found->kind == SentenceToken::kOpener;
  }

  // False for initials: Ｕ．Ｓ．Ａ．
  bool WideStopEnds(const SentenceToken& token) const {
    const text::CodePoint letter = text::DecodeBefore(text_, token.begin);
    if (letter.value < 0xFF21 || letter.value > 0xFF3A) return true;
    const text::CodePoint before = text::DecodeBefore(text_, token.begin - letter.size);
    return before.value >= 0xFF21 && before.value <= 0xFF5A;
  }

  // True for "(1987).1 According". The number of the footnote belongs to the sentence: moves `next`
  // to the text after it.
  bool EndsBeforeFootnote(const SentenceToken& token, NextText* next) const {
    const text::CodePoint before = text::DecodeBefore(text_, token.begin);
    if (!text::IsAsciiDigit(next->first.value) || next->first.value == '0') return false;
    if (!text::IsLower(before.value) && before.value != ')') return false;
    size_t at = token.end;
    size_t digits = 0;
    while (at < text_.size() && text::IsAsciiDigit(static_cast<unsigned char>(text_[at]))) {
      ++at;
      ++digits;
    }
    if (digits > 3) return false;
    size_t more = at;
    while (more + 1 < text_.size() && text_[more] == ' ' &&
           text::IsAsciiDigit(static_cast<unsigned char>(text_[more + 1]))) {
      more += 2;
      while (more < text_.size() && text::IsAsciiDigit(static_cast<unsigned char>(text_[more])))
        ++more;
      at = more;
    }
    const NextText after = ReadNextText(text_, at);
    if (!after.blanks || !text::IsUpper(after.first.value)) return false;
    *next = after;
    return true;
  }

  // True for "Hello world.Today is Tuesday."; false for identifiers such as "java.lang.String".
  bool EndsBeforeGluedWord(const SentenceToken& token, const NextText& next) const {
    if (!text::IsUpper(next.first.value)) return false;
    const text::CodePoint second = text::DecodeAt(text_, next.at + next.first.size);
    if (!text::IsLower(second.value)) return false;
    size_t begin = token.begin;
    while (begin > sentence_ && token.begin - begin < 64) {
      const text::CodePoint c = text::DecodeBefore(text_, begin);
      if (!text::IsLetter(c.value) && !text::IsDigit(c.value) && c.value != ',') break;
      begin -= c.size;
    }
    if (begin == token.begin) return false;
    if (begin > 0) {
      const text::CodePoint before = text::DecodeBefore(text_, begin);
      if (!text::IsBlank(before.value)) return false;
    }
    const text::CodePoint last = text::DecodeBefore(text_, token.begin);
    if (!text::IsLower(last.value) && !text::IsDigit(last.value)) return false;
    if (token.begin - begin < 3) return false;
    size_t end = next.at;
    while (end < text_.size() && end - next.at < 32) {
      const text::CodePoint c = text::DecodeAt(text_, end);
      if (!text::IsLetter(c.value) && c.value != '\'') break;
      end += c.size;
    }
    const text::CodePoint after = text::DecodeAt(text_, end);
    const bool title =
        after.value == '.' && end - next.at <= 3 && end + 1 < text_.size() && text_[end + 1] == ' ';
    return (text::IsBlank(after.value) && after.size > 0 && after.value != 0) || title;
  }

  // Splits before `next`, but leaves the indentation of `next` with it. The sentence ends at `end`.
  void SplitAfter(size_t end, const NextText& next) {
    if (!next.line_end) {
      Split(next.at);
      return;
    }
    size_t split = next.at;
    while (split > end) {
      const text::CodePoint c = text::DecodeBefore(text_, split);
      if (text::IsLineEnd(c.value)) break;
      split -= c.size;
    }
    Split(split);
  }

  void Split(size_t at) {
    if (at <= sentence_ || at >= text_.size()) return;
    if (!text::MaySplitBetween(text::DecodeBefore(text_, at).value,
                               text::DecodeAt(text_, at).value))
      return;
    splits_.push_back(base_ + at);
    sentence_ = at;
  }

  const absl::string_view text_;
  const size_t base_;
  const Language& language_;
  std::vector<SentenceToken>& tokens_;
  std::vector<size_t>& splits_;
  // The offset at which the current sentence begins.
  size_t sentence_ = 0;
};

}  // namespace

void SentenceBreaker::Break(absl::string_view piece, size_t base, std::vector<size_t>* splits) {
  PieceBreaker(piece, base, language_, &tokens_, splits).Run();
}

}  // namespace footnote::segmentation
