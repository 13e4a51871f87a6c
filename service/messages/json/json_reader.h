// Reads JSON from upstream in one pass, strictly: whatever is not well-formed JSON is an error,
// wherever it stands and whether or not anyone asked for it.
//
// simdjson finds the tokens and checks the UTF-8; its on-demand front end, which checks only what
// is looked at, is walked over every value here. What it cannot do is done here: strings with lone
// surrogates, numbers of any size, a limit to nesting, and the exact JSON of a value.
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
// Fields come in the document's order, repeated keys each time; a reader that assigns lets the last
// one win. In keys, lone surrogates stand as halves (see json_escape.h). Each value that is handed
// out must be given to exactly one of the functions below, which read past it. After an error
// nothing more is handed out and ReadObject returns it; what was read until then is to be thrown
// away.
//
// Views that are returned live as long as the reader, and the document where the reader does not
// own it. Not thread-safe.
class JsonReader {
 public:
  using Value = simdjson::ondemand::value;

  // The capacity beyond its size that a document needs.
  static constexpr size_t kSpareBytes = simdjson::SIMDJSON_PADDING;

  // How deep objects and arrays may nest.
  static constexpr int kMaxDepth = 256;
  // How many elements of arrays are handed out: far more than the longest message has blocks and
  // citations. Two bytes of JSON can be a thousand in memory.
  static constexpr int kMaxElements = 50000;

  // Memory that one reader after another may use, so that small documents cost no allocation. Must
  // outlive its readers; one at a time.
  class Workspace {
   public:
    Workspace();

   private:
    friend class JsonReader;

    // Room for the strings of a document of this size that have escapes; no escape is shorter than
    // what it stands for. Takes back what was given out before.
    char* Unescaped(size_t size);

    simdjson::ondemand::parser parser_;
    std::unique_ptr<char[]> unescaped_;
    size_t unescaped_size_ = 0;
  };

  // Takes the document by value because the tokenizer needs spare capacity behind it: one that was
  // reserved with its size + kSpareBytes is not copied.
  explicit JsonReader(std::string json);
  // Reads `json` where it is, which must stay as it is. Gives it that spare capacity if need be.
  JsonReader(std::string& json, Workspace& workspace);

  JsonReader(const JsonReader&) = delete;
  JsonReader& operator=(const JsonReader&) = delete;

  // Reads the whole document, which must be an object. Calls `on_field(key, value)` for each of its
  // fields. To be called once. InvalidArgument, with no text of the document, if it is not
  // well-formed or no object.
  template <typename OnField>
  absl::Status ReadObject(OnField on_field);

  // Each of these returns nullopt or false for a value of another type, having read past it.

  // A string, unescaped. A lone surrogate (`"\ud83d"` without its other half) becomes U+FFFD.
  std::optional<absl::string_view> String(Value& value) {
    const char* token = value.raw_json_token().data();
    if (*token != '"') return NotOfType(value);
    simdjson::ondemand::raw_json_string raw;
    if (!Check(value.get_raw_json_string().get(raw))) return std::nullopt;
    const char* end = FindQuoteOrBackslash(token + 1);
    if (*end != '"') return EscapedString(token + 1, end);
    return absl::string_view(token + 1, static_cast<size_t>(end - token - 1));
  }

  // The same with halves (see json_escape.h) where String has U+FFFD. Not counted as ill-formed.
  std::optional<absl::string_view> StringWithHalves(Value& value);

  // A number written as an integer (not 1.0, not 1e0) that fits.
  std::optional<int64_t> Int(Value& value);

  // Calls `on_field(key, value)` for each field of an object.
  template <typename OnField>
  bool ForEachField(Value& value, OnField on_field);

  // Calls `on_element(value)` for each element of an array.
  template <typename OnElement>
  bool ForEachElement(Value& value, OnElement on_element);

  // Reads past a value.
  void Skip(Value& value);

  // Reads past a value and returns its JSON exactly as it was sent.
  absl::string_view Json(Value& value);

  // The JSON of an object or array that is being read through its fields or elements: call Begin
  // before the first is read, and Since once the last one was.
  const char* Begin(Value& value) const { return value.raw_json_token().data(); }
  absl::string_view Since(const char* begin);

  static bool IsObject(Value& value) { return FirstByte(value) == '{'; }
  static bool IsNull(Value& value) { return FirstByte(value) == 'n'; }

  // How many values so far were neither null nor of the type that was asked for.
  int wrong_types() const { return wrong_types_; }

  // How many strings so far, of those returned by String, held lone surrogates.
  int ill_formed_strings() const { return ill_formed_strings_; }

 private:
  enum class Error { kNone, kNotJson, kNotObject, kTooDeep, kTooMany };
  enum class LoneHalves { kReplace, kKeep };

  // A string without its escapes, written to `next_unescaped_` but not yet kept there.
  struct Unescaped {
    absl::string_view text;
    bool ill_formed = false;
  };

  static char FirstByte(Value& value) { return value.raw_json_token().data()[0]; }

  void Start(std::string& json);
  absl::Status StatusOf(Error error) const;

  // Notes an error, unless one has been noted. Always returns false.
  bool Fail(Error error);
  // Notes an error of the tokenizer's. Returns whether there was none.
  bool Check(simdjson::error_code error) {
    return error == simdjson::SUCCESS || Fail(Error::kNotJson);
  }
  // Reads past a value of a type that was not asked for.
  std::nullopt_t NotOfType(Value& value);
  void SkipScalar(Value& value);

  // The key, or string with halves, that starts at `begin`, behind its quotation mark.
  absl::string_view Key(const char* begin) {
    const char* end = FindQuoteOrBackslash(begin);
    if (*end != '"') return EscapedKey(begin, end);
    return {begin, static_cast<size_t>(end - begin)};
  }

  // Strings that start at `begin` and have their first escape at `backslash`. nullopt, or an empty
  // key, with the error noted, if an escape is ill-formed.
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
  // Where the next string that has escapes goes; null before the first one.
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
