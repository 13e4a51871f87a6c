#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTING_BYTE_RANGE_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTING_BYTE_RANGE_H_

#include <cstddef>

namespace footnote::answering {

// A half-open range of the bytes of a text.
struct ByteRange {
  size_t begin = 0;
  size_t end = 0;

  friend bool operator==(const ByteRange& a, const ByteRange& b) {
    return a.begin == b.begin && a.end == b.end;
  }
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTING_BYTE_RANGE_H_
