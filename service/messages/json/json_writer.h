// SPDX-License-Identifier: Apache-2.0
// Writes JSON that consists mostly of long strings with few escapes, such as requests with
// documents.
#ifndef FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_WRITER_H_
#define FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_WRITER_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::messages {

// Appends JSON to a string. The caller writes the structure, in pieces of any length:
//
//   JsonWriter json(&out);
//   json.Raw(R"({"type":"text","text":)");
//   json.String(text);
//   json.Raw("}");
//
// Not thread-safe.
class JsonWriter {
 public:
  // `out` must outlive the writer.
  explicit JsonWriter(std::string* out) : out_(*out) {}

  // Appends `json` unchanged.
  void Raw(absl::string_view json) { out_.append(json.data(), json.size()); }

  // Appends `text` as a JSON string. Escapes quotation marks, backslashes and control characters
  // below U+0020, and copies every other byte, so well-formed UTF-8 stays well-formed.
  void String(absl::string_view text);

  void Int(int64_t value);

  // Appends an array: calls `write_item(item)` for each item of `items`.
  template <typename Items, typename WriteItem>
  void Array(const Items& items, WriteItem write_item) {
    char before = '[';
    for (const auto& item : items) {
      out_.push_back(before);
      write_item(item);
      before = ',';
    }
    if (before == '[') out_.push_back('[');
    out_.push_back(']');
  }

 private:
  std::string& out_;
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_WRITER_H_
