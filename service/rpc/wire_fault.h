// SPDX-License-Identifier: Apache-2.0
// Finds the faults of a request that cannot be parsed.
#ifndef FOOTNOTE_SERVICE_RPC_WIRE_FAULT_H_
#define FOOTNOTE_SERVICE_RPC_WIRE_FAULT_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"
#include "service/status/rich_status.h"

namespace footnote::rpc {

// The number of faults, and as many of them as an error can contain.
struct WireFaults {
  size_t total = 0;
  std::vector<status::Violation> kept;
};

// Returns the reasons why `bytes` is not a message of type `type`: each string that is not
// well-formed UTF-8, with its field path and the offset of the first wrong byte; or one fault
// without a path if the encoding itself is malformed. Never empty. `bytes` must have failed to
// parse.
WireFaults FindWireFaults(const google::protobuf::Descriptor& type, absl::string_view bytes);

// True if `bytes`, as a message of type `type`, contains more than `limit` messages, strings of
// repeated fields, and unknown fields, which parsing keeps. An element of two encoded bytes can
// need hundreds of bytes in memory, so a large request is checked before it is parsed.
bool HasMoreElementsThan(size_t limit, const google::protobuf::Descriptor& type,
                         absl::string_view bytes);

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_WIRE_FAULT_H_
