// SPDX-License-Identifier: Apache-2.0
// A strict one-pass JSON parser: every part of the document must be well-formed, also values that
// are skipped.
//
// simdjson finds the tokens and validates UTF-8. Its on-demand API validates only the values that
// are accessed, so this reader accesses all of them. It adds strings with lone surrogates, numbers
// of any size, a limit of the nesting depth, and the exact JSON of a value.
#ifndef FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_READER_H_
#define FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_READER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "service/messages/json/json_scan.h"
#include "simdjson.h"

namespace footnote::messages {

// Reads one document:
//
//   JsonReader reader(std::move(body));
//   absl::Status status = reader.ReadObject([&](absl::string_view key, JsonReader::Value& value) {
//     if (key == "id") {
//       id = reader.String(value).value_or("");
//     } else if (key == "tags") {
//       reader.ForEachElement(value, [&](JsonReader::Value& tag) { Use(reader.String(tag)); });
//     } else {
//       reader.Skip(value);
//     }
//   });
//
// Fields are delivered in the document's order, including repeated keys. In keys, lone surrogates
// are encoded as halves (see json_escape.h). Each value must be passed to exactly one of the
// functions below, which consumes it. After an error no more values are delivered, and ReadObject
// returns the error; discard what was read before.
//
// Returned views are valid as long as the reader and, if the reader does not own it, the document.
// Not thread-safe.
class JsonReader {
 public:
  using Value = simdjson::ondemand::value;

  // The spare capacity, in bytes, that a document needs after its end.
  static constexpr size_t kSpareBytes = simdjson::SIMDJSON_PADDING;

  // The maximum nesting depth of objects and arrays.
  static constexpr int kMaxDepth = 256;
  // The maximum number of array elements: far more than the blocks and citations of the longest
  // message. The limit is needed because two bytes of JSON can use a thousand bytes of memory.
  static constexpr int kMaxElements = 50000;

  // Memory that readers reuse, one at a time, so that small documents need no allocation. Must
  // outlive its readers.
  class Workspace {
   public:
    Workspace();

   private:
    friend class JsonReader;

    // Returns a buffer for the unescaped strings of a document of `size` bytes, which are never
    // longer than the escaped ones. Invalidates the previous buffer.
    char* Unescaped(size_t size);

    simdjson::ondemand::parser parser_;
    std::unique_ptr<char[]> unescaped_;
    size_t unescaped_size_ = 0;
  };

  // Takes the document by value because the tokenizer needs spare capacity after it. A document
  // with a capacity of its size + kSpareBytes is not copied.
  explicit JsonReader(std::string json);
  // Reads `json` in place; it must not change meanwhile. Reserves the spare capacity if necessary.
  JsonReader(std::string& json, Workspace& workspace);

  JsonReader(const JsonReader&) = delete;
  JsonReader& operator=(const JsonReader&) = delete;

  // Reads the complete document, which must be an object, and calls `on_field(key, value)` for each
  // of its fields. Call it once. Fails with InvalidArgument, without text of the document in the
  // message, if the document is not a well-formed object.
  template <typename OnField>
  absl::Status ReadObject(OnField on_field);

  // Each of these consumes the value, and returns nullopt or false if it has another type.

  // Returns an unescaped string, with U+FFFD for lone surrogates.
  std::optional<absl::string_view> String(Value& value) {
    const char* token = value.raw_json_token().data();
    if (*token != '"') return NotOfType(value);
    simdjson::ondemand::raw_json_string raw;
    if (!Check(value.get_raw_json_string().get(raw))) return std::nullopt;
    const char* end = FindQuoteOrBackslash(token + 1);
    if (*end != '"') return EscapedString(token + 1, end);
    return absl::string_view(token + 1, static_cast<size_t>(end - token - 1));
  }

  // Like String, with halves (see json_escape.h) instead of U+FFFD. Not counted as ill-formed.
  std::optional<absl::string_view> StringWithHalves(Value& value);

  // Returns a number that is written as an integer (not 1.0 or 1e0) and fits.
  std::optional<int64_t> Int(Value& value);

  // Calls `on_field(key, value)` for each field of an object.
  template <typename OnField>
  bool ForEachField(Value& value, OnField on_field);

  // Calls `on_element(value)` for each element of an array.
  template <typename OnElement>
  bool ForEachElement(Value& value, OnElement on_element);

  // Skips a value.
  void Skip(Value& value);

  // Skips a value and returns its exact JSON.
  absl::string_view Json(Value& value);

  // Return the JSON of an object or array whose fields or elements are read: call Begin before the
  // first one, and Since after the last one.
  const char* Begin(Value& value) const { return value.raw_json_token().data(); }
  absl::string_view Since(const char* begin);

