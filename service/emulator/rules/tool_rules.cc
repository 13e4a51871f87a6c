#include "service/emulator/rules/tool_rules.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "service/emulator/text/concat.h"

namespace footnote::emulator {
namespace {

constexpr std::string_view kResultsFirst =
    "Messages following `tool_use` blocks must begin with a matching number of `tool_result` "
    "blocks.";
constexpr std::string_view kResultsNext =
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message.";

using Finding = std::optional<ApiError>;
using Kind = Block::Kind;

struct PlacedBlock {
  const Block* block;
  size_t message;
  size_t index;

  std::string Path() const {
    return Concat({"messages.", std::to_string(message), ".content.", std::to_string(index)});
  }
};

// Messages of one role in a row.
struct Turn {
  Role role;
  size_t first_message;
  std::vector<PlacedBlock> blocks;

  bool Has(Kind kind) const {
    return std::any_of(blocks.begin(), blocks.end(),
                       [kind](const PlacedBlock& placed) { return placed.block->kind == kind; });
  }
};

std::vector<Turn> TurnsOf(const ParsedRequest& request) {
  std::vector<Turn> turns;
  for (size_t m = 0; m < request.messages.size(); ++m) {
    const Message& message = request.messages[m];
    if (turns.empty() || turns.back().role != message.role) turns.push_back({message.role, m, {}});
    for (size_t c = 0; c < message.content.size(); ++c) {
      turns.back().blocks.push_back({&message.content[c], m, c});
    }
  }
  return turns;
}

bool HasServerTool(const ParsedRequest& request, std::string_view name) {
  return std::any_of(request.tools.begin(), request.tools.end(),
                     [name](const Tool& tool) { return !tool.is_custom && tool.name == name; });
}

Finding CheckDefinitions(const ParsedRequest& request) {
  std::unordered_set<std::string_view> names;
  for (const Tool& tool : request.tools) {
    if (!names.insert(tool.name).second) {
      return InvalidRequest("tools: Tool names must be unique.");
    }
  }
  if (request.tool_choice == ToolChoice::kAbsent) return std::nullopt;
  if (request.tools.empty()) {
    return InvalidRequest("tool_choice: may only be specified while providing tools");
  }
  if (request.tool_choice == ToolChoice::kTool && names.count(request.tool_choice_name) == 0) {
    return InvalidRequest(
        Concat({"Tool '", request.tool_choice_name, "' not found in provided tools"}));
  }
  return std::nullopt;
}

Finding CheckUniqueIds(const std::vector<Turn>& turns) {
  std::unordered_set<std::string_view> ids;
  for (const Turn& turn : turns) {
    for (const PlacedBlock& placed : turn.blocks) {
      if (placed.block->kind != Kind::kToolUse) continue;
      if (!ids.insert(placed.block->tool_use_id).second) {
        return InvalidRequest(Concat({placed.Path(), ": `tool_use` ids must be unique"}));
      }
    }
  }
  return std::nullopt;
}

// The tool results of `answers` against the tool uses of the turn before it.
Finding CheckResults(const std::vector<const Block*>& uses, const Turn& answers) {
  std::unordered_set<std::string_view> open;
  for (const Block* use : uses) open.insert(use->tool_use_id);
  std::unordered_set<std::string_view> answered;
  bool other_block_seen = false;
  for (const PlacedBlock& placed : answers.blocks) {
    if (placed.block->kind != Kind::kToolResult) {
      other_block_seen = true;
      continue;
    }
    std::string_view id = placed.block->tool_use_id;
    if (open.count(id) == 0) {
      return InvalidRequest(
          Concat({placed.Path(), ": unexpected `tool_use_id` found in `tool_result` blocks: ", id,
                  ". Each `tool_result` block must have a corresponding `tool_use` block in the "
                  "previous message."}));
    }
    if (!answered.insert(id).second) {
      return InvalidRequest(Concat({placed.Path(),
                                    ": each tool_use must have a single result. Found multiple "
                                    "`tool_result` blocks with id: ",
                                    id}));
    }
    if (other_block_seen) {
      return InvalidRequest(
          Concat({"messages.", std::to_string(placed.message), ": Did not find ",
                  std::to_string(uses.size()),
                  " `tool_result` block(s) at the beginning of this message. ", kResultsFirst}));
    }
  }
  return std::nullopt;
}

Finding MissingResults(const Turn& turn, const std::vector<const Block*>& uses,
                       const Turn* answers) {
  std::unordered_set<std::string_view> answered;
  if (answers != nullptr) {
    for (const PlacedBlock& placed : answers->blocks) {
      if (placed.block->kind == Kind::kToolResult) answered.insert(placed.block->tool_use_id);
    }
  }
  std::string missing;
  for (const Block* use : uses) {
    if (answered.count(use->tool_use_id) > 0) continue;
    if (!missing.empty()) missing.append(", ");
    missing.append(use->tool_use_id);
  }
  if (missing.empty()) return std::nullopt;
  size_t message = turn.first_message;
  for (const PlacedBlock& placed : turn.blocks) {
    if (placed.block->kind == Kind::kToolUse) message = placed.message;
  }
  return InvalidRequest(Concat(
      {"messages.", std::to_string(message),
       ": `tool_use` ids were found without `tool_result` blocks immediately after: ", missing,
       ". ", kResultsNext}));
}

Finding CheckToolResultContents(const std::vector<Turn>& turns) {
  for (const Turn& turn : turns) {
    for (const PlacedBlock& placed : turn.blocks) {
      const Block& block = *placed.block;
      if (block.kind != Kind::kToolResult) continue;
      if (block.is_error && block.text.empty() && block.content.empty()) {
        return InvalidRequest(
            Concat({placed.Path(), ".tool_result: content cannot be empty if `is_error` is true"}));
      }
    }
  }
  return std::nullopt;
}

Finding CheckPairs(const std::vector<Turn>& turns) {
  std::vector<const Block*> uses;
  for (size_t t = 0; t < turns.size(); ++t) {
    const Turn& turn = turns[t];
    if (turn.role == Role::kUser) {
      if (Finding found = CheckResults(uses, turn); found.has_value()) return found;
    }
    uses.clear();
    if (turn.role != Role::kAssistant) continue;
    for (const PlacedBlock& placed : turn.blocks) {
      if (placed.block->kind == Kind::kToolUse) uses.push_back(placed.block);
    }
    const bool user_follows = t + 1 < turns.size() && turns[t + 1].role == Role::kUser;
    Finding found = MissingResults(turn, uses, user_follows ? &turns[t + 1] : nullptr);
    if (found.has_value()) return found;
  }
  return std::nullopt;
}

// The server's own tools: each use is answered inside its turn. It may stay open in the last turn,
// which is how a paused turn goes on, and beside a client's tool use, whose results then come
// alone.
Finding CheckServerTools(const ParsedRequest& request, const std::vector<Turn>& turns) {
  for (size_t t = 0; t < turns.size(); ++t) {
    const Turn& turn = turns[t];
    std::unordered_set<std::string_view> answered;
    for (const PlacedBlock& placed : turn.blocks) {
      if (placed.block->kind == Kind::kServerToolResult) {
        answered.insert(placed.block->tool_use_id);
      }
    }
    const bool is_last = t + 1 == turns.size();
    for (const PlacedBlock& placed : turn.blocks) {
      const Block& use = *placed.block;
      if (use.kind != Kind::kServerToolUse || answered.count(use.tool_use_id) > 0) continue;
      if (is_last && HasServerTool(request, use.tool_name)) continue;
      if (turn.Has(Kind::kToolUse) && !is_last) {
        for (const PlacedBlock& next : turns[t + 1].blocks) {
          if (next.block->kind == Kind::kToolResult) continue;
          return InvalidRequest(
              Concat({next.Path(), ": only `tool_result` blocks may follow while `", use.tool_name,
                      "` tool use with id `", use.tool_use_id, "` is pending"}));
        }
        continue;
      }
      std::string message =
          Concat({"`", use.tool_name, "` tool use with id `", use.tool_use_id,
                  "` was found without a corresponding `", use.tool_name, "_tool_result` block"});
      if (!HasServerTool(request, use.tool_name)) {
        message.append(Concat({", but no `", use.tool_name, "` tool was provided"}));
      }
      return InvalidRequest(std::move(message));
    }
  }
  return std::nullopt;
}

}  // namespace

bool HasWebSearchTool(const ParsedRequest& request) { return HasServerTool(request, "web_search"); }

std::optional<ApiError> CheckToolRules(const ParsedRequest& request) {
  const std::vector<Turn> turns = TurnsOf(request);
  if (Finding found = CheckDefinitions(request); found.has_value()) return found;
  if (Finding found = CheckUniqueIds(turns); found.has_value()) return found;
  if (Finding found = CheckPairs(turns); found.has_value()) return found;
  if (Finding found = CheckToolResultContents(turns); found.has_value()) return found;
  return CheckServerTools(request, turns);
}

}  // namespace footnote::emulator
