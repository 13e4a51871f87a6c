#include "service/segmentation/sentences/sentence_tokens.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "service/text/characters.h"

namespace footnote::segmentation {
namespace {

// A quotation or bracket longer than this is taken for one that was never closed.
constexpr size_t kMaxPairBytes = 1500;
// Single quotation marks are apostrophes more often than not.
constexpr size_t kMaxSinglePairBytes = 400;
// How many marks can be open at once.
constexpr size_t kMaxDepth = 64;
// How many open marks are looked through for the one that a closer closes.
constexpr size_t kMaxDepthLookedAt = 8;

enum Family : uint8_t {
  kRound,
  kSquare,
  kCurly,
  kWideRound,
  kCorner,
  kWhiteCorner,
  kDoubleAngle,
  kAngle,
  kLenticular,
  kDoubleCurved,
  kDoubleStraight,
  kGuillemets,
  kSingleGuillemets,
  kSingleCurved,
  kSingleStraight,
  kBackquotes,  // ``TeX''
};

enum Role : uint8_t { kNoRole, kOpens, kCloses, kEither };

struct Mark {
  uint8_t terminator = 0;
  Role role = kNoRole;
  uint8_t family = 0;
};

// Bytes that may begin a mark; lead bytes of scripts in which none of them is a mark are left out.
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

Mark MarkOf(char32_t c) {
  switch (c) {
    case '.':
    case 0xFE52:
      return {kFullStop};
    case '!':
    case 0x203C:
      return {kExclamation};
    case '?':
    case 0x37E:
    case 0x2047:
    case 0x2048:
    case 0x2049:
    case 0x203D:
      return {kQuestion};
    case 0x2026:
      return {kEllipsis};
    case 0x3002:
    case 0xFF0E:
    case 0xFF61:
      return {kFullStop | kWide};
    case 0xFF01:
      return {kExclamation | kWide};
    case 0xFF1F:
      return {kQuestion | kWide};
    case 0x61F:
      return {kQuestion | kDanda};
    case 0x589:
    case 0x6D4:
    case 0x964:
    case 0x965:
    case 0xE5A:
    case 0xE5B:
    case 0x104A:
    case 0x104B:
    case 0x1362:
    case 0x1367:
    case 0x1368:
    case 0x17D4:
    case 0x17D5:
      return {kDanda};
    case '(':
      return {0, kOpens, kRound};
    case ')':
      return {0, kCloses, kRound};
    case '[':
      return {0, kOpens, kSquare};
    case ']':
      return {0, kCloses, kSquare};
    case '{':
      return {0, kOpens, kCurly};
    case '}':
      return {0, kCloses, kCurly};
    case 0xFF08:
      return {0, kOpens, kWideRound};
    case 0xFF09:
      return {0, kCloses, kWideRound};
    case 0x300C:
    case 0xFF62:
      return {0, kOpens, kCorner};
    case 0x300D:
    case 0xFF63:
      return {0, kCloses, kCorner};
    case 0x300E:
      return {0, kOpens, kWhiteCorner};
    case 0x300F:
      return {0, kCloses, kWhiteCorner};
    case 0x300A:
      return {0, kOpens, kDoubleAngle};
    case 0x300B:
      return {0, kCloses, kDoubleAngle};
    case 0x3008:
      return {0, kOpens, kAngle};
    case 0x3009:
      return {0, kCloses, kAngle};
    case 0x3010:
    case 0x3014:
      return {0, kOpens, kLenticular};
    case 0x3011:
    case 0x3015:
      return {0, kCloses, kLenticular};
    case 0x201C:
    case 0x201D:
      return {0, kEither, kDoubleCurved};
    case 0x201E:
    case 0x201F:
      return {0, kOpens, kDoubleCurved};
    case '"':
      return {0, kEither, kDoubleStraight};
    case 0xAB:
    case 0xBB:
      return {0, kEither, kGuillemets};
    case 0x2039:
    case 0x203A:
      return {0, kEither, kSingleGuillemets};
    case 0x2018:
    case 0x2019:
      return {0, kEither, kSingleCurved};
    case 0x201A:
    case 0x201B:
      return {0, kOpens, kSingleCurved};
    case '\'':
      return {0, kEither, kSingleStraight};
    default:
      return {};
  }
}

bool IsOpeningPunctuation(char32_t c) {
  const Mark mark = MarkOf(c);
  return mark.role == kOpens || c == 0x201C || c == 0x2018 || c == '"' || c == '*' || c == '_' ||
         c == 0xBF || c == 0xA1;
}

bool IsDash(char32_t c) { return c == '-' || (c >= 0x2010 && c <= 0x2015); }

class Scan {
 public:
  Scan(absl::string_view text, const Language& language, std::vector<SentenceToken>* tokens)
      : text_(text), language_(language), tokens_(*tokens) {
    tokens_.clear();
  }

