// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/opaque_block.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/messages/json/json_reader.h"

namespace footnote::answering::building {
namespace {

using messages::JsonReader;
using Kind = ServerToolPart::Kind;

// True if the API accepts blocks of this type from the assistant.
bool IsAssistantType(absl::string_view type) {
  static constexpr absl::string_view kUserTypes[] = {"search_result", "document", "image",
                                                     "tool_result"};
  return std::find(std::begin(kUserTypes), std::end(kUserTypes), type) == std::end(kUserTypes);
}

bool IsThinking(absl::string_view type) {
  return type == "thinking" || type == "redacted_thinking";
}

Kind KindOf(absl::string_view type) {
  if (type == "server_tool_use") return Kind::kUse;
  return absl::EndsWith(type, "_tool_result") ? Kind::kResult : Kind::kNone;
}

}  // namespace

ServerToolPart CheckOpaqueBlock(const v1::OpaqueBlock& block, const Field& field) {
  ServerToolPart part;
  if (!IsAssistantType(block.type())) {
    field.Child("type").Add(v1::INVALID_JSON_TYPE,
                            absl::StrCat("must not be \"", block.type(),
                                         "\"; the API accepts such a block only in a user turn"));
    return part;
  }
  const Field json = field.Child("json");
  if (!json.CheckJsonObjectOfType(block.json(), block.type())) return part;

  part.kind = KindOf(block.type());
  const absl::string_view id_key = part.kind == Kind::kUse ? "id" : "tool_use_id";
  bool has_breakpoint = false;
  JsonReader reader{std::string(block.json())};
  reader
      .ReadObject([&](absl::string_view key, JsonReader::Value& value) {
        if (key == id_key) {
          part.id = std::string(reader.String(value).value_or(""));
          return;
        }
        if (key == "name") {
          part.name = std::string(reader.String(value).value_or(""));
          return;
        }
        // The API refuses the key in thinking even if its value is null.
        if (key == "cache_control" && (IsThinking(block.type()) || !JsonReader::IsNull(value))) {
          has_breakpoint = true;
        }
        reader.Skip(value);
      })
      .IgnoreError();  // CheckJsonObjectOfType has read it.
  if (has_breakpoint) {
    json.Add(v1::CACHE_BREAKPOINT_NOT_ALLOWED,
             "must not have a `cache_control`; send the block as the API returned it");
  }
  if (part.kind != Kind::kNone && part.id.empty()) {
    json.Add(v1::REQUIRED, absl::StrCat("must have `", id_key, "`"));
    part.kind = Kind::kNone;
  }
  return part;
}

}  // namespace footnote::answering::building
