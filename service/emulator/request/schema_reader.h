// SPDX-License-Identifier: Apache-2.0
// Reads a JSON document field by field. The code that reads a document defines its schema.
//
//   SchemaReader reader;
//   ObjectReader tool(reader, element);
//   std::string_view name = tool.RequiredString("name");
//   bool strict = tool.OptionalBool("strict").value_or(false);
//   tool.Finish();  // Rejects fields that were not read.
//   if (reader.failed()) return reader.problem();  // "tools.0.custom.name: Field required"
//
// Only the first problem is reported. A read that fails returns an empty value, so that callers can
// check for a problem once at the end. Use one SchemaReader for each document. Not thread-safe. The
// returned views are valid as long as the document.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_SCHEMA_READER_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_SCHEMA_READER_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "simdjson.h"

namespace footnote::emulator {

using Json = simdjson::dom::element;

// Holds the path of the current position in the document, and the first problem.
class SchemaReader {
 public:
  bool failed() const { return problem_.has_value(); }

  // Returns "<path>: <reason>", or "<reason>" if the path is empty. Requires failed().
  const std::string& problem() const { return *problem_; }

  // Reports a problem at the current position. Has no effect after the first problem.
  void Fail(std::string_view reason);

  // Appends a field, the tag of a union or the 0-based index of a list element to the path until
  // the Step is destroyed. `name` must outlive the Step.
  class Step {
   public:
    Step(SchemaReader& reader, std::string_view name) : reader_(reader) {
      reader_.path_.push_back({name, kNoIndex});
    }
    Step(SchemaReader& reader, size_t index) : reader_(reader) {
      reader_.path_.push_back({{}, index});
    }
    ~Step() { reader_.path_.pop_back(); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    SchemaReader& reader_;
  };

 private:
  static constexpr size_t kNoIndex = static_cast<size_t>(-1);

  struct Segment {
    std::string_view name;
    size_t index;  // kNoIndex if the segment is a name.
  };

  absl::InlinedVector<Segment, 16> path_;
  std::optional<std::string> problem_;
};

// These functions read a value that is not a field of an object. If it has another type, they
// report a problem and return an empty value.
std::string_view ReadString(SchemaReader& reader, Json value);
bool ReadBool(SchemaReader& reader, Json value);
int64_t ReadInteger(SchemaReader& reader, Json value);
double ReadNumber(SchemaReader& reader, Json value);
// Returns the elements of an array.
std::vector<Json> ReadList(SchemaReader& reader, Json value);
std::vector<std::string_view> ReadStringList(SchemaReader& reader, Json value);

// Returns `value`. Reports "Input should be 'a', 'b' or 'c'" if it is not one of `choices`.
std::string_view CheckChoice(SchemaReader& reader, std::string_view value,
                             std::initializer_list<std::string_view> choices);

// Returns the tag of a union, `value.type`. If it is not one of `tags`, reports a problem and
// returns an empty string.
std::string_view ReadTag(SchemaReader& reader, Json value,
                         std::initializer_list<std::string_view> tags);

// Reads the fields of an object. A null value is a value of the wrong type, except in functions
// whose name contains "Null" and in OptionalDictionary, which treat it as absent.
class ObjectReader {
 public:
  // Reports a problem if `value` is not an object; the object then has no fields.
  ObjectReader(SchemaReader& reader, Json value);

  SchemaReader& reader() { return reader_; }

  // Returns the value of the field, which may be null, or nullopt if it is absent. Adds `name` to
  // the fields that the schema permits. If the name occurs more than once, the last value is used.
  std::optional<Json> Find(std::string_view name);
  // Same as Find, but returns nullopt if the value is null.
  std::optional<Json> FindNonNull(std::string_view name);
  // Same as Find, but reports a problem if the field is absent.
  std::optional<Json> Require(std::string_view name);
  // Permits a field with any value.
  void Allow(std::string_view name) { permitted_.push_back(name); }

  // The Required functions report a problem if the field is absent. The Optional and Nullable
  // functions return nullopt if it is absent.
  std::string_view RequiredString(std::string_view name);
  std::optional<std::string_view> OptionalString(std::string_view name);
  std::optional<std::string_view> NullableString(std::string_view name);
  // The string must have `min_size` to `max_size` code points, both inclusive.
  std::optional<std::string_view> NullableStringOfSize(std::string_view name, int64_t min_size,
                                                       int64_t max_size);
  std::string_view RequiredStringOfSize(std::string_view name, int64_t min_size, int64_t max_size);
  // The string must have at least one code point.
  std::optional<std::string_view> NullableNonEmpty(std::string_view name);
  std::optional<bool> OptionalBool(std::string_view name);
  std::optional<int64_t> OptionalInteger(std::string_view name);
  int64_t RequiredInteger(std::string_view name);
  // The integer must be at least `min`.
  int64_t RequiredIntegerFrom(std::string_view name, int64_t min);
  // Returns the JSON of an object, without white space between tokens.
  std::string RequiredDictionary(std::string_view name);
  void OptionalDictionary(std::string_view name);

  // Reports a problem for the first field that no other function of this object read or permitted.
  void Finish();

 private:
  SchemaReader& reader_;
  std::optional<simdjson::dom::object> object_;
  absl::InlinedVector<std::string_view, 24> permitted_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_SCHEMA_READER_H_
