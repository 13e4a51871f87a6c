// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/remote_content.h"

#include <cstddef>

#include "absl/strings/match.h"
#include "service/text/characters.h"
#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

constexpr size_t kMaxFileIdLength = 256;

bool IsControl(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

// True if well-formed `text` has white space or control characters.
bool HasWhiteSpaceOrControl(absl::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const text::CodePoint c = text::DecodeAt(text, at);
    if (text::IsWhiteSpace(c.value) || IsControl(c.value)) return true;
    at += c.size;
  }
  return false;
}

bool NamesHost(absl::string_view url) {
  if (!absl::StartsWithIgnoreCase(url, "http://") && !absl::StartsWithIgnoreCase(url, "https://")) {
    return false;
  }
  const absl::string_view rest = url.substr(url.find("//") + 2);
  absl::string_view host = rest.substr(0, rest.find_first_of("/?#"));
  if (const size_t at = host.rfind('@'); at != absl::string_view::npos) host.remove_prefix(at + 1);
  return !host.empty() && host[0] != ':';
}

}  // namespace

void CheckUrl(absl::string_view url, const Field& field) {
  if (!field.CheckWellFormed(url)) return;
  if (HasWhiteSpaceOrControl(url)) {
    field.Add(v1::INVALID_URL, "must not contain white space or control characters");
  } else if (!NamesHost(url)) {
    field.Add(v1::INVALID_URL, "must be an absolute URL that starts with http:// or https://");
  }
}

void CheckFileId(absl::string_view id, const Field& field) {
  field.CheckIdentifier(id, kMaxFileIdLength);
}

}  // namespace footnote::answering::building
