// Why bytes are not the message that they should be.
#ifndef FOOTNOTE_SERVICE_WIRE_FAULT_H_
#define FOOTNOTE_SERVICE_WIRE_FAULT_H_

#include <string>
#include <vector>

#include "google/protobuf/descriptor.h"
#include "service/rich_status.h"

namespace footnote {

// What keeps `bytes` from being a message of type `type`, for telling whoever sent it: each string
// that is not UTF-8 with its field path and the first bad byte, or, if the encoding itself is
// broken, that. Never empty. Meant for bytes that have already failed to parse.
std::vector<Violation> FindWireFaults(const google::protobuf::Descriptor& type,
                                      const std::string& bytes);

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_WIRE_FAULT_H_
