// SPDX-License-Identifier: Apache-2.0
// Appending the fields of a JSON object that is being written.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_JSON_FIELDS_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_JSON_FIELDS_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace footnote::emulator {

// Appends `"name":`, with a comma unless an object has just been opened.
void AppendName(std::string_view name, std::string* out);

void AppendField(std::string_view name, std::string_view text, std::string* out);
void AppendField(std::string_view name, int64_t number, std::string* out);

// Null for an empty text.
void AppendNullable(std::string_view name, std::string_view text, std::string* out);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_JSON_FIELDS_H_
