// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/citations/quotation.h"

#include <unicode/normalizer2.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "service/text/characters.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {
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

// Replaces typographic and fullwidth quotation marks, apostrophes and primes by ASCII.
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

// Applies `fold` to each character of `text`. With `join_crlf`, first removes each CR before a LF.
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

// The limit of bytes of ignored trailing white space. Without it, each citation of a long run of
// white space would read the complete run.
constexpr size_t kMaxTrailingSpace = 4096;

absl::string_view TrimEnd(absl::string_view text) {
  const size_t min_size = text.size() - std::min(text.size(), kMaxTrailingSpace);
  while (text.size() > min_size) {
    const text::CodePoint last = text::DecodeBefore(text, text.size());
    if (!text::IsWhiteSpace(last.value)) break;
    text.remove_suffix(last.size);
  }
  return text;
}

std::string Apply(Fold fold, const std::string& text) {
  switch (fold) {
    case v1::Verification::FOLD_NFC:
      return ToNfc(text);
    case v1::Verification::FOLD_QUOTES:
      return FoldCharacters(text, /*join_crlf=*/false, FoldQuote);
    case v1::Verification::FOLD_SPACE:
      return FoldCharacters(text, /*join_crlf=*/true,
                            [](char32_t c) { return text::IsWhiteSpace(c) ? U' ' : c; });
    case v1::Verification::FOLD_TRAILING_SPACE:
      return std::string(TrimEnd(text));
    default:
      return text;
  }
}

constexpr Fold kFolds[] = {v1::Verification::FOLD_NFC, v1::Verification::FOLD_QUOTES,
                           v1::Verification::FOLD_SPACE, v1::Verification::FOLD_TRAILING_SPACE};

// Returns the non-empty sets of the first `count` folds, by size, then in the order of kFolds.
std::vector<std::vector<Fold>> MakeFoldSets(size_t count) {
  std::vector<std::vector<Fold>> sets = {{}};
  // Each set of `size` folds is a set of `size - 1` folds and a later fold.
  for (size_t begin = 0, size = 1; size <= count; ++size) {
    const size_t end = sets.size();
    for (; begin < end; ++begin) {
      for (size_t i = 0; i < count; ++i) {
        const bool is_later = sets[begin].empty() || kFolds[i] > sets[begin].back();
        if (!is_later) continue;
        sets.push_back(sets[begin]);
        sets.back().push_back(kFolds[i]);
      }
    }
  }
  sets.erase(sets.begin());
  return sets;
}

const std::vector<std::vector<Fold>>& FoldSets(TrailingSpace trailing) {
  static const auto& all = *new std::vector<std::vector<Fold>>(MakeFoldSets(4));
  static const auto& but_trailing = *new std::vector<std::vector<Fold>>(MakeFoldSets(3));
  return trailing == TrailingSpace::kMayDiffer ? all : but_trailing;
}

bool AreEqualUnder(const std::vector<Fold>& folds, std::string a, std::string b) {
  for (const Fold fold : folds) {
    a = Apply(fold, a);
    b = Apply(fold, b);
  }
  return a == b && !a.empty();
}

// The maximum factor by which a fold changes the length of a text (NFC: UAX #15; CR LF: 2;
// quotation marks and spaces: 3).
constexpr size_t kMaxGrowth = 3;

}  // namespace

std::optional<std::vector<Fold>> CompareQuotation(absl::string_view quoted,
                                                  absl::Span<const absl::string_view> blocks,
                                                  TrailingSpace trailing) {
  if (quoted.empty() || blocks.empty()) return std::nullopt;
  if (EqualsJoined(quoted, blocks)) return std::vector<Fold>{};
  // Rejects texts of very different lengths before the copies are made.
  constexpr size_t kMaxRatio = kMaxGrowth * kMaxGrowth;
  size_t quoted_size = quoted.size();
  size_t ignored = 0;
  if (trailing == TrailingSpace::kMayDiffer) {
    quoted_size = TrimEnd(quoted).size();
    ignored = blocks.back().size() - TrimEnd(blocks.back()).size();
  }
  size_t sent_size = 0;
  for (const absl::string_view block : blocks) {
    sent_size += block.size();
    if (sent_size > kMaxRatio * quoted_size + ignored) return std::nullopt;
  }
  if (quoted_size > kMaxRatio * (sent_size - ignored)) return std::nullopt;
  const std::string cited(quoted);
  const std::string sent = absl::StrJoin(blocks, "");
  const std::vector<std::vector<Fold>>& sets = FoldSets(trailing);
  // Texts that differ under all folds also differ under fewer, so most mismatches stop here.
  if (!AreEqualUnder(sets.back(), cited, sent)) return std::nullopt;
  for (const std::vector<Fold>& folds : sets) {
    if (AreEqualUnder(folds, cited, sent)) return folds;
  }
  return std::nullopt;
}

}  // namespace footnote::answering::resolving
