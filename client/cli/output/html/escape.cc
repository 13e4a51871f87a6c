// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/html/escape.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

// Returns the entity of a character that may be markup, or null.
const char* EntityOf(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return nullptr;
  }
}

std::string WithEntities(absl::string_view text) {
  std::string out;
  for (const char c : text) {
    const char* const entity = EntityOf(c);
    if (entity == nullptr) {
      out.push_back(c);
    } else {
      out.append(entity);
    }
  }
  return out;
}

// True for invisible characters that change how the text after them reads.
bool IsHidden(UChar32 c) {
  const bool is_c1 = c >= 0x80 && c < 0xA0;
  const bool is_direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return is_c1 || is_direction;
}

void AppendAscii(char c, std::string* out) {
  if (const char* const entity = EntityOf(c); entity != nullptr) {
    out->append(entity);
  } else if ((c >= 0x20 && c != 0x7F) || c == '\n' || c == '\t') {
    out->push_back(c);
  } else {
    out->append(Printable(absl::string_view(&c, 1)));
  }
}

// Returns the part of `address` after `scheme`, ignoring case; empty if it has another scheme.
absl::string_view AfterScheme(absl::string_view scheme, absl::string_view address) {
  return absl::StartsWithIgnoreCase(address, scheme) ? address.substr(scheme.size())
                                                     : absl::string_view();
}

}  // namespace

void AppendHtml(absl::string_view text, size_t begin, size_t end, std::string* out) {
  const auto last = static_cast<int64_t>(std::min(end, text.size()));
  for (auto i = static_cast<int64_t>(begin); i < last;) {
    if (U8_IS_SINGLE(text[i])) {
      const bool is_crlf =
          text[i] == '\r' && static_cast<size_t>(i) + 1 < text.size() && text[i + 1] == '\n';
      if (!is_crlf) AppendAscii(text[i], out);
      ++i;
      continue;
    }
    const int64_t start = i;
    UChar32 c;
    U8_NEXT(text.data(), i, last, c);
    if (c < 0) {
      out->append("\uFFFD");
    } else if (IsHidden(c)) {
      absl::StrAppendFormat(out, "<span class=\"control\">U+%04X</span>", c);
    } else {
      out->append(text.data() + start, static_cast<size_t>(i - start));
    }
  }
}

std::string Html(absl::string_view text) {
  std::string out;
  AppendHtml(text, 0, text.size(), &out);
  return out;
}

std::string HtmlAttribute(absl::string_view text) { return WithEntities(PrintableLine(text)); }

std::string HtmlLink(absl::string_view address) {
  std::string host(AfterScheme("https://", address));
  if (host.empty()) host = std::string(AfterScheme("http://", address));
  if (host.empty()) host = std::string(AfterScheme("mailto:", address));
  // A host does not begin with these characters, nor does an address after "mailto:".
  if (host.empty() || absl::StrContains("/?#:@\\", host.substr(0, 1))) return "";
  // Browsers drop or rewrite these, so that the link would differ from the visible address.
  const bool is_clean = std::none_of(address.begin(), address.end(), [](char c) {
    return (c >= 0 && c <= 0x20) || c == 0x7F ||
           absl::StrContains("\"<>\\`", absl::string_view(&c, 1));
  });
  if (!is_clean || Printable(address) != address) return "";
  return WithEntities(address);
}

}  // namespace footnote::client
