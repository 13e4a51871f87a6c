// SPDX-License-Identifier: Apache-2.0
// Hashes and ids that are the same in every run and on every machine. Not for secrets.
#ifndef FOOTNOTE_SERVICE_EMULATOR_TEXT_STABLE_HASH_H_
#define FOOTNOTE_SERVICE_EMULATOR_TEXT_STABLE_HASH_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace footnote::emulator {

uint64_t StableHash(std::string_view bytes, uint64_t seed);

// An id of the API's look, such as "msg_01" and 22 letters and digits, that depends on `prefix`
// and `seed` alone.
std::string MakeId(std::string_view prefix, uint64_t seed);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_TEXT_STABLE_HASH_H_
