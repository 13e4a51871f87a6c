// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/certificate_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace footnote::upstream {
namespace {

constexpr absl::string_view kBegin = "-----BEGIN CERTIFICATE-----";
constexpr absl::string_view kEnd = "-----END CERTIFICATE-----";
// The certificates of all public authorities have less than 1 MiB.
constexpr size_t kMaxFileBytes = 16 << 20;

bool IsDerSequence(absl::string_view der) {
  constexpr uint8_t kSequence = 0x30;
  if (der.size() < 2 || static_cast<uint8_t>(der[0]) != kSequence) return false;
  size_t length = static_cast<uint8_t>(der[1]);
  size_t header = 2;
  if (length >= 0x80) {
    const size_t length_bytes = length - 0x80;
    header += length_bytes;
    if (length_bytes == 0 || length_bytes > 3 || der.size() < header) return false;
    length = 0;
    for (size_t i = 2; i < header; ++i) length = length << 8 | static_cast<uint8_t>(der[i]);
  }
  return length > 0 && der.size() == header + length;
}

}  // namespace

bool HasCertificates(absl::string_view pem) {
  bool has_any = false;
  while (true) {
    const size_t begin = pem.find(kBegin);
    if (begin == absl::string_view::npos) return has_any;
    pem.remove_prefix(begin + kBegin.size());
    const size_t end = pem.find(kEnd);
    if (end == absl::string_view::npos) return false;
    std::string der;
    // Ignores line breaks.
    if (!absl::Base64Unescape(pem.substr(0, end), &der) || !IsDerSequence(der)) return false;
    pem.remove_prefix(end + kEnd.size());
    has_any = true;
  }
}

absl::Status CheckCertificateFile(const std::string& path) {
  std::error_code error;
  std::ifstream file(path, std::ios::binary);
  if (!std::filesystem::is_regular_file(path, error) || !file.good()) {
    return absl::NotFoundError(absl::StrCat("cannot read ca_file ", path));
  }
  const auto size = std::filesystem::file_size(path, error);
  std::string pem;
  if (!error && size <= kMaxFileBytes) {
    pem.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  if (HasCertificates(pem)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("ca_file ", path, " has no certificate in PEM form (", kBegin, ")"));
}

}  // namespace footnote::upstream
