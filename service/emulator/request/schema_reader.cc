// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/schema_reader.h"

#include <algorithm>
#include <limits>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

// Returns `names` in quotes. `last_separator` is the separator before the last name: with " or ",
// the result is "'a', 'b' or 'c'".
std::string QuotedList(std::initializer_list<std::string_view> names,
                       std::string_view last_separator) {
  std::string list;
  size_t left = names.size();
  for (std::string_view name : names) {
    list.append(Concat({"'", name, "'"}));
    if (--left > 0) list.append(left == 1 ? last_separator : ", ");
  }
  return list;
}

constexpr int64_t kAnySize = std::numeric_limits<int64_t>::max();

void CheckSize(SchemaReader& reader, std::string_view text, int64_t min_size, int64_t max_size) {
  const auto characters = [](int64_t count) {
    return Concat({std::to_string(count), count == 1 ? " character" : " characters"});
  };
  const int64_t size = CountCodePoints(text);
  if (size < min_size) {
    reader.Fail(Concat({"String should have at least ", characters(min_size)}));
  } else if (size > max_size) {
    reader.Fail(Concat({"String should have at most ", characters(max_size)}));
  }
}

bool Contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void SchemaReader::Fail(std::string_view reason) {
  if (failed()) return;
  std::string problem;
  for (const Segment& segment : path_) {
    if (!problem.empty()) problem.push_back('.');
    problem.append(segment.index == kNoIndex ? std::string(segment.name)
                                             : std::to_string(segment.index));
  }
  if (!problem.empty()) problem.append(": ");
  problem.append(reason);
  problem_ = std::move(problem);
}

std::string_view ReadString(SchemaReader& reader, Json value) {
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) reader.Fail("Input should be a valid string");
  return text;
}

bool ReadBool(SchemaReader& reader, Json value) {
  bool flag = false;
  if (value.get(flag) != simdjson::SUCCESS) reader.Fail("Input should be a valid boolean");
  return flag;
}

int64_t ReadInteger(SchemaReader& reader, Json value) {
  int64_t number = 0;
  if (value.get(number) != simdjson::SUCCESS) reader.Fail("Input should be a valid integer");
  return number;
}

double ReadNumber(SchemaReader& reader, Json value) {
  double number = 0;
  if (value.get(number) != simdjson::SUCCESS) reader.Fail("Input should be a valid number");
  return number;
}

std::vector<Json> ReadList(SchemaReader& reader, Json value) {
  simdjson::dom::array array;
  if (value.get(array) != simdjson::SUCCESS) {
    reader.Fail("Input should be a valid list");
    return {};
  }
  std::vector<Json> items;
  for (Json item : array) items.push_back(item);
  return items;
}

std::vector<std::string_view> ReadStringList(SchemaReader& reader, Json value) {
  std::vector<std::string_view> texts;
  size_t index = 0;
  for (Json item : ReadList(reader, value)) {
    SchemaReader::Step step(reader, index++);
    texts.push_back(ReadString(reader, item));
  }
  return texts;
}

std::string_view CheckChoice(SchemaReader& reader, std::string_view value,
                             std::initializer_list<std::string_view> choices) {
  if (!Contains(choices, value)) {
    reader.Fail(Concat({"Input should be ", QuotedList(choices, " or ")}));
  }
  return value;
}

std::string_view ReadTag(SchemaReader& reader, Json value,
                         std::initializer_list<std::string_view> tags) {
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS) {
    reader.Fail("Input should be a valid dictionary");
    return {};
  }
  Json type;
  if (object.at_key("type").get(type) != simdjson::SUCCESS) {
    SchemaReader::Step step(reader, "type");
    reader.Fail("Field required");
    return {};
  }
  std::string_view tag;
  if (type.get(tag) != simdjson::SUCCESS) {
    SchemaReader::Step step(reader, "type");
    reader.Fail("Input should be a valid string");
    return {};
  }
  if (!Contains(tags, tag)) {
    reader.Fail(Concat({"Input tag '", tag,
                        "' found using 'type' does not match any of the expected tags: ",
                        QuotedList(tags, ", ")}));
    return {};
  }
  return tag;
}

ObjectReader::ObjectReader(SchemaReader& reader, Json value) : reader_(reader) {
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS) {
    reader_.Fail("Input should be a valid dictionary");
    return;
  }
  object_ = object;
}

