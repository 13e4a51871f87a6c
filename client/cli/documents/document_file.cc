// SPDX-License-Identifier: Apache-2.0
#include "client/cli/documents/document_file.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/text/printable.h"
#include "client/cli/text/text_files.h"

namespace footnote::client {
namespace {

namespace fs = std::filesystem;

// The API's limit for a request, in which PDFs and images are in Base64: four bytes for three.
constexpr uintmax_t kMaxBytes = uintmax_t{32} << 20;
constexpr uintmax_t kMaxBinaryBytes = kMaxBytes / 4 * 3;
// The maximum of Document.id. A document with a longer path has no id.
constexpr size_t kMaxIdBytes = 512;

absl::Status TooLarge(absl::string_view what, uintmax_t limit) {
  return absl::InvalidArgumentError(
      absl::StrCat(what, " is over ", limit >> 20, " MiB, more than the API accepts in a request"));
}

absl::Status Add(const std::string& path, std::string content, v1::AnswerRequest* request) {
  const FileKind kind = KindOfFile(content);
  if (kind != FileKind::kText && content.size() > kMaxBinaryBytes) {
    return TooLarge(kind == FileKind::kPdf ? "the PDF" : "the image", kMaxBinaryBytes);
  }
  if (kind == FileKind::kImage) {
    request->add_images()->set_data(std::move(content));
    return absl::OkStatus();
  }
  v1::Document document;
  document.set_title(fs::path(path).filename().string());
  if (path.size() <= kMaxIdBytes) document.set_id(path);
  if (kind == FileKind::kPdf) {
    document.set_pdf(std::move(content));
  } else {
    const bool is_binary = absl::StrContains(content, absl::string_view("\0", 1));
    if (is_binary || !IsUtf8(content)) {
      return absl::InvalidArgumentError(
          "is not UTF-8 text, a PDF, or an image in JPEG, PNG, GIF or WebP");
    }
    if (absl::StripAsciiWhitespace(content).empty()) return absl::InvalidArgumentError("is empty");
    document.set_text(std::move(content));
  }
  *request->add_documents() = std::move(document);
  return absl::OkStatus();
}

absl::Status ReadAndAdd(const std::string& path, v1::AnswerRequest* request) {
  if (!IsUtf8(path)) return absl::InvalidArgumentError("has a name that is not UTF-8");
  std::error_code unknown;
  if (fs::file_size(path, unknown) > kMaxBytes && !unknown) return TooLarge("the file", kMaxBytes);
  absl::StatusOr<std::string> content = ReadFile(path);
  if (!content.ok()) return content.status();
  if (content->size() > kMaxBytes) return TooLarge("the file", kMaxBytes);
  return Add(path, *std::move(content), request);
}

}  // namespace

FileKind KindOfFile(absl::string_view content) {
  if (absl::StartsWith(content, "%PDF-")) return FileKind::kPdf;
  const bool is_webp =
      absl::StartsWith(content, "RIFF") && content.size() >= 12 && content.substr(8, 4) == "WEBP";
  const bool is_image = is_webp || absl::StartsWith(content, "\xFF\xD8\xFF") ||
                        absl::StartsWith(content, "\x89PNG\r\n\x1A\n") ||
                        absl::StartsWith(content, "GIF87a") || absl::StartsWith(content, "GIF89a");
  return is_image ? FileKind::kImage : FileKind::kText;
}

absl::Status AddDocumentFile(const std::string& path, v1::AnswerRequest* request) {
  const absl::Status status = ReadAndAdd(path, request);
  if (status.ok()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(path, ": ", status.message()));
}

}  // namespace footnote::client
