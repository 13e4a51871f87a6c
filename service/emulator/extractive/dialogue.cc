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

// What a text or a tool result says of the search before it.
enum class Report { kNone, kNothingFound, kFailed };

template <size_t Size>
bool HasAny(std::string_view text, const std::string_view (&phrases)[Size]) {
  return std::any_of(std::begin(phrases), std::end(phrases), [text](std::string_view phrase) {
    return text.find(phrase) != std::string_view::npos;
  });
}

Report ReportOf(std::string_view text) {
  constexpr size_t kLongestReport = 200;
  constexpr std::string_view kFailed[] = {"search failed", "検索に失敗"};
  constexpr std::string_view kNothingFound[] = {
      "no results",     "no search results", "no matching",    "nothing found",
      "検索結果はあり", "検索結果があり",    "見つかりません",
  };
  if (text.size() > kLongestReport) return Report::kNone;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return c < 0x80 ? std::tolower(c) : c; });
  if (HasAny(lower, kFailed)) return Report::kFailed;
  return HasAny(lower, kNothingFound) ? Report::kNothingFound : Report::kNone;
}

// kNone as soon as one of its blocks is anything but a report.
Report ReportOfToolResult(const Block& tool_result) {
  if (tool_result.is_error) return Report::kFailed;
  if (!IsBlank(tool_result.text)) return ReportOf(tool_result.text);
  Report report = Report::kNothingFound;
  for (const Block& block : tool_result.content) {
    const Report of_block = block.kind == Kind::kText ? ReportOf(block.text) : Report::kNone;
    if (of_block == Report::kNone) return Report::kNone;
    report = std::max(report, of_block);
  }
  return report;
}

Report ReportOf(const Block& block) {
  if (block.kind == Kind::kToolResult) return ReportOfToolResult(block);
  return block.kind == Kind::kText ? ReportOf(block.text) : Report::kNone;
}

void AppendLine(std::string_view text, std::string* out) {
  if (!out->empty()) out->push_back('\n');
  out->append(Trim(text));
}

// The user's own words in a turn: its texts, without those that only report of a search.
std::string WordsOf(const ParsedRequest& request, const TurnRange& turn) {
  std::string words;
  for (size_t m = turn.begin; m < turn.end; ++m) {
    for (const Block& block : request.messages[m].content) {
      if (block.kind != Kind::kText || ReportOf(block) != Report::kNone) continue;
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

Dialogue ReadDialogue(const ParsedRequest& request) {
  Dialogue dialogue;
  const TurnRange last = LastUserTurn(request, request.messages.size());
  bool has_tool_result = false;
  for (size_t m = last.begin; m < last.end; ++m) {
    for (const Block& block : request.messages[m].content) {
      dialogue.has_material = dialogue.has_material || IsMaterial(block);
      has_tool_result = has_tool_result || block.kind == Kind::kToolResult;
      const Report report = ReportOf(block);
      dialogue.found_nothing = dialogue.found_nothing || report == Report::kNothingFound;
      dialogue.search_failed = dialogue.search_failed || report == Report::kFailed;
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
