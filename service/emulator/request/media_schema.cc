// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/media_schema.h"

#include <string>

#include "service/emulator/text/base64.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using Step = SchemaReader::Step;

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// Returns the media type of an image that starts with `bytes`, or "" if the bytes are not the
// signature of an image type that the API accepts. The signature of WebP has 12 bytes.
std::string_view DetectMediaType(std::string_view bytes) {
  constexpr std::string_view kPng = "\x89PNG\r\n\x1a\n";
  constexpr std::string_view kJpeg = "\xff\xd8\xff";
  if (StartsWith(bytes, kPng)) return "image/png";
  if (StartsWith(bytes, kJpeg)) return "image/jpeg";
  if (StartsWith(bytes, "GIF87a") || StartsWith(bytes, "GIF89a")) return "image/gif";
  if (StartsWith(bytes, "RIFF") && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP") {
    return "image/webp";
  }
  return {};
}

void CheckImageData(SchemaReader& reader, std::string_view data, std::string_view media_type) {
  constexpr size_t kSignatureBytes = 12;
  if (data.empty()) return reader.Fail("image cannot be empty");
  if (!IsBase64(data)) return reader.Fail("invalid base64 data");
  const std::string_view actual = DetectMediaType(DecodeBase64Start(data, kSignatureBytes));
  if (actual.empty()) return reader.Fail("Could not process image");
  if (actual == media_type) return;
  Step step(reader, "data");
  reader.Fail(Concat({"Image does not match the provided media type ", media_type}));
}

}  // namespace

std::string_view ReadImageSource(SchemaReader& reader, Json value) {
  std::string_view tag = ReadTag(reader, value, {"base64", "url", "file"});
  if (tag.empty()) return {};
  Step step(reader, tag);
  ObjectReader source(reader, value);
  source.Allow("type");
  std::string_view content;
  if (tag == "base64") {
    std::string_view media_type = source.RequiredString("media_type");
    {
      Step field(reader, "media_type");
      CheckChoice(reader, media_type, {"image/jpeg", "image/png", "image/gif", "image/webp"});
    }
    content = source.RequiredString("data");
    source.Finish();
    CheckImageData(reader, content, media_type);
    return content;
  }
  content = source.RequiredString(tag == "url" ? "url" : "file_id");
  source.Finish();
  return content;
}

std::string_view ReadPdf(ObjectReader& source) {
  // PDF software searches for the header in the first 1024 bytes.
  constexpr size_t kHeaderBytes = 1024;
  SchemaReader& reader = source.reader();
  ReadMediaType(source, "application/pdf");
  std::string_view data = source.RequiredString("data");
  if (data.empty()) {
    reader.Fail("PDF cannot be empty");
  } else if (!IsBase64(data)) {
    reader.Fail("invalid base64 data");
  } else if (DecodeBase64Start(data, kHeaderBytes).find("%PDF-") == std::string::npos) {
    Step field(reader, "data");
    reader.Fail("The PDF specified was not valid.");
  }
  return data;
}

void ReadMediaType(ObjectReader& source, std::string_view expected) {
  std::string_view media_type = source.RequiredString("media_type");
  Step step(source.reader(), "media_type");
  CheckChoice(source.reader(), media_type, {expected});
}

}  // namespace footnote::emulator
