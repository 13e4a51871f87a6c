// SPDX-License-Identifier: Apache-2.0
// Hashes and IDs that are the same in each process on one kind of machine. Not cryptographic.
#ifndef FOOTNOTE_SERVICE_EMULATOR_TEXT_STABLE_HASH_H_
#define FOOTNOTE_SERVICE_EMULATOR_TEXT_STABLE_HASH_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace footnote::emulator {

// Returns a hash of `bytes` that depends only on the arguments and the byte order of the machine.
uint64_t StableHash(std::string_view bytes, uint64_t seed);

// Returns an ID in the format of the API: `prefix`, such as "msg_01", and 22 letters and digits. It
// depends only on the arguments.
std::string MakeId(std::string_view prefix, uint64_t seed);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_TEXT_STABLE_HASH_H_
