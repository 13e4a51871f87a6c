// SPDX-License-Identifier: Apache-2.0
// Parsers for the values of a script. On malformed values, they return InvalidArgument with a
// message that begins with the key and states the valid values.
#ifndef FOOTNOTE_SERVICE_EMULATOR_SCRIPT_SCRIPT_VALUES_H_
#define FOOTNOTE_SERVICE_EMULATOR_SCRIPT_SCRIPT_VALUES_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace footnote::emulator {

// A key and its value, which is not empty.
struct ScriptPair {
  std::string key;
  std::string value;
};

// The maximum of counts and sizes.
constexpr int64_t kLargestScriptNumber = int64_t{1} << 40;

// Parses an integer from `min` to `max`.
absl::StatusOr<int64_t> ReadNumber(const ScriptPair& pair, int64_t min, int64_t max);

// Parse a count from `min` to kLargestScriptNumber.
absl::Status ReadCount(const ScriptPair& pair, int64_t min, size_t* out);
absl::Status ReadCount(const ScriptPair& pair, int64_t min, std::optional<size_t>* out);

// Parses a number of repetitions: 0 to 100,000, to limit the memory that a script can use.
absl::Status ReadRepeats(const ScriptPair& pair, size_t* out);

// Parses a delay in milliseconds, at most ten minutes.
absl::Status ReadDelay(const ScriptPair& pair, std::chrono::milliseconds* out);

// Parses one of two values: `yes` is true, `no` is false.
absl::Status ReadSwitch(const ScriptPair& pair, std::string_view yes, std::string_view no,
                        bool* out);

// Parses "true" or "false".
absl::Status ReadBool(const ScriptPair& pair, bool* out);

// The name of a value in scripts, and the value.
template <typename T>
struct ScriptEnum {
  std::string_view name;
  T value;
};

// Returns the error that the value of `pair` must be `expected`, such as "on or off".
absl::Status NotOneOf(const ScriptPair& pair, std::string_view expected);

// Parses one of the names in `values`.
template <typename T, size_t Size>
absl::Status ReadEnum(const ScriptPair& pair, const ScriptEnum<T> (&values)[Size], T* out) {
  std::string expected;
  for (const ScriptEnum<T>& row : values) {
    if (row.name == pair.value) {
      *out = row.value;
      return absl::OkStatus();
    }
    if (!expected.empty()) expected.append(&row == &values[Size - 1] ? " or " : ", ");
    expected.append(row.name);
  }
  return NotOneOf(pair, expected);
}

// Parses names in `flags`, separated by ',', and sets the corresponding members of `out` to true.
template <typename Struct, size_t Size>
absl::Status ReadFlags(const ScriptPair& pair, const ScriptEnum<bool Struct::*> (&flags)[Size],
                       Struct* out) {
  std::string_view rest = pair.value;
  while (true) {
    const size_t comma = rest.find(',');
    bool Struct::*member = nullptr;
    const ScriptPair one{pair.key, std::string(rest.substr(0, comma))};
    if (absl::Status status = ReadEnum(one, flags, &member); !status.ok()) return status;
    out->*member = true;
    if (comma == std::string_view::npos) return absl::OkStatus();
    rest.remove_prefix(comma + 1);
  }
}

// A key, and the function that applies its value to a `Target`.
template <typename Target>
struct ScriptKey {
  std::string_view key;
  absl::Status (*apply)(const ScriptPair& pair, Target* target);
};

// Applies `pair` with the row that has its key, and returns the result. Returns nullopt if no row
// has the key.
template <typename Target, size_t Size>
std::optional<absl::Status> ApplyKey(const ScriptPair& pair, const ScriptKey<Target> (&rows)[Size],
                                     Target* target) {
  for (const ScriptKey<Target>& row : rows) {
    if (row.key == pair.key) return row.apply(pair, target);
  }
  return std::nullopt;
}

// Returns the keys of `rows`, separated by ", ".
template <typename Target, size_t Size>
std::string NamesOf(const ScriptKey<Target> (&rows)[Size]) {
  std::string names;
  for (const ScriptKey<Target>& row : rows) {
    if (!names.empty()) names.append(", ");
    names.append(row.key);
  }
  return names;
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_SCRIPT_SCRIPT_VALUES_H_
