// Why bytes are not the message that they should be.
#ifndef FOOTNOTE_SERVICE_RPC_WIRE_FAULT_H_
#define FOOTNOTE_SERVICE_RPC_WIRE_FAULT_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"
#include "service/status/rich_status.h"

namespace footnote::rpc {

// The faults that were found: their number, and as many of them as an error could ever show.
struct WireFaults {
  size_t total = 0;
  std::vector<status::Violation> kept;
};

// What keeps `bytes` from being a message of type `type`, for telling whoever sent it: each string
// that is not UTF-8 with its field path and the first bad byte, or, if the encoding itself is
// broken, that. Never empty. Meant for bytes that have already failed to parse.
WireFaults FindWireFaults(const google::protobuf::Descriptor& type, absl::string_view bytes);

// Whether `bytes`, as a message of type `type`, holds more than `limit` messages and strings of
// repeated fields. Two bytes on the wire can be hundreds in memory, so this is to be asked of a
// large request before it is parsed.
bool HasMoreElementsThan(size_t limit, const google::protobuf::Descriptor& type,
                         absl::string_view bytes);

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_WIRE_FAULT_H_
