#include "service/emulator/script.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "absl/status/status.h"
#include "service/emulator/text/concat.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

struct Pair {
  std::string key;
  std::string value;
};

absl::Status Invalid(const std::string& message) { return absl::InvalidArgumentError(message); }

// Reads the value at `*offset` up to its ';' or the end, and moves past it.
absl::StatusOr<std::string> ReadValue(std::string_view text, size_t* offset) {
  while (*offset < text.size() && text[*offset] == ' ') ++*offset;
  if (*offset == text.size() || text[*offset] != '"') {
    const size_t end = std::min(text.find(';', *offset), text.size());
    std::string value(Trim(text.substr(*offset, end - *offset)));
    *offset = end;
    return value;
  }
  std::string value;
  for (++*offset; *offset < text.size() && text[*offset] != '"'; ++*offset) {
    if (text[*offset] == '\\' && *offset + 1 < text.size()) ++*offset;
    value.push_back(text[*offset]);
  }
  if (*offset == text.size()) return Invalid("a quoted value lacks its closing \"");
  ++*offset;
  const size_t end = std::min(text.find(';', *offset), text.size());
  if (!IsBlank(text.substr(*offset, end - *offset))) {
    return Invalid("after a quoted value there must be a ';' or the end");
  }
  *offset = end;
  return value;
}

absl::StatusOr<int64_t> ReadNumber(const Pair& pair, int64_t least, int64_t most) {
  int64_t number = 0;
  const char* end = pair.value.data() + pair.value.size();
  const std::from_chars_result result = std::from_chars(pair.value.data(), end, number);
  if (result.ec != std::errc() || result.ptr != end || number < least || number > most) {
    return Invalid(Concat({pair.key, " must be a whole number from ", std::to_string(least), " to ",
                           std::to_string(most), ", not '", pair.value, "'"}));
  }
  return number;
}

absl::StatusOr<bool> ReadChoice(const Pair& pair, std::string_view yes, std::string_view no) {
  if (pair.value == yes) return true;
  if (pair.value == no) return false;
  return Invalid(Concat({pair.key, " must be ", yes, " or ", no, ", not '", pair.value, "'"}));
}

struct TextKey {
  std::string_view key;
  std::string Script::*field;
};

constexpr TextKey kTextKeys[] = {
    {"error_type", &Script::error_type},
    {"message", &Script::message},
    {"error_code", &Script::error_code},
    {"retry_after", &Script::retry_after},
    {"body", &Script::body},
    {"body_file", &Script::body_file},
    {"content_type", &Script::content_type},
    {"stop_reason", &Script::stop_reason},
};

absl::Status Apply(const Pair& pair, Script* script) {
  constexpr int64_t kLongestDelayMs = 600'000;
  constexpr int64_t kLargest = int64_t{1} << 40;
  if (pair.value.empty()) return Invalid(Concat({pair.key, " needs a value"}));
  for (const TextKey& row : kTextKeys) {
    if (row.key != pair.key) continue;
    for (char c : pair.value) {
      // Some of them become headers.
      if (c == '\r' || c == '\n') return Invalid(Concat({pair.key, " must be a single line"}));
    }
    script->*row.field = pair.value;
    return absl::OkStatus();
  }
  if (pair.key == "status") {
    absl::StatusOr<int64_t> status = ReadNumber(pair, 200, 599);
    if (!status.ok()) return status.status();
    script->status = static_cast<int>(*status);
  } else if (pair.key == "retry_after_ms") {
    absl::StatusOr<int64_t> ms = ReadNumber(pair, 0, kLargest);
    if (!ms.ok()) return ms.status();
    script->retry_after_ms = pair.value;
  } else if (pair.key == "should_retry") {
    absl::StatusOr<bool> should = ReadChoice(pair, "true", "false");
    if (!should.ok()) return should.status();
    script->should_retry = pair.value;
  } else if (pair.key == "delay_ms") {
    absl::StatusOr<int64_t> ms = ReadNumber(pair, 0, kLongestDelayMs);
    if (!ms.ok()) return ms.status();
    script->delay = std::chrono::milliseconds(*ms);
  } else if (pair.key == "cut_after") {
    absl::StatusOr<int64_t> bytes = ReadNumber(pair, 0, kLargest);
    if (!bytes.ok()) return bytes.status();
    script->cut_after = static_cast<size_t>(*bytes);
  } else if (pair.key == "partial") {
    absl::StatusOr<bool> partial = ReadChoice(pair, "true", "false");
    if (!partial.ok()) return partial.status();
    script->partial = *partial;
  } else if (pair.key == "validate") {
    absl::StatusOr<bool> validate = ReadChoice(pair, "on", "off");
    if (!validate.ok()) return validate.status();
    script->validate = *validate;
  } else {
    return Invalid(
        Concat({"unknown key '", pair.key,
                "'; known are status, error_type, message, error_code, retry_after, "
                "retry_after_ms, should_retry, delay_ms, body, body_file, content_type, cut_after, "
                "stop_reason, partial, validate"}));
  }
  return absl::OkStatus();
}

absl::Status CheckTogether(const Script& script) {
  if (!script.body.empty() && !script.body_file.empty()) {
    return Invalid("body and body_file exclude each other");
  }
  if (!script.validate && !script.HasBody() && !script.IsError()) {
    return Invalid(
        "validate=off needs status from 400 on, body or body_file: an unchecked request "
        "cannot be answered");
  }
  const bool describes_error =
      !script.error_type.empty() || !script.message.empty() || !script.error_code.empty();
  if (describes_error && !script.IsError()) {
    return Invalid("error_type, message and error_code need status from 400 on");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Script> ParseScript(std::string_view text) {
  Script script;
  size_t offset = 0;
  while (offset < text.size()) {
    const size_t stop = text.find_first_of("=;", offset);
    const std::string_view key = Trim(text.substr(offset, stop - offset));
    if (stop == std::string_view::npos || text[stop] == ';') {
      if (!key.empty()) return Invalid(Concat({"'", key, "' is not of the form key=value"}));
      if (stop == std::string_view::npos) break;
      offset = stop + 1;
      continue;
    }
    offset = stop + 1;
    absl::StatusOr<std::string> value = ReadValue(text, &offset);
    if (!value.ok()) return value.status();
    if (absl::Status status = Apply({std::string(key), *std::move(value)}, &script); !status.ok()) {
      return status;
    }
    if (offset < text.size()) ++offset;  // the ';'
  }
  if (absl::Status status = CheckTogether(script); !status.ok()) return status;
  return script;
}

}  // namespace footnote::emulator
