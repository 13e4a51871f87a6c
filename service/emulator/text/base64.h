// SPDX-License-Identifier: Apache-2.0
// Base64, in the alphabet with '+' and '/'.
#ifndef FOOTNOTE_SERVICE_EMULATOR_TEXT_BASE64_H_
#define FOOTNOTE_SERVICE_EMULATOR_TEXT_BASE64_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace footnote::emulator {

// Whether `text` is whole groups of four letters, the last padded with '=' as need be. Empty text
// is.
bool IsBase64(std::string_view text);

// The first bytes of what `text` stands for, at most `count`. Only if IsBase64.
std::string DecodeBase64Start(std::string_view text, size_t count);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_TEXT_BASE64_H_
