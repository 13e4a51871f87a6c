// SPDX-License-Identifier: Apache-2.0
// Reading the values of a script's pairs. All fail with InvalidArgument and a message that begins
// with the key and says what would be right.
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

// `value` is never empty.
struct ScriptPair {
  std::string key;
  std::string value;
};

// No count or size in a script is larger.
constexpr int64_t kLargestScriptNumber = int64_t{1} << 40;

// A whole number from `least` to `most`.
absl::StatusOr<int64_t> ReadNumber(const ScriptPair& pair, int64_t least, int64_t most);

absl::Status ReadCount(const ScriptPair& pair, int64_t least, size_t* out);
absl::Status ReadCount(const ScriptPair& pair, int64_t least, std::optional<size_t>* out);

// How often something is repeated: 0 to 100,000, so that no script fills the memory.
absl::Status ReadRepeats(const ScriptPair& pair, size_t* out);

// Milliseconds, at most ten minutes.
absl::Status ReadDelay(const ScriptPair& pair, std::chrono::milliseconds* out);

// One of two words.
absl::Status ReadSwitch(const ScriptPair& pair, std::string_view yes, std::string_view no,
                        bool* out);

// "true" or "false".
absl::Status ReadBool(const ScriptPair& pair, bool* out);

// A word of a script and what it stands for.
template <typename T>
struct ScriptWord {
  std::string_view word;
  T meaning;
};

absl::Status NotOneOf(const ScriptPair& pair, std::string_view words);

// One of `words`.
template <typename T, size_t Size>
absl::Status ReadWord(const ScriptPair& pair, const ScriptWord<T> (&words)[Size], T* out) {
  std::string known;
  for (const ScriptWord<T>& row : words) {
    if (row.word == pair.value) {
      *out = row.meaning;
      return absl::OkStatus();
    }
    if (!known.empty()) known.append(&row == &words[Size - 1] ? " or " : ", ");
    known.append(row.word);
  }
  return NotOneOf(pair, known);
}

// Some of `words`, with ',' between: sets the members of `out` that they stand for.
template <typename Struct, size_t Size>
absl::Status ReadSet(const ScriptPair& pair, const ScriptWord<bool Struct::*> (&words)[Size],
                     Struct* out) {
  std::string_view rest = pair.value;
  while (true) {
    const size_t comma = rest.find(',');
    bool Struct::*member = nullptr;
    const ScriptPair one{pair.key, std::string(rest.substr(0, comma))};
    if (absl::Status status = ReadWord(one, words, &member); !status.ok()) return status;
    out->*member = true;
    if (comma == std::string_view::npos) return absl::OkStatus();
    rest.remove_prefix(comma + 1);
  }
}

// A key, and how its value is noted in `Target`.
template <typename Target>
struct ScriptKey {
  std::string_view key;
  absl::Status (*apply)(const ScriptPair& pair, Target* target);
};

// What the row of `pair`'s key says to it; nullopt if no row has that key.
template <typename Target, size_t Size>
std::optional<absl::Status> ApplyKey(const ScriptPair& pair, const ScriptKey<Target> (&rows)[Size],
                                     Target* target) {
  for (const ScriptKey<Target>& row : rows) {
    if (row.key == pair.key) return row.apply(pair, target);
  }
  return std::nullopt;
}

// The keys of `rows`, with ", " between.
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
