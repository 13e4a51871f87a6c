// SPDX-License-Identifier: Apache-2.0
// The seed of the IDs in a reply.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_SEED_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_SEED_H_

#include <cstdint>

#include "service/emulator/http/http_message.h"

namespace footnote::emulator {

// Returns a hash of the target and the body, without the first member `"stream"` of the body whose
// value is a boolean. Equal requests thus get equal messages with and without streaming.
uint64_t RequestSeed(const HttpRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_SEED_H_
