// A block that is sent back without being read, but for the little that the API's rules need.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_OPAQUE_BLOCK_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_OPAQUE_BLOCK_H_

#include <string>

#include "footnote/v1/answer.pb.h"
#include "service/answering/building/validation/violations.h"

namespace footnote::answering::building {

// What a block has to do with the tools that the API runs itself.
struct ServerToolPart {
  enum class Kind { kNone, kUse, kResult };
  Kind kind = Kind::kNone;
  // The id of the use, which the result has as well.
  std::string id;
  // kUse: the tool.
  std::string name;
};

// Checks that `block`, at `path`, is a JSON object whose `type` is the one it says it is, one that
// the API takes from the assistant, and that it carries no cache mark: marks are counted and
// planned over the whole request, and one in here could not be left out.
ServerToolPart CheckOpaqueBlock(const v1::OpaqueBlock& block, const FieldPath& path,
                                Violations* violations);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_OPAQUE_BLOCK_H_
