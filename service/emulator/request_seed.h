// SPDX-License-Identifier: Apache-2.0
// What the ids of a reply depend on.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_SEED_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_SEED_H_

#include <cstdint>

#include "service/emulator/http/http_message.h"

namespace footnote::emulator {

// A hash of the target and the body. A member `"stream"` of the body does not count, so that a
// request gets the same message whether as a stream or not.
uint64_t RequestSeed(const HttpRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_SEED_H_
