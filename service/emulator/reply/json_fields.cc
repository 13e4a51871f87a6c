// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/reply/json_fields.h"

#include "absl/strings/string_view.h"
#include "service/messages/json/json_writer.h"

namespace footnote::emulator {
namespace {

void AppendString(std::string_view text, std::string* out) {
  messages::JsonWriter(out).String(absl::string_view(text.data(), text.size()));
}

}  // namespace

void AppendName(std::string_view name, std::string* out) {
  if (out->back() != '{') out->push_back(',');
  out->push_back('"');
  out->append(name);
  out->append("\":");
}

void AppendField(std::string_view name, std::string_view text, std::string* out) {
  AppendName(name, out);
  AppendString(text, out);
}

void AppendField(std::string_view name, int64_t number, std::string* out) {
  AppendName(name, out);
  out->append(std::to_string(number));
}

void AppendNullable(std::string_view name, std::string_view text, std::string* out) {
  AppendName(name, out);
  if (text.empty()) {
    out->append("null");
  } else {
    AppendString(text, out);
  }
}

}  // namespace footnote::emulator
