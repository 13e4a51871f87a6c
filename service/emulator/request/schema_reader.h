// SPDX-License-Identifier: Apache-2.0
// Reading a JSON document field by field, where the reading code is the schema.
//
//   SchemaReader reader;
//   ObjectReader tool(reader, element);
//   std::string_view name = tool.RequiredString("name");
//   bool strict = tool.OptionalBool("strict").value_or(false);
//   tool.Finish();  // what was not asked for is not permitted
//   if (reader.failed()) return reader.problem();  // "tools.0.custom.name: Field required"
//
// The first problem wins, and after it every read gives an empty value, so that callers check once
// at the end. One reader for one document; not thread-safe. Views live as long as the document.
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

// The path of the place being read, and the first problem.
class SchemaReader {
 public:
  bool failed() const { return problem_.has_value(); }

  // "<path>: <reason>". Only if failed().
  const std::string& problem() const { return *problem_; }

  // Notes that the place being read is wrong, unless something was wrong before.
  void Fail(std::string_view reason);

  // Enters a field, a union's tag or a list's item for as long as it lives.
  class Step {
   public:
    Step(SchemaReader& reader, std::string_view name) : reader_(reader) {
      reader_.path_.push_back({name, 0});
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
  struct Segment {
    std::string_view name;  // empty for an index
    size_t index;
  };

  absl::InlinedVector<Segment, 16> path_;
  std::optional<std::string> problem_;
};

// Reads of a bare value: an empty value and a problem if it is of another type.
std::string_view ReadString(SchemaReader& reader, Json value);
bool ReadBool(SchemaReader& reader, Json value);
int64_t ReadInteger(SchemaReader& reader, Json value);
double ReadNumber(SchemaReader& reader, Json value);
// The items of an array.
std::vector<Json> ReadList(SchemaReader& reader, Json value);
std::vector<std::string_view> ReadStringList(SchemaReader& reader, Json value);

// Checks that `value` is one of `choices`: "Input should be 'a', 'b' or 'c'".
std::string_view CheckChoice(SchemaReader& reader, std::string_view value,
                             std::initializer_list<std::string_view> choices);

// The tag of a union, `value.type`, which has to be one of `tags`; empty after a problem.
std::string_view ReadTag(SchemaReader& reader, Json value,
                         std::initializer_list<std::string_view> tags);

// One object's fields. For optional fields, null means absent only where a function says so.
class ObjectReader {
 public:
  // A problem if `value` is no object.
  ObjectReader(SchemaReader& reader, Json value);

  SchemaReader& reader() { return reader_; }

  // The field, null included. Marks it as known to the schema. The last one counts where a name
  // occurs twice.
  std::optional<Json> Find(std::string_view name);
  // The same, with null as absent.
  std::optional<Json> FindNonNull(std::string_view name);
  // The field; a problem if it is absent.
  std::optional<Json> Require(std::string_view name);
  // Marks a field as known that needs no look: any value is fine.
  void Allow(std::string_view name) { asked_.push_back(name); }

  std::string_view RequiredString(std::string_view name);
  std::optional<std::string_view> OptionalString(std::string_view name);
  std::optional<std::string_view> NullableString(std::string_view name);
  // The same, of `min_size` to `max_size` code points.
  std::optional<std::string_view> NullableStringOfSize(std::string_view name, int64_t min_size,
                                                       int64_t max_size);
  std::string_view RequiredStringOfSize(std::string_view name, int64_t min_size, int64_t max_size);
  // A string that may be null, but not empty.
  std::optional<std::string_view> NullableNonEmpty(std::string_view name);
  std::optional<bool> OptionalBool(std::string_view name);
  std::optional<int64_t> OptionalInteger(std::string_view name);
  int64_t RequiredInteger(std::string_view name);
  // The same, at least `least`.
  int64_t RequiredIntegerFrom(std::string_view name, int64_t least);
  // A problem unless the field is present and an object. Gives its JSON, minified.
  std::string RequiredDictionary(std::string_view name);
  void OptionalDictionary(std::string_view name);

  // A problem for the first field that was not asked for.
  void Finish();

 private:
  SchemaReader& reader_;
  std::optional<simdjson::dom::object> object_;
  absl::InlinedVector<std::string_view, 24> asked_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_SCHEMA_READER_H_
