// One picture.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_IMAGE_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_IMAGE_H_

#include "absl/strings/string_view.h"
#include "footnote/v1/content.pb.h"
#include "service/answering/building/validation/violations.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// The media type of a JPEG, PNG, GIF or WebP file by its first bytes; empty for any other file.
absl::string_view ImageMediaType(absl::string_view file);

// Checks `image` and returns what is sent of it, but for its cache mark: views of it.
messages::ImageParam BuildImage(const v1::Image& image, const FieldPath& path,
                                Violations* violations);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_IMAGE_H_
