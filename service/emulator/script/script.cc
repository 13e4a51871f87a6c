// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/script/script.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "service/emulator/script/delivery_script.h"
#include "service/emulator/script/script_values.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

absl::Status Invalid(const std::string& message) { return absl::InvalidArgumentError(message); }

// Parses the value at `*offset`, and sets `*offset` to the ';' after it or to the end.
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
  if (*offset == text.size()) return Invalid("a quoted value has no closing \"");
  ++*offset;
  const size_t end = std::min(text.find(';', *offset), text.size());
  if (!IsBlank(text.substr(*offset, end - *offset))) {
    return Invalid("after a quoted value there must be a ';' or the end");
  }
  *offset = end;
  return value;
}

// Parses a value without line breaks, because some values become headers.
absl::Status ReadSingleLine(const ScriptPair& pair, std::string* out) {
  if (pair.value.find_first_of("\r\n") != std::string::npos) {
    return Invalid(Concat({pair.key, " must be a single line"}));
  }
  *out = pair.value;
  return absl::OkStatus();
}

absl::Status ReadStatus(const ScriptPair& pair, Script* script) {
  absl::StatusOr<int64_t> status = ReadNumber(pair, 200, 599);
  if (!status.ok()) return status.status();
  script->status = static_cast<int>(*status);
  return absl::OkStatus();
}

absl::Status ReadRetryAfterMs(const ScriptPair& pair, Script* script) {
  absl::StatusOr<int64_t> ms = ReadNumber(pair, 0, kLargestScriptNumber);
  if (!ms.ok()) return ms.status();
  script->retry_after_ms = pair.value;
  return absl::OkStatus();
}

absl::Status ReadShouldRetry(const ScriptPair& pair, Script* script) {
  bool ignored = false;
  if (absl::Status status = ReadBool(pair, &ignored); !status.ok()) return status;
  script->should_retry = pair.value;
  return absl::OkStatus();
}

absl::Status ReadThinking(const ScriptPair& pair, Script* script) {
  constexpr ScriptEnum<bool> kValues[] = {{"on", false}, {"signature_first", true}};
  script->changes.thinking = true;
  return ReadEnum(pair, kValues, &script->stream.events.signature_first);
}

absl::Status ReadCitePage(const ScriptPair& pair, Script* script) {
  absl::StatusOr<int64_t> page = ReadNumber(pair, 1, kLargestScriptNumber);
  if (!page.ok()) return page.status();
  script->changes.cited_page = *page;
  return absl::OkStatus();
}

constexpr ScriptEnum<Script::HangUp> kHangUps[] = {
    {"close", Script::HangUp::kClose},
    {"reset", Script::HangUp::kReset},
};
constexpr ScriptEnum<Script::BodyKind> kBodyKinds[] = {
    {"html", Script::BodyKind::kHtml},
    {"empty", Script::BodyKind::kEmpty},
    {"json", Script::BodyKind::kJson},
};
constexpr ScriptEnum<ReplyChanges::Leak> kLeaks[] = {
    {"cite", ReplyChanges::Leak::kCite},
    {"unclosed", ReplyChanges::Leak::kUnclosed},
    {"brackets", ReplyChanges::Leak::kBrackets},
    {"link", ReplyChanges::Leak::kLink},
    {"placeholder", ReplyChanges::Leak::kPlaceholder},
};

