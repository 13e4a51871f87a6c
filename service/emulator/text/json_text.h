// Writing JSON: strings. Everything else that the emulator writes has a fixed shape.
#ifndef FOOTNOTE_SERVICE_EMULATOR_TEXT_JSON_TEXT_H_
#define FOOTNOTE_SERVICE_EMULATOR_TEXT_JSON_TEXT_H_

#include <string>
#include <string_view>

namespace footnote::emulator {

// Appends `text` as a JSON string, quotation marks included. Quotation marks, backslashes and
// control characters are escaped; all other bytes, which must be well-formed UTF-8, are copied.
void AppendJsonString(std::string_view text, std::string* out);

// The same as a value.
std::string JsonString(std::string_view text);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_TEXT_JSON_TEXT_H_
