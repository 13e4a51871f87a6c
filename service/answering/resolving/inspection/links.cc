// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/inspection/links.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "service/answering/resolving/inspection/code_regions.h"
#include "service/text/characters.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {
namespace {

constexpr size_t kNone = absl::string_view::npos;
// The limits of the length of an address and of its nested brackets.
constexpr size_t kMaxAddress = 8192;
constexpr int kMaxBrackets = 32;

bool IsEndPunctuation(char c) { return absl::string_view(".,;:!?'\"*_~)]}>").find(c) != kNone; }

// Removes trailing punctuation, except for a bracket that closes one in the address.
absl::string_view TrimPunctuation(absl::string_view address) {
  auto open = std::count(address.begin(), address.end(), '(') -
              std::count(address.begin(), address.end(), ')');
  while (!address.empty() && IsEndPunctuation(address.back())) {
    if (address.back() == ')') {
      if (open >= 0) break;
      ++open;
    }
    address.remove_suffix(1);
  }
  return address;
}

absl::string_view Normalize(absl::string_view address) {
  return TrimPunctuation(address.substr(0, address.find('#')));
}

// Parses the target of a Markdown link, which starts at byte `at`. Returns nullopt if it is not a
// link.
std::optional<text::ByteRange> ReadTarget(absl::string_view text, size_t at) {
  text = text.substr(0, at + kMaxAddress);
  while (at < text.size() && text[at] == ' ') ++at;
  if (at < text.size() && text[at] == '<') {
    const size_t end = text.find_first_of("<>\n", at + 1);
    if (end == kNone || text[end] != '>') return std::nullopt;
    return text::ByteRange{at + 1, end};
  }
  int depth = 0;
  for (size_t end = at; end < text.size(); ++end) {
    const char c = text[end];
    // Without this limit, which CommonMark also has, parsing would take quadratic time.
    if (c == '(' && ++depth > kMaxBrackets) return std::nullopt;
    if (absl::ascii_isspace(static_cast<unsigned char>(c)) || (c == ')' && depth-- == 0)) {
      return text::ByteRange{at, end};
    }
  }
  return std::nullopt;
}

// True if `c` can be part of an address. A host that starts with ASCII is ASCII.
bool IsAddressCharacter(char32_t c, bool in_host) {
  if (c <= ' ' || c == '<' || c == '>' || c == '"' || c == '`' || c == '|' || c == '\\') {
    return false;
  }
  return c < 0x80 ||
         (!in_host && (text::IsLetter(c) || text::IsDigit(c)) && !text::IsWhiteSpace(c));
}

// Parses the address whose "://" is at byte `colon`. Returns nullopt unless it is http or https.
std::optional<text::ByteRange> ReadBareAddress(absl::string_view text, size_t colon) {
  size_t begin = colon;
  for (const absl::string_view scheme : {"https", "http"}) {
    if (absl::EndsWithIgnoreCase(text.substr(0, colon), scheme)) {
      begin = colon - scheme.size();
      break;
    }
  }
  if (begin == colon) return std::nullopt;
  if (begin > 0 && absl::ascii_isalnum(static_cast<unsigned char>(text[begin - 1]))) {
    return std::nullopt;
  }
  const size_t host = colon + 3;
  size_t end = host;
  bool in_host = end < text.size() && static_cast<unsigned char>(text[end]) < 0x80;
  while (end < text.size() && end - begin < kMaxAddress) {
    const text::CodePoint c = text::DecodeAt(text, end);
    if (c.value == '/') in_host = false;
    if (!IsAddressCharacter(c.value, in_host)) break;
    end += c.size;
  }
  end = begin + TrimPunctuation(text.substr(begin, end - begin)).size();
  if (end <= host) return std::nullopt;
  return text::ByteRange{begin, end};
}

}  // namespace

std::vector<text::ByteRange> FindLinks(absl::string_view text) {
  std::vector<text::ByteRange> links;
  size_t target = text.find("](");
  size_t colon = text.find("://");
  if (target == kNone && colon == kNone) return links;
  const std::vector<text::ByteRange> code = CodeFinder().Next(text);
  size_t region = 0;
  for (size_t at = 0;;) {
    if (target != kNone && target < at) target = text.find("](", at);
    if (colon != kNone && colon < at) colon = text.find("://", at);
    const size_t mark = std::min(target, colon);
    if (mark == kNone) return links;
    while (region < code.size() && code[region].end <= mark) ++region;
    if (region < code.size() && code[region].begin <= mark) {
      at = code[region].end;
      continue;
    }
    const std::optional<text::ByteRange> link =
        mark == target ? ReadTarget(text, mark + 2) : ReadBareAddress(text, mark);
    at = mark + 2;
    if (!link.has_value()) continue;
    at = std::max(at, link->end);
    if (link->begin < link->end && text[link->begin] != '#') links.push_back(*link);
  }
}

KnownAddresses::KnownAddresses(const SourceIndex& sources, const v1::Answer& answer) {
  for (const Source& result : sources.search_results()) Add(result.address);
  for (const Source& document : sources.documents()) Add(document.address);
  for (const v1::Reference& row : answer.references()) Add(row.source());
}

void KnownAddresses::Add(absl::string_view address) {
  const absl::string_view normalized = Normalize(address);
  if (!normalized.empty()) addresses_.insert(normalized);
}

bool KnownAddresses::Has(absl::string_view address) const {
  if (addresses_.contains(Normalize(address))) return true;
  const auto outside = std::find_if(address.begin(), address.end(),
                                    [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return outside != address.end() &&
         addresses_.contains(Normalize(address.substr(0, outside - address.begin())));
}

}  // namespace footnote::answering::resolving
