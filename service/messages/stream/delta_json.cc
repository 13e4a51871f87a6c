// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/delta_json.h"

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/messages/citation_json.h"
#include "service/messages/json/canonical_json.h"

namespace footnote::messages {
namespace {

UnknownEvent Event(absl::string_view type, int64_t index, absl::string_view key,
                   absl::string_view value_json) {
  UnknownEvent event;
  event.type = std::string(type.data(), type.size());
  event.index = index;
  event.json =
      absl::StrCat(R"({"type":"content_block_delta","index":)", index, R"(,"delta":{"type":")",
                   type, R"(",")", key, R"(":)", value_json, "}}");
  return event;
}

UnknownEvent TextEvent(absl::string_view type, int64_t index, absl::string_view key,
                       absl::string_view text) {
  std::string json;
  AppendCanonicalString(text, &json);
  return Event(type, index, key, json);
}

}  // namespace

UnknownEvent ToUnknownEvent(const TextDelta& delta) {
  return TextEvent("text_delta", delta.index, "text", delta.text);
}

UnknownEvent ToUnknownEvent(const CitationsDelta& delta) {
  std::string json;
  AppendCitationJson(delta.citation, &json);
  return Event("citations_delta", delta.index, "citation", json);
}

UnknownEvent ToUnknownEvent(const InputJsonDelta& delta) {
  return TextEvent("input_json_delta", delta.index, "partial_json", delta.partial_json);
}

UnknownEvent ToUnknownEvent(const ThinkingDelta& delta) {
  return TextEvent("thinking_delta", delta.index, "thinking", delta.thinking);
}

UnknownEvent ToUnknownEvent(const SignatureDelta& delta) {
  return TextEvent("signature_delta", delta.index, "signature", delta.signature);
}

}  // namespace footnote::messages