  void Run() {
    static const std::array<bool, 256> interesting = MakeInteresting();
    const auto* bytes = reinterpret_cast<const unsigned char*>(text_.data());
    size_t at = 0;
    while (true) {
      while (at < text_.size() && !interesting[bytes[at]]) ++at;
      if (at == text_.size()) break;
      at = Take(at);
    }
    for (const Open& open : open_) tokens_[open.token].kind = SentenceToken::kUnpaired;
  }

 private:
  struct Open {
    uint8_t family;
    uint32_t token;
  };

  // Takes what begins at `at`; returns where to go on.
  size_t Take(size_t at) {
    const char first = text_[at];
    if (first == '`') return TakeBackticks(at);
    if (first == '<') return SkipAutolink(at);
    const text::CodePoint c = text::DecodeAt(text_, at);
    if (first == ':' || first == ';') {
      if (!EndsLikeAColon(at, first)) return at + 1;
      Push(SentenceToken::kTerminator, kDanda, at, at + 1);
      return at + 1;
    }
    const Mark mark = MarkOf(c.value);
    if (mark.terminator != 0) return TakeTerminators(at);
    if (mark.role != kNoRole) return TakeBracket(at, c, mark);
    if (c.value == 0x2022 || c.value == 0x2043 || c.value == 0x2023 || c.value == 0x25E6) {
      Push(SentenceToken::kBullet, 0, at, at + c.size);
    }
    return at + c.size;
  }

