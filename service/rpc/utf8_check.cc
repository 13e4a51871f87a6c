// A quick UTF-8 check for protobuf.
//
// Protobuf checks every string of a proto3 message when it is read and when it is written, up to
// version 3.21 byte by byte: a fifth of the server's time for an answer. A binary that has this
// unit checks the same with vector instructions. Newer versions of protobuf are quick by themselves
// and do not call it. Weak, so that it gives way where protobuf's own is linked in.
#include <cstddef>

#include "simdjson.h"

namespace google::protobuf::internal {

bool IsStructurallyValidUTF8(const char* text, int size);

// Whether the `size` bytes at `text` are well-formed UTF-8.
__attribute__((weak)) bool IsStructurallyValidUTF8(const char* text, int size) {
  return simdjson::validate_utf8(text, static_cast<size_t>(size));
}

}  // namespace google::protobuf::internal
