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

// Whether the API takes such a block from the assistant.
bool IsAssistantsType(absl::string_view type) {
  static constexpr absl::string_view kOthers[] = {"search_result", "document", "image",
                                                  "tool_result"};
  return std::find(std::begin(kOthers), std::end(kOthers), type) == std::end(kOthers);
}

bool IsThinking(absl::string_view type) {
  return type == "thinking" || type == "redacted_thinking";
}

Kind KindOf(absl::string_view type) {
  if (type == "server_tool_use") return Kind::kUse;
  return absl::EndsWith(type, "_tool_result") ? Kind::kResult : Kind::kNone;
}

}  // namespace

ServerToolPart CheckOpaqueBlock(const v1::OpaqueBlock& block, const FieldPath& path,
                                Violations* violations) {
  ServerToolPart part;
  if (!IsAssistantsType(block.type())) {
    violations->Add(path.Field("type"), absl::StrCat("must not be \"", block.type(),
                                                     "\"; such a block belongs to a user's "
                                                     "turn"));
    return part;
  }
  const FieldPath json = path.Field("json");
  if (!violations->CheckJsonObjectOfType(json, block.json(), block.type())) return part;

  part.kind = KindOf(block.type());
  const absl::string_view id_key = part.kind == Kind::kUse ? "id" : "tool_use_id";
  bool has_mark = false;
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
        // Thinking may not even say that it has none.
        if (key == "cache_control" && (IsThinking(block.type()) || !JsonReader::IsNull(value))) {
          has_mark = true;
        }
        reader.Skip(value);
      })
      .IgnoreError();  // it was read before
  if (has_mark) {
    violations->Add(json, "has a `cache_control`; such a block is sent back as the API gave it");
  }
  if (part.kind != Kind::kNone && part.id.empty()) {
    violations->Add(json, absl::StrCat("lacks its `", id_key, "`"));
    part.kind = Kind::kNone;
  }
  return part;
}

}  // namespace footnote::answering::building
