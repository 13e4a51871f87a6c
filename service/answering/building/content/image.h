// SPDX-License-Identifier: Apache-2.0
// Validation of an image, and its form in the Messages API.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_IMAGE_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_IMAGE_H_

#include "absl/strings/string_view.h"
#include "footnote/v1/content.pb.h"
#include "service/answering/building/validation/field.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// Returns the media type of a JPEG, PNG, GIF or WebP file, which its first bytes determine. Returns
// "" for any other file.
absl::string_view ImageMediaType(absl::string_view file);

// Returns the parameters for `image` without its cache breakpoint; they are views of `image`.
// Reports violations to `field`, the field of `image`.
messages::ImageParam BuildImage(const v1::Image& image, const Field& field);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_IMAGE_H_
