// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/tool_rules.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

constexpr std::string_view kResultsFirst =
    "Messages following `tool_use` blocks must begin with a matching number of `tool_result` "
    "blocks.";
constexpr std::string_view kResultsNext =
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message.";

using Finding = std::optional<ApiError>;
using Kind = Block::Kind;

// A block that is directly in a message, with its 0-based position.
struct PlacedBlock {
  const Block* block;
  size_t message;
  size_t index;

  std::string Path() const {
    return Concat({"messages.", std::to_string(message), ".content.", std::to_string(index)});
  }
};

// Consecutive messages with the same role.
struct Turn {
  Role role;
  size_t first_message;
  std::vector<PlacedBlock> blocks;

  bool Has(Kind kind) const {
    return std::any_of(blocks.begin(), blocks.end(),
                       [kind](const PlacedBlock& placed) { return placed.block->kind == kind; });
  }
};

std::vector<Turn> SplitIntoTurns(const ParsedRequest& request) {
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

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// Returns true if the tool runs code to filter its results. The web tools do so since 2026.
bool RunsCode(const Tool& tool) {
  const std::string_view kind = tool.type.substr(0, tool.type.find_last_of('_') + 1);
  return (kind == "web_search_" || kind == "web_fetch_") && tool.type.substr(kind.size()) >= "2026";
}

// Returns true if the request provides the server tool `name`. The code execution tool has uses
// with three names, which end with "code_execution".
bool HasServerTool(const ParsedRequest& request, std::string_view name) {
  constexpr std::string_view kCode = "code_execution";
  const bool is_code = EndsWith(name, kCode);
  return std::any_of(request.tools.begin(), request.tools.end(), [&](const Tool& tool) {
    if (tool.is_custom) return false;
    return is_code ? tool.name == kCode || RunsCode(tool) : tool.name == name;
  });
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

// Checks the tool results of the user turn `answers`. `uses` has the tool uses of the turn before
// it.
Finding CheckResults(const std::vector<const Block*>& uses, const Turn& answers) {
  std::unordered_set<std::string_view> open;
  for (const Block* use : uses) open.insert(use->tool_use_id);
  std::unordered_set<std::string_view> answered;
  bool has_other_block = false;
  for (const PlacedBlock& placed : answers.blocks) {
    if (placed.block->kind != Kind::kToolResult) {
      has_other_block = true;
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
    if (has_other_block) {
      return InvalidRequest(
          Concat({"messages.", std::to_string(placed.message), ": Did not find ",
                  std::to_string(uses.size()),
                  " `tool_result` block(s) at the beginning of this message. ", kResultsFirst}));
    }
  }
  return std::nullopt;
}

// Checks that each of `uses`, the tool uses of `turn`, has a result in `answers`, the user turn
// after it. `answers` is nullptr if no user turn follows.
Finding CheckMissingResults(const Turn& turn, const std::vector<const Block*>& uses,
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
      const bool only_text =
          std::all_of(block.content.begin(), block.content.end(),
                      [](const Block& inner) { return inner.kind == Kind::kText; });
      if (block.is_error && !only_text) {
        return InvalidRequest(
            Concat({placed.Path(),
                    ".tool_result: all content must be type `text` if `is_error` is true"}));
      }
    }
  }
  return std::nullopt;
}

Finding CheckToolResultPairs(const std::vector<Turn>& turns) {
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
    Finding found = CheckMissingResults(turn, uses, user_follows ? &turns[t + 1] : nullptr);
    if (found.has_value()) return found;
  }
  return std::nullopt;
}

// Returns the type of the result block of a server tool: "web_search_tool_result" for "web_search".
std::string ResultType(std::string_view tool_name) {
  constexpr std::string_view kToolSearch = "tool_search";
  if (tool_name.substr(0, kToolSearch.size()) == kToolSearch) tool_name = kToolSearch;
  return Concat({tool_name, "_tool_result"});
}

// Returns true if `result` is the result of `use`.
bool IsResultOf(const Block& result, const Block& use) {
  return result.tool_use_id == use.tool_use_id && result.type == ResultType(use.tool_name);
}

// Checks that `answers` has only tool results, which is required while the server tool use `use`
// has no result.
Finding CheckOnlyResults(const Turn& answers, const Block& use) {
  for (const PlacedBlock& next : answers.blocks) {
    if (next.block->kind == Kind::kToolResult) continue;
    return InvalidRequest(
        Concat({next.Path(), ": only `tool_result` blocks may follow while `", use.tool_name,
                "` tool use with id `", use.tool_use_id, "` is pending"}));
  }
  return std::nullopt;
}

ApiError MissingServerResultError(const ParsedRequest& request, const Block& use) {
  std::string message =
      Concat({"`", use.tool_name, "` tool use with id `", use.tool_use_id,
              "` was found without a corresponding `", ResultType(use.tool_name), "` block"});
  if (!HasServerTool(request, use.tool_name)) {
    message.append(Concat({", but no `", use.tool_name, "` tool was provided"}));
  }
  return InvalidRequest(std::move(message));
}

// Checks that each server tool use has a result in the same turn. There are two exceptions. In the
// last turn the result may be missing, because the API continues a paused turn. In a turn that also
// has tool uses of the client, the result may be in the next assistant turn.
Finding CheckServerTools(const ParsedRequest& request, const std::vector<Turn>& turns) {
  std::vector<const Block*> open;  // Without a result, in this and the previous turn.
  for (size_t t = 0; t < turns.size(); ++t) {
    const Turn& turn = turns[t];
    if (turn.role != Role::kAssistant) continue;
    const size_t count_before = open.size();
    for (const PlacedBlock& placed : turn.blocks) {
      const Block& block = *placed.block;
      if (block.kind == Kind::kServerToolUse) open.push_back(&block);
      if (block.kind != Kind::kServerToolResult) continue;
      const auto use = std::find_if(open.begin(), open.end(), [&block](const Block* candidate) {
        return candidate != nullptr && IsResultOf(block, *candidate);
      });
      if (use == open.end()) {
        return InvalidRequest(
            Concat({placed.Path(), ": unexpected `tool_use_id` found in `", block.type,
                    "` blocks: ", block.tool_use_id, ". Each `", block.type,
                    "` block must have a corresponding `server_tool_use` block before it."}));
      }
      *use = nullptr;
    }
    open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(count_before));
    open.erase(std::remove(open.begin(), open.end(), nullptr), open.end());
    const bool is_last = t + 1 == turns.size();
    for (const Block* use : open) {
      if (is_last && HasServerTool(request, use->tool_name)) continue;
      if (is_last || !turn.Has(Kind::kToolUse)) return MissingServerResultError(request, *use);
      if (Finding found = CheckOnlyResults(turns[t + 1], *use); found.has_value()) return found;
    }
  }
  return std::nullopt;
}

}  // namespace

bool HasWebSearchTool(const ParsedRequest& request) { return HasServerTool(request, "web_search"); }

std::optional<ApiError> CheckToolRules(const ParsedRequest& request) {
  const std::vector<Turn> turns = SplitIntoTurns(request);
  if (Finding found = CheckDefinitions(request); found.has_value()) return found;
  if (Finding found = CheckUniqueIds(turns); found.has_value()) return found;
  if (Finding found = CheckToolResultPairs(turns); found.has_value()) return found;
  if (Finding found = CheckToolResultContents(turns); found.has_value()) return found;
  return CheckServerTools(request, turns);
}

}  // namespace footnote::emulator
