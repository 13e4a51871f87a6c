// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/citation_rules.h"

#include <algorithm>
#include <string>
#include <vector>

#include "service/emulator/rules/tool_rules.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using Finding = std::optional<ApiError>;
using Kind = Block::Kind;

// Counts the values of `citations.enabled` in all blocks of one kind.
struct SettingCounts {
  int enabled = 0;
  int disabled = 0;
  // The 0-based index of the message with the first block that differs from the blocks before it.
  size_t first_mixed_message = 0;

  bool mixed() const { return enabled > 0 && disabled > 0; }

  void Add(bool is_enabled, size_t message) {
    const bool was_mixed = mixed();
    ++(is_enabled ? enabled : disabled);
    if (mixed() && !was_mixed) first_mixed_message = message;
  }
};

bool HasSearchResult(const Block& tool_result) {
  return std::any_of(tool_result.content.begin(), tool_result.content.end(),
                     [](const Block& block) { return block.kind == Kind::kSearchResult; });
}

// Checks that a tool result with a search result has no other blocks.
Finding CheckToolResult(const Block& block, const BlockPosition& position) {
  if (block.kind != Kind::kToolResult || !HasSearchResult(block)) return std::nullopt;
  const bool only_search_results =
      std::all_of(block.content.begin(), block.content.end(),
                  [](const Block& b) { return b.kind == Kind::kSearchResult; });
  if (only_search_results) return std::nullopt;
  return InvalidRequest(Concat({position.Path(),
                                ".tool_result: if any blocks in a tool result are of type "
                                "`search_result`, all blocks must be of that type"}));
}

// Checks that only assistant text has citations. Version 2023-06-01 does not have this rule.
Finding CheckCitationsInUserText(const ParsedRequest& request, const Block& block,
                                 const BlockPosition& position) {
  if (request.version == ApiVersion::k20230601) return std::nullopt;
  constexpr std::string_view kReason =
      ".citations: citations are only permitted on text of assistant messages";
  if (block.kind == Kind::kText && block.has_citations &&
      request.messages[position.message].role != Role::kAssistant) {
    return InvalidRequest(Concat({position.Path(), ".text", kReason}));
  }
  if (block.kind != Kind::kSearchResult && block.kind != Kind::kDocument) return std::nullopt;
  for (size_t i = 0; i < block.content.size(); ++i) {
    if (!block.content[i].has_citations) continue;
    return InvalidRequest(
        Concat({position.Path(), ".", block.type, ".content.", std::to_string(i), kReason}));
  }
  return std::nullopt;
}

Finding CheckSettings(const ParsedRequest& request, const CitationRules& rules,
                      const SettingCounts& search_results, const SettingCounts& documents) {
  if (search_results.mixed()) {
    return InvalidRequest(
        "Citations must be either enabled or disabled on all `search_result` blocks. A mixture of "
        "enabling and disabling is not supported.");
  }
  if (documents.mixed()) {
    return InvalidRequest(
        Concat({"messages.", std::to_string(documents.first_mixed_message),
                ".content: Citations must be either enabled or disabled on all `document` blocks. "
                "A mixture of enabling and disabling is not supported at this time."}));
  }
  const bool any_enabled = search_results.enabled + documents.enabled > 0;
  if (rules.one_setting_for_all && any_enabled &&
      search_results.disabled + documents.disabled > 0) {
    return InvalidRequest(
        "Citations must be either enabled or disabled on all `search_result` and `document` "
        "blocks.");
  }
  if (search_results.disabled > 0 && HasWebSearchTool(request)) {
    return InvalidRequest(
        "Citations must be enabled on all `search_result` blocks when the web search tool is "
        "provided.");
  }
  if (any_enabled && request.has_output_format) {
    return InvalidRequest(
        "Citations cannot be enabled when output format is set. Please disable citations on "
        "uploaded document blocks.");
  }
  return std::nullopt;
}

}  // namespace

std::optional<ApiError> CheckCitationRules(const ParsedRequest& request,
                                           const CitationRules& rules) {
  Finding found;
  SettingCounts search_results;
  SettingCounts documents;
  ForEachBlock(request, [&](const Block& block, const BlockPosition& position) {
    if (block.kind == Kind::kSearchResult) {
      search_results.Add(block.citations_enabled, position.message);
    }
    if (block.kind == Kind::kDocument) documents.Add(block.citations_enabled, position.message);
    if (!found.has_value()) found = CheckToolResult(block, position);
    if (!found.has_value()) found = CheckCitationsInUserText(request, block, position);
  });
  if (found.has_value()) return found;
  return CheckSettings(request, rules, search_results, documents);
}

}  // namespace footnote::emulator
