// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/message_rules.h"

#include <string>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using Finding = std::optional<ApiError>;

// Checks that a text is not blank. `list` is the name of the list that contains the text ("system"
// or "messages"), and `path` is the path of the block.
Finding CheckText(const Block& block, std::string_view list, std::string_view path) {
  if (block.text.empty()) {
    if (block.cache.has_value()) {
      return InvalidRequest(
          Concat({path, ".text: cache_control cannot be set for empty text blocks"}));
    }
    return InvalidRequest(Concat({list, ": text content blocks must be non-empty"}));
  }
  if (IsBlank(block.text)) {
    return InvalidRequest(Concat({list, ": text content blocks must contain non-whitespace text"}));
  }
  return std::nullopt;
}

// True for a document whose custom content is a string, or a list without blocks.
bool IsContentAsString(const Block& block) {
  return block.document_source == Block::DocumentSource::kContent && block.content.empty();
}

Finding CheckTexts(const ParsedRequest& request) {
  for (size_t i = 0; i < request.system.size(); ++i) {
    Finding found = CheckText(request.system[i], "system", Concat({"system.", std::to_string(i)}));
    if (found.has_value()) return found;
  }
  Finding found;
  ForEachBlock(request, [&found](const Block& block, const BlockPosition& position) {
    if (found.has_value()) return;
    if (block.kind == Block::Kind::kText) {
      // Most texts are not blank. The path is formatted only if it is needed.
      if (IsBlank(block.text)) found = CheckText(block, "messages", position.Path());
      return;
    }
    if (block.kind == Block::Kind::kToolResult) return;  // ForEachBlock visits the nested blocks.
    if (IsContentAsString(block) && IsBlank(block.text)) {
      found = CheckText(block, "messages", position.Path());
      return;
    }
    for (size_t i = 0; i < block.content.size() && !found.has_value(); ++i) {
      const Block& inner = block.content[i];
      if (inner.kind != Block::Kind::kText || !IsBlank(inner.text)) continue;
      found = CheckText(inner, "messages",
                        Concat({position.Path(), ".", block.type, ".content.", std::to_string(i)}));
    }
  });
  return found;
}

Finding CheckEmptyContent(const ParsedRequest& request) {
  for (size_t i = 0; i < request.messages.size(); ++i) {
    const Message& message = request.messages[i];
    if (!message.content.empty()) continue;
    const bool is_last = i + 1 == request.messages.size();
    if (is_last && message.role == Role::kAssistant) continue;
    return InvalidRequest(Concat({"messages.", std::to_string(i),
                                  ": all messages must have non-empty content except for the "
                                  "optional final assistant message"}));
  }
  return std::nullopt;
}

bool IsPermitted(Block::Kind kind, Role role, ApiVersion version) {
  switch (kind) {
    case Block::Kind::kText:
      return true;
    case Block::Kind::kDocument:
      return role == Role::kUser || (role == Role::kAssistant && version == ApiVersion::k20230601);
    case Block::Kind::kImage:
    case Block::Kind::kSearchResult:
    case Block::Kind::kToolResult:
      return role == Role::kUser;
    case Block::Kind::kOther:  // container_upload, which responses also contain
      return role != Role::kSystem;
    case Block::Kind::kToolUse:
    case Block::Kind::kThinking:
    case Block::Kind::kRedactedThinking:
    case Block::Kind::kServerToolUse:
    case Block::Kind::kServerToolResult:
      return role == Role::kAssistant;
  }
  return false;
}

std::string_view NameOf(Role role) {
  return role == Role::kUser ? "user" : role == Role::kAssistant ? "assistant" : "system";
}

Finding CheckBlockTypes(const ParsedRequest& request) {
  for (size_t m = 0; m < request.messages.size(); ++m) {
    const Message& message = request.messages[m];
    for (size_t c = 0; c < message.content.size(); ++c) {
      const Block& block = message.content[c];
      if (IsPermitted(block.kind, message.role, request.version)) continue;
      return InvalidRequest(
          Concat({"messages.", std::to_string(m), ".content.", std::to_string(c), ": `", block.type,
                  "` blocks are not permitted in `", NameOf(message.role), "` messages"}));
    }
  }
  return std::nullopt;
}

bool EndsWithServerToolResult(const Message& message) {
  return !message.content.empty() && message.content.back().kind == Block::Kind::kServerToolResult;
}

// Checks that each sequence of system messages follows a user turn, or an assistant turn that ends
// with the result of a server tool, and is at the end or is followed by an assistant turn.
Finding CheckSystemMessages(const ParsedRequest& request) {
  const std::vector<Message>& messages = request.messages;
  for (size_t i = 0; i < messages.size(); ++i) {
    if (messages[i].role != Role::kSystem) continue;
    const Message& before = messages[i - 1];  // The first message is a user message.
    const bool is_after_valid_turn =
        before.role != Role::kAssistant || EndsWithServerToolResult(before);
    const bool is_before_valid_turn =
        i + 1 == messages.size() || messages[i + 1].role != Role::kUser;
    if (is_after_valid_turn && is_before_valid_turn) continue;
    return InvalidRequest(
        Concat({"messages.", std::to_string(i), ": role 'system' must ",
                is_after_valid_turn ? "be the last message or precede an assistant turn"
                                    : "follow a user turn"}));
  }
  return std::nullopt;
}

}  // namespace

std::optional<ApiError> CheckMessageRules(const ParsedRequest& request) {
  if (request.messages.empty()) {
    return InvalidRequest("messages: at least one message is required");
  }
  if (request.messages.front().role != Role::kUser) {
    return InvalidRequest("messages: first message must use the \"user\" role");
  }
  for (Finding (*check)(const ParsedRequest&) :
       {CheckEmptyContent, CheckTexts, CheckBlockTypes, CheckSystemMessages}) {
    if (Finding found = check(request); found.has_value()) return found;
  }
  return std::nullopt;
}

}  // namespace footnote::emulator
