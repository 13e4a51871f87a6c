// Writes JSON that is mostly long strings which hardly need escaping: requests full of documents.
#ifndef FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_WRITER_H_
#define FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_WRITER_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::messages {

// Appends JSON to a string. The caller writes the structure, in pieces as long as it likes:
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

  // Appends `json` as it is.
  void Raw(absl::string_view json) { out_.append(json.data(), json.size()); }

  // Appends `text` as a JSON string. Quotation marks, backslashes and control characters below
  // U+0020 are escaped; every other byte is copied, so well-formed UTF-8 stays so.
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