std::optional<Json> ObjectReader::Find(std::string_view name) {
  permitted_.push_back(name);
  std::optional<Json> found;
  if (!object_.has_value()) return found;
  for (simdjson::dom::key_value_pair field : *object_) {
    if (field.key == name) found = field.value;
  }
  return found;
}

std::optional<Json> ObjectReader::FindNonNull(std::string_view name) {
  std::optional<Json> found = Find(name);
  if (found.has_value() && found->is_null()) return std::nullopt;
  return found;
}

std::optional<Json> ObjectReader::Require(std::string_view name) {
  std::optional<Json> found = Find(name);
  if (!found.has_value()) {
    SchemaReader::Step step(reader_, name);
    reader_.Fail("Field required");
  }
  return found;
}

std::string_view ObjectReader::RequiredString(std::string_view name) {
  std::optional<Json> found = Require(name);
  if (!found.has_value()) return {};
  SchemaReader::Step step(reader_, name);
  return ReadString(reader_, *found);
}

std::optional<std::string_view> ObjectReader::OptionalString(std::string_view name) {
  std::optional<Json> found = Find(name);
  if (!found.has_value()) return std::nullopt;
  SchemaReader::Step step(reader_, name);
  return ReadString(reader_, *found);
}

std::optional<std::string_view> ObjectReader::NullableString(std::string_view name) {
  std::optional<Json> found = FindNonNull(name);
  if (!found.has_value()) return std::nullopt;
  SchemaReader::Step step(reader_, name);
  return ReadString(reader_, *found);
}

std::optional<std::string_view> ObjectReader::NullableStringOfSize(std::string_view name,
                                                                   int64_t min_size,
                                                                   int64_t max_size) {
  std::optional<std::string_view> text = NullableString(name);
  if (!text.has_value()) return text;
  SchemaReader::Step step(reader_, name);
  CheckSize(reader_, *text, min_size, max_size);
  return text;
}

std::optional<std::string_view> ObjectReader::NullableNonEmpty(std::string_view name) {
  return NullableStringOfSize(name, 1, kAnySize);
}

std::string_view ObjectReader::RequiredStringOfSize(std::string_view name, int64_t min_size,
                                                    int64_t max_size) {
  std::string_view text = RequiredString(name);
  SchemaReader::Step step(reader_, name);
  CheckSize(reader_, text, min_size, max_size);
  return text;
}

std::optional<bool> ObjectReader::OptionalBool(std::string_view name) {
  std::optional<Json> found = Find(name);
  if (!found.has_value()) return std::nullopt;
  SchemaReader::Step step(reader_, name);
  return ReadBool(reader_, *found);
}

std::optional<int64_t> ObjectReader::OptionalInteger(std::string_view name) {
  std::optional<Json> found = Find(name);
  if (!found.has_value()) return std::nullopt;
  SchemaReader::Step step(reader_, name);
  return ReadInteger(reader_, *found);
}

int64_t ObjectReader::RequiredInteger(std::string_view name) {
  std::optional<Json> found = Require(name);
  if (!found.has_value()) return 0;
  SchemaReader::Step step(reader_, name);
  return ReadInteger(reader_, *found);
}

int64_t ObjectReader::RequiredIntegerFrom(std::string_view name, int64_t min) {
  const int64_t number = RequiredInteger(name);
  if (number >= min) return number;
  SchemaReader::Step step(reader_, name);
  reader_.Fail(Concat({"Input should be greater than or equal to ", std::to_string(min)}));
  return number;
}

std::string ObjectReader::RequiredDictionary(std::string_view name) {
  std::optional<Json> found = Require(name);
  if (!found.has_value()) return {};
  SchemaReader::Step step(reader_, name);
  if (!found->is_object()) {
    reader_.Fail("Input should be a valid dictionary");
    return {};
  }
  return simdjson::minify(*found);
}

void ObjectReader::OptionalDictionary(std::string_view name) {
  std::optional<Json> found = FindNonNull(name);
  if (!found.has_value() || found->is_object()) return;
  SchemaReader::Step step(reader_, name);
  reader_.Fail("Input should be a valid dictionary");
}

void ObjectReader::Finish() {
  if (!object_.has_value() || reader_.failed()) return;
  for (simdjson::dom::key_value_pair field : *object_) {
    if (std::find(permitted_.begin(), permitted_.end(), field.key) != permitted_.end()) continue;
    SchemaReader::Step step(reader_, field.key);
    reader_.Fail("Extra inputs are not permitted");
    return;
  }
}

}  // namespace footnote::emulator
