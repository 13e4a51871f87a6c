#include "service/answering/building/content/replay.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "service/answering/building/content/citation_replay.h"
#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

constexpr size_t kMaxIdLength = 256;

// Whether the block is one that upstream sent in a form of which nobody could make sense: a text
// block without text, a tool use without a name, something that is no object. The API would refuse
// it.
bool IsUnreadable(const v1::OpaqueBlock& block) {
  return block.type().empty() || block.type() == "text" || block.type() == "tool_use";
}

}  // namespace

ReplayedTurn ReplayAssistantTurn(const v1::AssistantTurn& turn, const SourceRegister& sources,
                                 const FieldPath& path, Violations* violations) {
  ReplayedTurn out;
  out.content.reserve(turn.blocks_size());
  for (int i = 0; i < turn.blocks_size(); ++i) {
    const v1::AnswerBlock& block = turn.blocks(i);
    const FieldPath here = path.Element("blocks", i);
    switch (block.kind_case()) {
      case v1::AnswerBlock::kText: {
        const FieldPath text_path = here.Field("text");
        if (!violations->CheckWellFormed(text_path.Field("text"), block.text().text())) break;
        if (!text::HasText(block.text().text())) break;
        out.content.emplace_back(
            messages::TextParam{block.text().text(), std::nullopt,
                                ReplayCitations(block.text(), sources, text_path, violations)});
        out.ends_in_server_tool = false;
        break;
      }
      case v1::AnswerBlock::kToolUse: {
        const v1::ToolUse& use = block.tool_use();
        const FieldPath use_path = here.Field("tool_use");
        violations->CheckIdentifier(use_path.Field("id"), use.id(), kMaxIdLength);
        violations->CheckIdentifier(use_path.Field("name"), use.name(),
                                    Violations::kMaxToolNameLength);
        violations->CheckJsonObject(use_path.Field("input_json"), use.input_json());
        out.content.emplace_back(messages::ToolUseParam{use.id(), use.name(), use.input_json()});
        out.ends_in_server_tool = false;
        break;
      }
      case v1::AnswerBlock::kOpaque: {
        if (IsUnreadable(block.opaque())) break;
        ServerToolPart part = CheckOpaqueBlock(block.opaque(), here.Field("opaque"), violations);
        out.content.emplace_back(messages::OpaqueParam{block.opaque().json()});
        out.ends_in_server_tool = part.kind != ServerToolPart::Kind::kNone;
        if (out.ends_in_server_tool) out.server_tools.push_back(std::move(part));
        break;
      }
      case v1::AnswerBlock::KIND_NOT_SET:
        violations->Add(here, "has none of `text`, `tool_use` and `opaque` set");
        break;
    }
  }
  return out;
}

}  // namespace footnote::answering::building
