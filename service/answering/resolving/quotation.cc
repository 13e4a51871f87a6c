#include "service/answering/resolving/quotation.h"

#include <unicode/normalizer2.h>
#include <unicode/utf8.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "service/answering/utf8.h"

namespace footnote::answering {
namespace {

using Fold = v1::Verification::Fold;

bool EqualsJoined(absl::string_view quoted, absl::Span<const absl::string_view> blocks) {
  for (const absl::string_view block : blocks) {
    if (!absl::StartsWith(quoted, block)) return false;
    quoted.remove_prefix(block.size());
  }
  return quoted.empty();
}

std::string ToNfc(const std::string& text) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
  if (U_FAILURE(error)) return text;
  std::string out;
  icu::StringByteSink<std::string> sink(&out);
  nfc->normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<int32_t>(text.size())), sink,
                     nullptr, error);
  return U_FAILURE(error) ? text : out;
}

// Typographic and fullwidth quotation marks, apostrophes and primes; nothing else.
char32_t FoldQuote(char32_t c) {
  switch (c) {
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x201B:
    case 0x2032:
    case 0x02BC:
    case 0xFF07:
      return '\'';
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
    case 0x2033:
    case 0xFF02:
      return '"';
    default:
      return c;
  }
}

// Applies `fold` to each character of `text`. A CR before a LF is dropped first, if asked for.
template <typename Function>
std::string FoldCharacters(const std::string& text, bool join_crlf, Function fold) {
  std::string out;
  out.reserve(text.size());
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  const size_t size = text.size();
  size_t i = 0;
  while (i < size) {
    UChar32 c;
    U8_NEXT_OR_FFFD(bytes, i, size, c);
    if (join_crlf && c == '\r' && i < size && text[i] == '\n') continue;
    uint8_t encoded[U8_MAX_LENGTH];
    size_t length = 0;
    U8_APPEND_UNSAFE(encoded, length, fold(static_cast<char32_t>(c)));
    out.append(reinterpret_cast<const char*>(encoded), length);
  }
  return out;
}

std::string Apply(Fold fold, const std::string& text) {
  switch (fold) {
    case v1::Verification::FOLD_NFC:
      return ToNfc(text);
    case v1::Verification::FOLD_QUOTES:
      return FoldCharacters(text, /*join_crlf=*/false, FoldQuote);
    case v1::Verification::FOLD_SPACE:
      return FoldCharacters(text, /*join_crlf=*/true,
                            [](char32_t c) { return IsWhiteSpace(c) ? U' ' : c; });
    default:
      return text;
  }
}

// The sets of folds, smallest first.
const std::vector<std::vector<Fold>>& FoldSets() {
  constexpr Fold kNfc = v1::Verification::FOLD_NFC;
  constexpr Fold kQuotes = v1::Verification::FOLD_QUOTES;
  constexpr Fold kSpace = v1::Verification::FOLD_SPACE;
  static const auto& sets = *new std::vector<std::vector<Fold>>{
      {kNfc},
      {kQuotes},
      {kSpace},
      {kNfc, kQuotes},
      {kNfc, kSpace},
      {kQuotes, kSpace},
      {kNfc, kQuotes, kSpace},
  };
  return sets;
}

bool AreEqualUnder(const std::vector<Fold>& folds, std::string a, std::string b) {
  for (const Fold fold : folds) {
    a = Apply(fold, a);
    b = Apply(fold, b);
  }
  return a == b;
}

// No fold changes a text's length by more than this factor (NFC: UAX #15; CR LF: 2; marks: 3).
constexpr size_t kMaxGrowth = 3;

}  // namespace

std::optional<std::vector<Fold>> CompareQuotation(absl::string_view quoted,
                                                  absl::Span<const absl::string_view> blocks) {
  if (quoted.empty()) return std::nullopt;
  if (EqualsJoined(quoted, blocks)) return std::vector<Fold>{};
  // Before anything is copied: a short quotation of a long range is cheap to refuse.
  constexpr size_t kMaxRatio = kMaxGrowth * kMaxGrowth;
  size_t sent_size = 0;
  for (const absl::string_view block : blocks) {
    sent_size += block.size();
    if (sent_size > kMaxRatio * quoted.size()) return std::nullopt;
  }
  if (quoted.size() > kMaxRatio * sent_size) return std::nullopt;
  const std::string said(quoted);
  const std::string sent = absl::StrJoin(blocks, "");
  // Texts that differ under all folds differ under any fewer, which spares them the search.
  if (!AreEqualUnder(FoldSets().back(), said, sent)) return std::nullopt;
  for (const std::vector<Fold>& folds : FoldSets()) {
    if (AreEqualUnder(folds, said, sent)) return folds;
  }
  return std::nullopt;
}

}  // namespace footnote::answering
