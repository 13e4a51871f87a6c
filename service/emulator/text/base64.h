// SPDX-License-Identifier: Apache-2.0
// Base64 with the standard alphabet ('+' and '/') and padding.
#ifndef FOOTNOTE_SERVICE_EMULATOR_TEXT_BASE64_H_
#define FOOTNOTE_SERVICE_EMULATOR_TEXT_BASE64_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace footnote::emulator {

// Returns true if `text` is valid: groups of four characters, the last one padded with '='. An
// empty text is valid.
bool IsBase64(std::string_view text);

// Returns the first `count` bytes of the decoded `text`, or all of them if there are fewer.
// Requires IsBase64(text).
std::string DecodeBase64Start(std::string_view text, size_t count);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_TEXT_BASE64_H_
