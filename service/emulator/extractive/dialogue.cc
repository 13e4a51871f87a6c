#include "service/emulator/extractive/dialogue.h"

#include <algorithm>
#include <cctype>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using Kind = Block::Kind;

// Messages [begin, end) of one turn.
struct TurnRange {
  size_t begin = 0;
  size_t end = 0;
};

// The last run of user messages before `end`, skipping what other roles say after it.
TurnRange LastUserTurn(const ParsedRequest& request, size_t end) {
  while (end > 0 && request.messages[end - 1].role != Role::kUser) --end;
  size_t begin = end;
  while (begin > 0 && request.messages[begin - 1].role == Role::kUser) --begin;
  return {begin, end};
}

bool IsMaterial(const Block& block) {
  return block.kind == Kind::kToolResult || block.kind == Kind::kSearchResult ||
         block.kind == Kind::kDocument;
}

bool IsFailedSearch(const Block& tool_result) {
  if (tool_result.kind != Kind::kToolResult) return false;
  if (tool_result.is_error) return true;
  if (!IsBlank(tool_result.text)) return SaysNothingFound(tool_result.text);
  return std::all_of(
      tool_result.content.begin(), tool_result.content.end(),
      [](const Block& block) { return block.kind == Kind::kText && SaysNothingFound(block.text); });
}

void AppendLine(std::string_view text, std::string* out) {
  if (!out->empty()) out->push_back('\n');
  out->append(Trim(text));
}

// The user's own words in a turn: its texts, without those that only report a failed search.
std::string WordsOf(const ParsedRequest& request, const TurnRange& turn) {
  std::string words;
  for (size_t m = turn.begin; m < turn.end; ++m) {
    for (const Block& block : request.messages[m].content) {
      if (block.kind != Kind::kText || SaysNothingFound(block.text)) continue;
      AppendLine(block.text, &words);
    }
  }
  return words;
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

bool SaysNothingFound(std::string_view text) {
  constexpr size_t kLongestReport = 200;
  constexpr std::string_view kReports[] = {
      "no results",     "no search results", "no matching",    "nothing found", "search failed",
      "検索結果はあり", "検索結果があり",    "見つかりません", "検索に失敗",
  };
  if (text.size() > kLongestReport) return false;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return c < 0x80 ? std::tolower(c) : c; });
  return std::any_of(std::begin(kReports), std::end(kReports), [&lower](std::string_view report) {
    return lower.find(report) != std::string::npos;
  });
}

Dialogue ReadDialogue(const ParsedRequest& request) {
  Dialogue dialogue;
  const TurnRange last = LastUserTurn(request, request.messages.size());
  bool has_tool_result = false;
  for (size_t m = last.begin; m < last.end; ++m) {
    for (const Block& block : request.messages[m].content) {
      dialogue.has_material = dialogue.has_material || IsMaterial(block);
      has_tool_result = has_tool_result || block.kind == Kind::kToolResult;
      const bool reports_failure = block.kind == Kind::kText && SaysNothingFound(block.text);
      dialogue.search_failed = dialogue.search_failed || reports_failure || IsFailedSearch(block);
    }
  }
  TurnRange turn = last;
  dialogue.words = WordsOf(request, turn);
  while (dialogue.words.empty() && turn.begin > 0) {
    turn = LastUserTurn(request, turn.begin);
    dialogue.words = WordsOf(request, turn);
  }
  dialogue.question = dialogue.words;
  if (has_tool_result) AppendQueries(request, last, &dialogue.question);
  return dialogue;
}

}  // namespace footnote::emulator
