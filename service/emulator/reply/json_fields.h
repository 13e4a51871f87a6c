// SPDX-License-Identifier: Apache-2.0
// Functions that append fields to a JSON object.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_JSON_FIELDS_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_JSON_FIELDS_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace footnote::emulator {

// Appends `"name":`, preceded by a comma unless the last character of `out` is '{'. `name` is not
// escaped.
void AppendName(std::string_view name, std::string* out);

// Append a field with a string or a number.
void AppendField(std::string_view name, std::string_view text, std::string* out);
void AppendField(std::string_view name, int64_t number, std::string* out);

// Appends a field with a string, or with null if `text` is empty.
void AppendNullable(std::string_view name, std::string_view text, std::string* out);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_JSON_FIELDS_H_
