// What befell a block on its way to the size that a caller asked for.
#ifndef FOOTNOTE_SERVICE_ANSWERING_CHUNKING_BLOCK_FLAGS_H_
#define FOOTNOTE_SERVICE_ANSWERING_CHUNKING_BLOCK_FLAGS_H_

#include <cstdint>

namespace footnote::answering {

// Bits.
enum BlockFlag : uint8_t {
  // Joined from blocks below the minimum.
  kJoined = 1u << 0,
  // Ends where it does only because of the maximum.
  kForcedCut = 1u << 1,
  // Above the maximum all the same: code, a table row, a URL or a number is never cut.
  kOverMaximum = 1u << 2,
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_CHUNKING_BLOCK_FLAGS_H_
