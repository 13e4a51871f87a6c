// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/script/script_values.h"

#include <charconv>
#include <system_error>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {

absl::StatusOr<int64_t> ReadNumber(const ScriptPair& pair, int64_t min, int64_t max) {
  int64_t number = 0;
  const char* end = pair.value.data() + pair.value.size();
  const std::from_chars_result result = std::from_chars(pair.value.data(), end, number);
  if (result.ec != std::errc() || result.ptr != end || number < min || number > max) {
    return absl::InvalidArgumentError(
        Concat({pair.key, " must be an integer from ", std::to_string(min), " to ",
                std::to_string(max), ", not '", pair.value, "'"}));
  }
  return number;
}

absl::Status ReadCount(const ScriptPair& pair, int64_t min, size_t* out) {
  absl::StatusOr<int64_t> count = ReadNumber(pair, min, kLargestScriptNumber);
  if (!count.ok()) return count.status();
  *out = static_cast<size_t>(*count);
  return absl::OkStatus();
}

absl::Status ReadCount(const ScriptPair& pair, int64_t min, std::optional<size_t>* out) {
  size_t count = 0;
  if (absl::Status status = ReadCount(pair, min, &count); !status.ok()) return status;
  *out = count;
  return absl::OkStatus();
}

absl::Status ReadRepeats(const ScriptPair& pair, size_t* out) {
  constexpr int64_t kMaxRepeats = 100'000;
  absl::StatusOr<int64_t> count = ReadNumber(pair, 0, kMaxRepeats);
  if (!count.ok()) return count.status();
  *out = static_cast<size_t>(*count);
  return absl::OkStatus();
}

absl::Status ReadDelay(const ScriptPair& pair, std::chrono::milliseconds* out) {
  constexpr int64_t kMaxDelayMs = 600'000;
  absl::StatusOr<int64_t> ms = ReadNumber(pair, 0, kMaxDelayMs);
  if (!ms.ok()) return ms.status();
  *out = std::chrono::milliseconds(*ms);
  return absl::OkStatus();
}

absl::Status ReadSwitch(const ScriptPair& pair, std::string_view yes, std::string_view no,
                        bool* out) {
  if (pair.value != yes && pair.value != no) {
    return NotOneOf(pair, Concat({yes, " or ", no}));
  }
  *out = pair.value == yes;
  return absl::OkStatus();
}

absl::Status ReadBool(const ScriptPair& pair, bool* out) {
  return ReadSwitch(pair, "true", "false", out);
}

absl::Status NotOneOf(const ScriptPair& pair, std::string_view expected) {
  return absl::InvalidArgumentError(
      Concat({pair.key, " must be ", expected, ", not '", pair.value, "'"}));
}

}  // namespace footnote::emulator
