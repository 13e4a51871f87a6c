// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/dialogue.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using Kind = Block::Kind;

// The messages [begin, end) of one turn.
struct TurnRange {
  size_t begin = 0;
  size_t end = 0;
};

// Returns the last consecutive user messages before `end`. Messages of other roles after them are
// skipped.
TurnRange LastUserTurn(const ParsedRequest& request, size_t end) {
  while (end > 0 && request.messages[end - 1].role != Role::kUser) --end;
  size_t begin = end;
  while (begin > 0 && request.messages[begin - 1].role == Role::kUser) --begin;
  return {begin, end};
}

bool IsSource(const Block& block) {
  return block.kind == Kind::kToolResult || block.kind == Kind::kSearchResult ||
         block.kind == Kind::kDocument;
}

// The outcome of a search that a text or a tool result reports; kNone if it is no report. The order
// of the values matters: a failure takes precedence.
enum class SearchOutcome { kNone, kNothingFound, kFailed };

template <size_t Size>
bool HasAny(std::string_view text, const std::string_view (&phrases)[Size]) {
  return std::any_of(std::begin(phrases), std::end(phrases), [text](std::string_view phrase) {
    return text.find(phrase) != std::string_view::npos;
  });
}

SearchOutcome OutcomeOf(std::string_view text) {
  constexpr size_t kMaxReportBytes = 200;
  constexpr std::string_view kFailed[] = {"search failed", "検索に失敗"};
  constexpr std::string_view kNothingFound[] = {
      "no results",     "no search results", "no matching",    "nothing found",
      "検索結果はあり", "検索結果があり",    "見つかりません",
  };
  if (text.size() > kMaxReportBytes) return SearchOutcome::kNone;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return c < 0x80 ? std::tolower(c) : c; });
  if (HasAny(lower, kFailed)) return SearchOutcome::kFailed;
  return HasAny(lower, kNothingFound) ? SearchOutcome::kNothingFound : SearchOutcome::kNone;
}

// Returns kNone if a block of `tool_result` is not a report.
SearchOutcome OutcomeOfToolResult(const Block& tool_result) {
  if (tool_result.is_error) return SearchOutcome::kFailed;
  if (!IsBlank(tool_result.text)) return OutcomeOf(tool_result.text);
  SearchOutcome outcome = SearchOutcome::kNothingFound;
  for (const Block& block : tool_result.content) {
    const SearchOutcome block_outcome =
        block.kind == Kind::kText ? OutcomeOf(block.text) : SearchOutcome::kNone;
    if (block_outcome == SearchOutcome::kNone) return SearchOutcome::kNone;
    outcome = std::max(outcome, block_outcome);
  }
  return outcome;
}

SearchOutcome OutcomeOf(const Block& block) {
  if (block.kind == Kind::kToolResult) return OutcomeOfToolResult(block);
  return block.kind == Kind::kText ? OutcomeOf(block.text) : SearchOutcome::kNone;
}

void AppendLine(std::string_view text, std::string* out) {
  if (!out->empty()) out->push_back('\n');
  out->append(Trim(text));
}

// Returns the texts of the user in a turn, without reports of a search.
std::string UserTextOf(const ParsedRequest& request, const TurnRange& turn) {
  std::string user_text;
  for (size_t m = turn.begin; m < turn.end; ++m) {
    for (const Block& block : request.messages[m].content) {
      if (block.kind != Kind::kText || OutcomeOf(block) != SearchOutcome::kNone) continue;
      AppendLine(block.text, &user_text);
    }
  }
  return user_text;
}

void AppendQueries(const ParsedRequest& request, const TurnRange& user_turn, std::string* out) {
  for (size_t m = user_turn.begin; m > 0; --m) {
    const Message& message = request.messages[m - 1];
    if (message.role != Role::kAssistant) break;
    for (const Block& block : message.content) {
      if (block.kind == Kind::kToolUse && !block.query.empty()) AppendLine(block.query, out);
    }
  }
}

}  // namespace

Dialogue ReadDialogue(const ParsedRequest& request) {
  Dialogue dialogue;
  const TurnRange last = LastUserTurn(request, request.messages.size());
  bool has_tool_result = false;
  for (size_t m = last.begin; m < last.end; ++m) {
    for (const Block& block : request.messages[m].content) {
      dialogue.has_sources = dialogue.has_sources || IsSource(block);
      has_tool_result = has_tool_result || block.kind == Kind::kToolResult;
      const SearchOutcome outcome = OutcomeOf(block);
      dialogue.found_nothing = dialogue.found_nothing || outcome == SearchOutcome::kNothingFound;
      dialogue.search_failed = dialogue.search_failed || outcome == SearchOutcome::kFailed;
    }
  }
  TurnRange turn = last;
  dialogue.user_text = UserTextOf(request, turn);
  while (dialogue.user_text.empty() && turn.begin > 0) {
    turn = LastUserTurn(request, turn.begin);
    dialogue.user_text = UserTextOf(request, turn);
  }
  dialogue.question = dialogue.user_text;
  if (has_tool_result) AppendQueries(request, last, &dialogue.question);
  return dialogue;
}

}  // namespace footnote::emulator