  static bool IsObject(Value& value) { return FirstByte(value) == '{'; }
  static bool IsNull(Value& value) { return FirstByte(value) == 'n'; }

  // The number of values so far that were neither null nor of the requested type.
  int wrong_types() const { return wrong_types_; }

  // The number of strings returned by String so far that contained lone surrogates.
  int ill_formed_strings() const { return ill_formed_strings_; }

 private:
  enum class Error { kNone, kNotJson, kNotObject, kTooDeep, kTooMany };
  enum class LoneHalves { kReplace, kKeep };

  // An unescaped string at `next_unescaped_`, which the next one overwrites unless it is kept.
  struct Unescaped {
    absl::string_view text;
    bool ill_formed = false;
  };

  static char FirstByte(Value& value) { return value.raw_json_token().data()[0]; }

  void Start(std::string& json);
  absl::Status StatusOf(Error error) const;

  // Records the first error. Returns false.
  bool Fail(Error error);
  // Records an error of the tokenizer. Returns true if there is none.
  bool Check(simdjson::error_code error) {
    return error == simdjson::SUCCESS || Fail(Error::kNotJson);
  }
  // Skips a value that does not have the requested type.
  std::nullopt_t NotOfType(Value& value);
  void SkipScalar(Value& value);

  // Returns the key, with halves, that starts at `begin`, after its quotation mark.
  absl::string_view Key(const char* begin) {
    const char* end = FindQuoteOrBackslash(begin);
    if (*end != '"') return EscapedKey(begin, end);
    return {begin, static_cast<size_t>(end - begin)};
  }

  // Read a string that starts at `begin` and has its first escape sequence at `backslash`. If an
  // escape sequence is ill-formed, record the error and return nullopt or an empty key.
  std::optional<Unescaped> Unescape(const char* begin, const char* backslash,
                                    LoneHalves lone_halves);
  std::optional<absl::string_view> EscapedString(const char* begin, const char* backslash);
  absl::string_view EscapedKey(const char* begin, const char* backslash);

  template <typename OnField>
  void ReadFields(simdjson::ondemand::object& object, OnField& on_field);

  std::string own_json_;
  std::optional<Workspace> own_workspace_;
  Workspace& workspace_;
  size_t json_size_ = 0;
  simdjson::ondemand::document document_;
  Error error_ = Error::kNone;
  int depth_ = 0;
  int elements_ = 0;
  int wrong_types_ = 0;
  int ill_formed_strings_ = 0;
  // The position of the next unescaped string; null before the first one.
  char* next_unescaped_ = nullptr;
};

template <typename OnField>
absl::Status JsonReader::ReadObject(OnField on_field) {
  simdjson::ondemand::object object;
  if (error_ == Error::kNone) {
    const simdjson::error_code error = document_.get_object().get(object);
    if (error == simdjson::INCORRECT_TYPE) {
      Fail(Error::kNotObject);
    } else if (Check(error)) {
      ReadFields(object, on_field);
      const bool at_end = document_.current_location().error() == simdjson::OUT_OF_BOUNDS;
      if (!at_end) Fail(Error::kNotJson);
    }
  }
  return StatusOf(error_);
}

template <typename OnField>
void JsonReader::ReadFields(simdjson::ondemand::object& object, OnField& on_field) {
  if (++depth_ > kMaxDepth) {
    Fail(Error::kTooDeep);
    return;
  }
  for (auto next : object) {
    simdjson::ondemand::field field;
    if (!Check(std::move(next).get(field))) return;
    const absl::string_view key = Key(field.key().raw());
    if (error_ != Error::kNone) return;
    on_field(key, field.value());
    if (error_ != Error::kNone) return;
  }
  --depth_;
}

template <typename OnField>
bool JsonReader::ForEachField(Value& value, OnField on_field) {
  if (!IsObject(value)) {
    NotOfType(value);
    return false;
  }
  simdjson::ondemand::object object;
  if (!Check(value.get_object().get(object))) return false;
  ReadFields(object, on_field);
  return true;
}

template <typename OnElement>
bool JsonReader::ForEachElement(Value& value, OnElement on_element) {
  if (FirstByte(value) != '[') {
    NotOfType(value);
    return false;
  }
  if (++depth_ > kMaxDepth) return Fail(Error::kTooDeep);
  simdjson::ondemand::array array;
  if (!Check(value.get_array().get(array))) return false;
  for (auto next : array) {
    Value element;
    if (!Check(std::move(next).get(element))) return false;
    if (++elements_ > kMaxElements) return Fail(Error::kTooMany);
    on_element(element);
    if (error_ != Error::kNone) return false;
  }
  --depth_;
  return true;
}

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_READER_H_
