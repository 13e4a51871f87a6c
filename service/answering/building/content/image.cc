#include "service/answering/building/content/image.h"

#include "absl/strings/match.h"
#include "service/answering/building/content/remote_content.h"

namespace footnote::answering::building {

absl::string_view ImageMediaType(absl::string_view file) {
  if (absl::StartsWith(file, "\xFF\xD8\xFF")) return "image/jpeg";
  if (absl::StartsWith(file, "\x89PNG\r\n\x1A\n")) return "image/png";
  if (absl::StartsWith(file, "GIF87a") || absl::StartsWith(file, "GIF89a")) return "image/gif";
  // The four bytes between are the file's length.
  if (absl::StartsWith(file, "RIFF") && file.size() >= 12 && file.substr(8, 4) == "WEBP") {
    return "image/webp";
  }
  return "";
}

messages::ImageParam BuildImage(const v1::Image& image, const FieldPath& path,
                                Violations* violations) {
  using Source = messages::ImageParam::Source;
  messages::ImageParam out;
  switch (image.content_case()) {
    case v1::Image::kData:
      out.source = Source::kBytes;
      out.data = image.data();
      out.media_type = ImageMediaType(image.data());
      if (out.media_type.empty()) {
        violations->Add(path.Field("data"), "is no JPEG, PNG, GIF or WebP file");
      }
      break;
    case v1::Image::kUrl:
      out.source = Source::kUrl;
      out.data = image.url();
      CheckUrl(path.Field("url"), image.url(), violations);
      break;
    case v1::Image::kFileId:
      out.source = Source::kFile;
      out.data = image.file_id();
      CheckFileId(path.Field("file_id"), image.file_id(), violations);
      break;
    case v1::Image::CONTENT_NOT_SET:
      violations->Add(path, "has none of `data`, `url` and `file_id`; set one of them");
      break;
  }
  return out;
}

}  // namespace footnote::answering::building