constexpr ScriptKey<Script> kKeys[] = {
    {"status", ReadStatus},
    {"error_type", [](const ScriptPair& pair,
                      Script* script) { return ReadSingleLine(pair, &script->error_type); }},
    {"message",
     [](const ScriptPair& pair, Script* script) { return ReadSingleLine(pair, &script->message); }},
    {"error_code", [](const ScriptPair& pair,
                      Script* script) { return ReadSingleLine(pair, &script->error_code); }},
    {"retry_after", [](const ScriptPair& pair,
                       Script* script) { return ReadSingleLine(pair, &script->retry_after); }},
    {"retry_after_ms", ReadRetryAfterMs},
    {"should_retry", ReadShouldRetry},
    {"delay_ms",
     [](const ScriptPair& pair, Script* script) { return ReadDelay(pair, &script->delay); }},
    {"hang_up", [](const ScriptPair& pair,
                   Script* script) { return ReadEnum(pair, kHangUps, &script->hang_up); }},
    {"body",
     [](const ScriptPair& pair, Script* script) { return ReadSingleLine(pair, &script->body); }},
    {"body_file", [](const ScriptPair& pair,
                     Script* script) { return ReadSingleLine(pair, &script->body_file); }},
    {"body_kind", [](const ScriptPair& pair,
                     Script* script) { return ReadEnum(pair, kBodyKinds, &script->body_kind); }},
    {"content_type", [](const ScriptPair& pair,
                        Script* script) { return ReadSingleLine(pair, &script->content_type); }},
    {"gzip", [](const ScriptPair& pair, Script* script) { return ReadBool(pair, &script->gzip); }},
    {"validate", [](const ScriptPair& pair,
                    Script* script) { return ReadSwitch(pair, "on", "off", &script->validate); }},
    {"stop_reason",
     [](const ScriptPair& pair, Script* script) {
       return ReadSingleLine(pair, &script->changes.stop_reason);
     }},
    {"partial", [](const ScriptPair& pair,
                   Script* script) { return ReadBool(pair, &script->changes.partial); }},
    {"thinking", ReadThinking},
    {"unknown_block",
     [](const ScriptPair& pair, Script* script) {
       return ReadBool(pair, &script->changes.unknown_block);
     }},
    {"leak", [](const ScriptPair& pair,
                Script* script) { return ReadEnum(pair, kLeaks, &script->changes.leak); }},
    {"cite_page", ReadCitePage},
};

absl::Status Apply(const ScriptPair& pair, Script* script) {
  if (pair.value.empty()) return Invalid(Concat({pair.key, " requires a value"}));
  if (auto applied = ApplyKey(pair, kKeys, script)) return *applied;
  if (auto applied = ApplyDeliveryKey(pair, &script->delivery)) return *applied;
  if (auto applied = ApplyStreamKey(pair, &script->stream)) return *applied;
  return Invalid(Concat({"unknown key '", pair.key, "'; the known keys are ", ScriptKeys()}));
}

absl::Status CheckCombination(const Script& script) {
  const int bodies = !script.body.empty() + !script.body_file.empty() +
                     (script.body_kind != Script::BodyKind::kDefault);
  if (bodies > 1) return Invalid("body, body_file and body_kind are mutually exclusive");
  if (!script.validate && !script.HasBody() && !script.IsError() &&
      script.hang_up == Script::HangUp::kNone) {
    return Invalid(
        "validate=off requires hang_up, status from 400 on, body or body_file: the emulator cannot "
        "reply to a request that is not validated");
  }
  const bool describes_error =
      !script.error_type.empty() || !script.message.empty() || !script.error_code.empty();
  if (describes_error && !script.IsError() && !script.stream.faults.error_after.has_value()) {
    return Invalid("error_type, message and error_code require status from 400 on, or error_after");
  }
  const Delivery& delivery = script.delivery;
  if (delivery.cut_after.has_value() && delivery.cut_events.has_value()) {
    return Invalid("cut_after and cut_events are mutually exclusive");
  }
  if (delivery.cut != Delivery::Cut::kClose && !delivery.cut_after.has_value() &&
      !delivery.cut_events.has_value()) {
    return Invalid("cut requires cut_after or cut_events");
  }
  return absl::OkStatus();
}

}  // namespace

std::string ScriptKeys() {
  return Concat({NamesOf(kKeys), ", ", DeliveryKeys(), ", ", StreamKeys()});
}

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
  if (absl::Status status = CheckCombination(script); !status.ok()) return status;
  ErrorEvent& error = script.stream.faults.error;
  if (!script.error_type.empty()) error.type = script.error_type;
  if (!script.message.empty()) error.message = script.message;
  error.error_code = script.error_code;
  return script;
}

}  // namespace footnote::emulator
