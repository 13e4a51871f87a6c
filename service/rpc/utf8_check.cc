// SPDX-License-Identifier: Apache-2.0
// A fast UTF-8 check for protobuf.
//
// Protobuf checks every string of a proto3 message when it parses and when it serializes the
// message, up to version 3.21 byte by byte, which takes a fifth of the server's time for an answer.
// A binary that links this unit checks with vector instructions instead. Newer versions of protobuf
// have a fast check and do not call this function. It is weak, so that protobuf's own definition
// takes precedence if it is linked statically.
#include <cstddef>

#include "simdjson.h"

namespace google::protobuf::internal {

bool IsStructurallyValidUTF8(const char* text, int size);

// True if the `size` bytes at `text` are well-formed UTF-8.
__attribute__((weak)) bool IsStructurallyValidUTF8(const char* text, int size) {
  return simdjson::validate_utf8(text, static_cast<size_t>(size));
}

}  // namespace google::protobuf::internal
