// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/image.h"

#include "absl/strings/match.h"
#include "service/answering/building/content/remote_content.h"

namespace footnote::answering::building {

absl::string_view ImageMediaType(absl::string_view file) {
  if (absl::StartsWith(file, "\xFF\xD8\xFF")) return "image/jpeg";
  if (absl::StartsWith(file, "\x89PNG\r\n\x1A\n")) return "image/png";
  if (absl::StartsWith(file, "GIF87a") || absl::StartsWith(file, "GIF89a")) return "image/gif";
  // The four bytes in between are the length of the file.
  if (absl::StartsWith(file, "RIFF") && file.size() >= 12 && file.substr(8, 4) == "WEBP") {
    return "image/webp";
  }
  return "";
}

messages::ImageParam BuildImage(const v1::Image& image, const Field& field) {
  using Source = messages::ImageParam::Source;
  messages::ImageParam out;
  switch (image.content_case()) {
    case v1::Image::kData:
      out.source = Source::kBytes;
      out.data = image.data();
      out.media_type = ImageMediaType(image.data());
      if (out.media_type.empty()) {
        field.Child("data").Add(v1::UNSUPPORTED_FILE_FORMAT,
                                "is not a JPEG, PNG, GIF or WebP file");
      }
      break;
    case v1::Image::kUrl:
      out.source = Source::kUrl;
      out.data = image.url();
      CheckUrl(image.url(), field.Child("url"));
      break;
    case v1::Image::kFileId:
      out.source = Source::kFile;
      out.data = image.file_id();
      CheckFileId(image.file_id(), field.Child("file_id"));
      break;
    case v1::Image::CONTENT_NOT_SET:
      field.Add(v1::REQUIRED, "must have one of `data`, `url` and `file_id`");
      break;
  }
  return out;
}

}  // namespace footnote::answering::building
