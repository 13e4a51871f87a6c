// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/redactor.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"

namespace footnote::upstream {
namespace {

constexpr absl::string_view kRedacted = "[redacted]";
constexpr absl::string_view kSchemes[] = {"apikey", "basic", "bearer", "digest", "token"};

bool SameLetter(char a, char b) { return absl::ascii_tolower(a) == absl::ascii_tolower(b); }

// True if `text` starts with `digits` hexadecimal digits whose value is `c`.
bool IsHexOf(absl::string_view text, size_t digits, char c) {
  uint32_t value = 0;
  if (text.size() < digits) return false;
  if (!absl::SimpleHexAtoi(text.substr(0, digits), &value)) return false;
  return value < 0x80 && SameLetter(static_cast<char>(value), c);
}

// Returns the number of bytes at the start of `text` that are an escape of `c`; 0 if there is none.
size_t EscapedBytes(absl::string_view text, char c) {
  if (text.size() < 2) return 0;
  const absl::string_view rest = text.substr(1);
  if (text[0] == '%') return IsHexOf(rest, 2, c) ? 3 : 0;
  if (text[0] != '\\') return 0;
  if (rest[0] == 'u') return IsHexOf(rest.substr(1), 4, c) ? 6 : 0;
  return rest[0] == c && !absl::ascii_isalnum(static_cast<unsigned char>(c)) ? 2 : 0;
}

// Returns the number of bytes at the start of `text` that are `secret`, or the part of it with
// which the text ends; 0 if there is neither. Where a character could be itself or the start of an
// escape, `escapes_first` determines which.
size_t MatchedBytes(absl::string_view text, absl::string_view secret, bool escapes_first) {
  size_t at = 0;
  for (size_t i = 0; i < secret.size(); ++i) {
    if (at == text.size()) return i >= Redactor::kMinSecretBytes ? at : 0;
    const absl::string_view rest = text.substr(at);
    const bool is_literal = SameLetter(rest[0], secret[i]);
    const size_t escaped = EscapedBytes(rest, secret[i]);
    if (is_literal && !(escapes_first && escaped > 0)) {
      ++at;
    } else if (escaped > 0) {
      at += escaped;
    } else {
      return 0;
    }
  }
  return at;
}

size_t MatchedBytes(absl::string_view text, absl::string_view secret) {
  const char first = text[0];
  if (first != '%' && first != '\\' && !SameLetter(first, secret[0])) return 0;
  return std::max(MatchedBytes(text, secret, /*escapes_first=*/false),
                  MatchedBytes(text, secret, /*escapes_first=*/true));
}

// Cheap, because almost no text has one.
bool MayHaveKey(absl::string_view text) {
  constexpr absl::string_view kStart = "sk-";
  return std::search(text.begin(), text.end(), kStart.begin(), kStart.end(), SameLetter) !=
         text.end();
}

}  // namespace

Redactor::Redactor(const Secret& token, const HttpHeaders& headers,
                   const std::vector<Secret>& others) {
  AddSecret(token.Reveal());
  for (const Secret& other : others) AddSecret(other.Reveal());
  for (const auto& [name, value] : headers) {
    AddSecret(value);
    const size_t space = value.find(' ');
    if (space == std::string::npos) continue;
    const std::string scheme = absl::AsciiStrToLower(value.substr(0, space));
    if (std::find(std::begin(kSchemes), std::end(kSchemes), scheme) != std::end(kSchemes)) {
      AddSecret(value.substr(space + 1));
    }
  }
}

void Redactor::AddSecret(const std::string& value) {
  const absl::string_view stripped = absl::StripAsciiWhitespace(value);
  if (stripped.size() >= kMinSecretBytes) secrets_.emplace_back(std::string(stripped));
}

std::string Redactor::Redact(std::string text) const {
  std::string clean;
  size_t kept = 0;  // the end of the part of `text` that `clean` accounts for
  for (size_t at = 0; at < text.size();) {
    size_t matched = 0;
    for (const Secret& secret : secrets_) {
      const absl::string_view rest = absl::string_view(text).substr(at);
      matched = std::max(matched, MatchedBytes(rest, secret.Reveal()));
    }
    if (matched == 0) {
      ++at;
      continue;
    }
    clean.append(text, kept, at - kept).append(kRedacted.data(), kRedacted.size());
    at += matched;
    kept = at;
  }
  if (kept > 0) text = std::move(clean.append(text, kept));
  if (MayHaveKey(text)) {
    static const RE2& key = *new RE2(R"((?i)(\b|%[0-9a-f]{2})sk-[a-z0-9_-]{8,})");
    RE2::GlobalReplace(&text, key, R"(\1[redacted])");
  }
  return text;
}

}  // namespace footnote::upstream