  // ':' behind an Armenian letter, ';' behind a Greek one.
  bool EndsLikeAColon(size_t at, char mark) const {
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

  size_t TakeTerminators(size_t begin) {
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
          // "word. . . . Next": the sentence ends with the first, the rest is an omission.
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

  // Behind "." at `at`: past all " ." that follow.
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

  // "? ? ?" and "! ..." are one run.
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

  // Skips an inline code span with all its ends of sentences; "``" may be TeX's opening quote.
  size_t TakeBackticks(size_t begin) {
    size_t end = begin;
    while (end < text_.size() && text_[end] == '`') ++end;
    const size_t length = end - begin;
    if (begin >= no_span_until_[std::min(length, kMaxTicks)]) {
      size_t at = end;
      const size_t limit = std::min(text_.size(), end + kMaxPairBytes);
      while (at < limit) {
        // "``quoted''" as TeX has it.
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
      // Nothing closes such a run before `at`: it need not be looked for again up to there.
      no_span_until_[std::min(length, kMaxTicks)] = at;
    }
    if (length <= 2) OpenPair(kBackquotes, begin, end);
    return end;
  }

  // <https://...> and <name@host> hold no ends of sentences.
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

  size_t TakeBracket(size_t at, text::CodePoint c, Mark mark) {
    const size_t end = at + c.size;
    if (mark.role == kOpens) {
      OpenPair(mark.family, at, end);
      return end;
    }
    if (mark.role == kCloses) {
      const bool closed = ClosePair(mark.family, at, end);
      // A Markdown link: its target follows at once.
      if (closed && c.value == ']' && end < text_.size() && text_[end] == '(') {
        return SkipLinkTarget(end);
      }
      return end;
    }
    return TakeQuote(at, end, c.value, mark.family);
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
    // A link in one that does not end is not looked for.
    no_target_until_ = at;
    return begin;
  }

  size_t TakeQuote(size_t at, size_t end, char32_t c, uint8_t family) {
    const text::CodePoint before = text::DecodeBefore(text_, at);
    const text::CodePoint behind = text::DecodeAt(text_, end);
    const bool single = family == kSingleCurved || family == kSingleStraight;
    const bool letter_before =
        before.size > 0 && (text::IsLetter(before.value) || text::IsDigit(before.value));
    const bool letter_behind =
        behind.size > 0 && (text::IsLetter(behind.value) || text::IsDigit(behind.value));
    const bool japanese = text::ScriptOf(before.value) == text::Script::kHan;
    // An apostrophe, or Hebrew's gershayim.
    if (letter_before && letter_behind && !japanese &&
        (single || (c == '"' && text::ScriptOf(before.value) == text::Script::kHebrew))) {
      return end;
    }
    // '' closes TeX's ``.
    if (c == '\'' && behind.value == '\'') {
      if (ClosePair(kBackquotes, at, end + 1)) return end + 1;
      return TakeEitherQuote(at, end + 1, before, text::DecodeAt(text_, end + 1), kDoubleStraight);
    }
    if (c == '\'' && IsOpen(kBackquotes) && !letter_behind && ClosePair(kBackquotes, at, end)) {
      return end;
    }
    if (c == 0x201C && !IsOpen(family)) {
      OpenPair(family, at, end);
      return end;
    }
    if (c == 0x2018) {
      // Closes German ‚…‘; opens elsewhere.
      if (!letter_behind && IsOpen(family) && ClosePair(family, at, end)) return end;
      OpenPair(family, at, end);
      return end;
    }
    return TakeEitherQuote(at, end, before, behind, family);
  }

  size_t TakeEitherQuote(size_t at, size_t end, text::CodePoint before, text::CodePoint behind,
                         uint8_t family) {
    const bool open_side = before.size == 0 || text::IsBlank(before.value) ||
                           IsOpeningPunctuation(before.value) || IsDash(before.value);
    const bool close_side = behind.size == 0 || text::IsBlank(behind.value) ||
                            (!text::IsLetter(behind.value) && !text::IsDigit(behind.value));
    if (IsOpen(family) && (!open_side || close_side) && ClosePair(family, at, end)) return end;
    const char32_t c = text::DecodeAt(text_, at).value;
    const bool can_open = open_side || (family == kGuillemets && !close_side) ||
                          (family == kDoubleStraight && !close_side) ||
                          text::ScriptOf(before.value) == text::Script::kHan || c == 0x201C;
    const bool straight = family == kDoubleStraight || family == kSingleStraight;
    const bool detached = straight && behind.size > 0 && text::IsBlank(behind.value);
    if (can_open && behind.size > 0 && (!detached || DetachedQuoteOpens(at, end))) {
      OpenPair(family, at, end);
    } else {
      Push(SentenceToken::kUnpaired, 0, at, end);
      tokens_.back().family = family;
    }
    return end;
  }

  // Whether a straight quotation mark with blanks on both sides opens rather than closes: it does
  // before a word with a capital that begins no sentence.
  bool DetachedQuoteOpens(size_t at, size_t end) const {
    const text::CodePoint next = text::DecodeAt(text_, text::SkipBlanks(text_, end));
    if (!text::IsUpper(next.value) && text_.substr(text::SkipBlanks(text_, end), 3) != "...")
      return false;
    while (at > 0 && text_[at - 1] == ' ') --at;
    return at == 0 || (text_[at - 1] != '.' && text_[at - 1] != '!' && text_[at - 1] != '?');
  }

  // Gives up the open marks that are too far before `at` to be closed; whether there were any.
  bool ForgetOpen(size_t at) {
    size_t far = 0;
    while (far < open_.size() && tokens_[open_[far].token].begin + kMaxPairBytes < at) {
      tokens_[open_[far].token].kind = SentenceToken::kUnpaired;
      ++far;
    }
    open_.erase(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(far));
    return far > 0;
  }

  bool IsOpen(uint8_t family) const {
    const size_t deepest = open_.size() - std::min(open_.size(), kMaxDepthLookedAt);
    for (size_t i = open_.size(); i > deepest; --i) {
      if (open_[i - 1].family == family) return true;
    }
    return false;
  }

  // A mark that is nested too deep to be meant is passed over.
  void OpenPair(uint8_t family, size_t begin, size_t end) {
    if (open_.size() == kMaxDepth && !ForgetOpen(begin)) return;
    open_.push_back({family, static_cast<uint32_t>(tokens_.size())});
    Push(SentenceToken::kOpener, 0, begin, end);
    tokens_.back().family = family;
  }

  // Pairs the closer with its opener, if there is one near enough; else it is unpaired.
  bool ClosePair(uint8_t family, size_t begin, size_t end) {
    const size_t deepest = open_.size() - std::min(open_.size(), kMaxDepthLookedAt);
    const bool single = family == kSingleCurved || family == kSingleStraight;
    const size_t longest = single ? kMaxSinglePairBytes : kMaxPairBytes;
    for (size_t i = open_.size(); i > deepest; --i) {
      if (open_[i - 1].family != family) continue;
      SentenceToken& opener = tokens_[open_[i - 1].token];
      if (begin - opener.begin > longest) break;
      if (opener.end == begin && open_[i - 1].token + 1 == tokens_.size()) {
        // Nothing is in the pair: it is of no account.
        tokens_.pop_back();
        open_.resize(i - 1);
        return true;
      }
      opener.match = static_cast<uint32_t>(tokens_.size());
      for (size_t k = i; k < open_.size(); ++k) {
        tokens_[open_[k].token].kind = SentenceToken::kUnpaired;
      }
      open_.resize(i - 1);
      Push(SentenceToken::kCloser, 0, begin, end);
      tokens_.back().family = family;
      return true;
    }
    if (family != kBackquotes) {
      Push(SentenceToken::kUnpaired, 0, begin, end);
      tokens_.back().family = family;
    }
    return false;
  }

  static constexpr size_t kMaxTicks = 7;

  const absl::string_view text_;
  const Language& language_;
  std::vector<SentenceToken>& tokens_;
  std::vector<Open> open_;
  // By the length of a run of backticks: before where it is known that none closes a code span.
  std::array<size_t, kMaxTicks + 1> no_span_until_ = {};
  size_t no_target_until_ = 0;
};

}  // namespace

bool IsTitleFamily(uint8_t family) {
  return family == kDoubleAngle || family == kAngle || family == kWideRound;
}

bool IsParenthesisFamily(uint8_t family) {
  return family == kRound || family == kSquare || family == kCurly || family == kWideRound;
}

void FindSentenceTokens(absl::string_view text, const Language& language,
                        std::vector<SentenceToken>* tokens) {
  Scan(text, language, tokens).Run();
}

}  // namespace footnote::segmentation
