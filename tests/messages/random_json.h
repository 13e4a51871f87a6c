// SPDX-License-Identifier: Apache-2.0
// Random JSON values, and random forms of the same value.
#ifndef FOOTNOTE_TESTS_MESSAGES_RANDOM_JSON_H_
#define FOOTNOTE_TESTS_MESSAGES_RANDOM_JSON_H_

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace footnote::messages {

// A random number generator that, unlike the distributions of the standard library, returns the
// same numbers on every machine.
class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}

  // Returns a number from 0 to `end` - 1.
  size_t Below(size_t end) { return engine_() % end; }
  bool OneIn(size_t n) { return Below(n) == 0; }

  template <typename T>
  const T& Of(const std::vector<T>& items) {
    return items[Below(items.size())];
  }

 private:
  std::mt19937 engine_;
};

// A JSON value. Texts are UTF-16, so that they can contain lone surrogates.
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
  std::vector<JsonValue> elements;   // of an array; the values of the members of an object
  std::vector<std::u16string> keys;  // of an object
};

std::u16string ToUtf16(const std::string& utf8);

// Returns characters of many scripts, including control characters and sometimes lone surrogates.
std::u16string RandomText(Random& random, size_t max_size);

JsonValue RandomValue(Random& random, int depth);
JsonValue RandomObject(Random& random, int depth);

// Returns the JSON of `value` with random white space and escape sequences. The result is UTF-16,
// so that it can be split anywhere and be a string of other JSON. It has no lone surrogates.
std::u16string WriteJson(const JsonValue& value, Random& random);

// Like WriteJson, as UTF-8.
std::string WriteJsonUtf8(const JsonValue& value, Random& random);

}  // namespace footnote::messages

#endif  // FOOTNOTE_TESTS_MESSAGES_RANDOM_JSON_H_
