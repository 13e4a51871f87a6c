// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/replay.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

constexpr size_t kMaxIdLength = 256;

// True if the API returned the block in an unreadable form: a text block without text, a tool use
// without a name, or a value that is not an object. The API would refuse such a block.
bool IsUnreadable(const v1::OpaqueBlock& block) {
  return block.type().empty() || block.type() == "text" || block.type() == "tool_use";
}

void AddToolUse(const v1::ToolUse& use, const Field& field, ReplayedTurn* out) {
  field.Child("id").CheckIdentifier(use.id(), kMaxIdLength);
  field.Child("name").CheckIdentifier(use.name(), kMaxToolNameLength);
  field.Child("input_json").CheckJsonObject(use.input_json());
  out->content.emplace_back(messages::ToolUseParam{use.id(), use.name(), use.input_json()});
  out->ends_in_server_tool = false;
}

void AddOpaque(const v1::OpaqueBlock& block, const Field& field, ReplayedTurn* out) {
  if (IsUnreadable(block)) return;
  ServerToolPart part = CheckOpaqueBlock(block, field);
  out->content.emplace_back(messages::OpaqueParam{block.json()});
  out->ends_in_server_tool = part.kind != ServerToolPart::Kind::kNone;
  if (out->ends_in_server_tool) out->server_tools.push_back(std::move(part));
}

}  // namespace

ReplayedTurn AssistantReplay::Replay(const v1::AssistantTurn& turn, const Field& field) {
  ReplayedTurn out;
  out.content.reserve(turn.blocks_size());
  for (int i = 0; i < turn.blocks_size(); ++i) {
    const v1::AnswerBlock& block = turn.blocks(i);
    const Field here = field.Element("blocks", i);
    switch (block.kind_case()) {
      case v1::AnswerBlock::kText:
        AddText(block.text(), here.Child("text"), &out);
        break;
      case v1::AnswerBlock::kToolUse:
        AddToolUse(block.tool_use(), here.Child("tool_use"), &out);
        break;
      case v1::AnswerBlock::kOpaque:
        AddOpaque(block.opaque(), here.Child("opaque"), &out);
        break;
      case v1::AnswerBlock::KIND_NOT_SET:
        here.Add(v1::REQUIRED, "must have one of `text`, `tool_use` and `opaque`");
        break;
    }
  }
  return out;
}

void AssistantReplay::AddText(const v1::AnswerText& text, const Field& field, ReplayedTurn* out) {
  if (!field.Child("text").CheckWellFormed(text.text()) || !text::HasText(text.text())) return;
  out->content.emplace_back(
      messages::TextParam{text.text(), std::nullopt, citations_.Replay(text, field)});
  out->ends_in_server_tool = false;
}

}  // namespace footnote::answering::building
