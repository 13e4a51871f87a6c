// SPDX-License-Identifier: Apache-2.0
// Random JSON values, and the many ways to write the same one.
#ifndef FOOTNOTE_TESTS_MESSAGES_RANDOM_JSON_H_
#define FOOTNOTE_TESTS_MESSAGES_RANDOM_JSON_H_

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace footnote::messages {

// The same numbers on every machine, unlike the standard library's distributions.
class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}

  // 0 to `end` - 1.
  size_t Below(size_t end) { return engine_() % end; }
  bool OneIn(size_t n) { return Below(n) == 0; }

  template <typename T>
  const T& Of(const std::vector<T>& items) {
    return items[Below(items.size())];
  }

 private:
  std::mt19937 engine_;
};

// One JSON value. Texts are UTF-16, so that they can have lone surrogates.
struct JsonValue {
  enum class Kind { kLiteral, kString, kArray, kObject };

  static JsonValue Literal(std::string json);
  static JsonValue String(std::u16string text);
  static JsonValue String(const std::string& utf8);
  static JsonValue Int(int64_t value);
  static JsonValue Array(std::vector<JsonValue> elements = {});
  static JsonValue Object(const std::vector<std::pair<std::string, JsonValue>>& members = {});

  JsonValue& Add(const std::string& key, JsonValue value);

  Kind kind = Kind::kLiteral;
  std::string literal;  // a number, true, false or null
  std::u16string text;
  std::vector<JsonValue> elements;  // of an object: the members' values
  std::vector<std::u16string> keys;
};

std::u16string ToUtf16(const std::string& utf8);

// A few characters of many scripts, control characters among them. Lone surrogates now and then.
std::u16string RandomText(Random& random, size_t max_size);

JsonValue RandomValue(Random& random, int depth);
JsonValue RandomObject(Random& random, int depth);

// Writes `value` with white space and escapes as chance has it. UTF-16, so that it can be cut
// anywhere and be a string of other JSON; it has no lone surrogates itself.
std::u16string WriteJson(const JsonValue& value, Random& random);

// The same as UTF-8.
std::string WriteJsonUtf8(const JsonValue& value, Random& random);

}  // namespace footnote::messages

#endif  // FOOTNOTE_TESTS_MESSAGES_RANDOM_JSON_H_
