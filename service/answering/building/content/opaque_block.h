// SPDX-License-Identifier: Apache-2.0
// Validation of a block of an earlier answer that is sent back unchanged.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_OPAQUE_BLOCK_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_OPAQUE_BLOCK_H_

#include <string>

#include "footnote/v1/answer.pb.h"
#include "service/answering/building/validation/field.h"

namespace footnote::answering::building {

// The role of a block in the use of a server tool, which is a tool that the API runs.
struct ServerToolPart {
  enum class Kind { kNone, kUse, kResult };
  Kind kind = Kind::kNone;
  // The id of the use, which its result repeats.
  std::string id;
  // The name of the tool. Set for kUse only.
  std::string name;
};

// Returns the role of `block`, the value of `field`. Reports violations unless it is a JSON object
// with the declared `type`, the API accepts the type from the assistant, and the object has no
// cache breakpoint: breakpoints are counted and planned over the entire request, and one in here
// could not be removed.
ServerToolPart CheckOpaqueBlock(const v1::OpaqueBlock& block, const Field& field);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_OPAQUE_BLOCK_H_
