// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/conversation_builder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/answering/building/web_search.h"
#include "service/messages/json/json_writer.h"

namespace footnote::answering::building {
namespace {

using messages::ContentBlockParam;
using messages::Role;
using v1::Search;

// https://platform.claude.com/docs/en/api/messages
constexpr size_t kMaxMessages = 100000;
constexpr absl::string_view kDefaultToolName = "search";
constexpr char kLacksResults[] = "must have a result for each of: ";

// Returns the ids of tool uses, as many as fit into an error. The ids come from the caller and may
// have any length.
template <typename Uses, typename IdOf>
std::string ListIds(const Uses& uses, IdOf id_of) {
  constexpr size_t kMaxBytes = 500;
  std::string list;
  for (const auto& use : uses) {
    if (list.size() >= kMaxBytes) break;
    if (!list.empty()) list += ", ";
    absl::StrAppend(&list, absl::string_view(id_of(use)).substr(0, kMaxBytes));
  }
  return list;
}

// Returns true if turn `turn` is an assistant turn that uses a tool.
bool UsesTool(const v1::AnswerRequest& request, int turn) {
  if (turn >= request.turns_size()) return false;
  const auto& blocks = request.turns(turn).assistant().blocks();
  return std::any_of(blocks.begin(), blocks.end(),
                     [](const v1::AnswerBlock& block) { return block.has_tool_use(); });
}

absl::string_view ToolName(const Search& search) {
  return search.tool_name().empty() ? kDefaultToolName : absl::string_view(search.tool_name());
}

}  // namespace

void ConversationBuilder::AddTurns(const v1::AnswerRequest& request, const Field& root) {
  for (int i = 0; i < request.turns_size(); ++i) {
    const v1::Turn& turn = request.turns(i);
    const Field field = root.Element("turns", i);
    turn_starts_.push_back(out_->messages.size());
    switch (turn.speaker_case()) {
      case v1::Turn::kUser:
        AddUserTurn({UserTurnView(turn.user()), UsesTool(request, i + 1)}, i, field.Child("user"));
        break;
      case v1::Turn::kAssistant:
        if (i == 0) {
          field.Add(v1::INVALID_TURN_ORDER,
                    "must be a user turn: the conversation starts with the user");
        }
        AddAssistantTurn(turn.assistant(), field.Child("assistant"));
        break;
      case v1::Turn::SPEAKER_NOT_SET:
        field.Add(v1::REQUIRED, "must have one of `user` and `assistant`");
        break;
    }
  }
  turn_starts_.push_back(out_->messages.size());
  const UserTurn present = {UserTurnView(request), /*led_to_tool_use=*/false};
  const bool continues = present.view.IsEmpty() && IsPaused();
  if (continues || !pending_.empty()) CheckContinues(root);
  if (continues) {
    CheckNothingPending(root.Child("tool_results"), kLacksResults);
  } else {
    AddUserTurn(present, request.turns_size(), root);
  }
  if (out_->messages.size() > kMaxMessages) {
    root.Child("turns").Add(v1::TOO_MANY,
                            absl::StrCat("make ", out_->messages.size(),
                                         " messages; the API accepts at most ", kMaxMessages));
  }
}

// ---- User turns ----

void ConversationBuilder::AddUserTurn(const UserTurn& turn, int number, const Field& field) {
  const UserTurnView& user = turn.view;
  CheckContentIsAlone(user, field);
  CheckSearch(user, field);
  CheckServerTools(turn, field);
  std::vector<ContentBlockParam> content;
  content.reserve(user.tool_results.size() + user.documents.size() + user.search_results.size() +
                  user.images.size() + user.content.size() + 2);
  AddToolResults(user, number, field, &content);
  if (user.IsOrdered()) {
    content_->AddContent(user.content, {number, std::nullopt, 0}, field, &content);
  } else {
    AddFlatContent(turn, number, field, &content);
  }
  AddMessage(Role::kUser, std::move(content));
  if (user.IsByTool() && !user.IsOrdered()) AddSearchAsToolUse(turn, number, field);
  had_sources_ = had_sources_ || user.HasSources();
  ends_in_server_tool_ = false;
}

void ConversationBuilder::AddFlatContent(const UserTurn& turn, int number, const Field& field,
                                         std::vector<ContentBlockParam>* content) {
  const UserTurnView& user = turn.view;
  const SourcePosition position = {number, std::nullopt, 0};
  content_->AddDocuments(user.documents, position, field, content);
  if (!user.IsByTool()) {
    content_->AddSearchResults(user.search_results, position, field, content);
    const absl::string_view text = TextWithoutSearchResultsOf(turn);
    if (!text.empty()) AddText(text, content);
  }
  content_->AddImages(user.images, field, content);
  if (!user.question.empty() || user.tool_results.empty()) {
    field.Child("question").CheckText(user.question);
    AddText(user.question, content);
  }
}

void ConversationBuilder::AddToolResults(const UserTurnView& user, int turn, const Field& field,
                                         std::vector<ContentBlockParam>* content) {
  for (int i = 0; i < user.tool_results.size(); ++i) {
    const v1::ToolResult& result = user.tool_results[i];
    const Field element = field.Element("tool_results", i);
    if (pending_.erase(result.tool_use_id()) == 0) {
      element.Child("tool_use_id")
          .Add(v1::UNKNOWN_ID,
               "must be the id of a tool use in the previous turn that has no other result");
    }
    content->emplace_back(content_->BuildToolResult(result, turn, i, element));
  }
  CheckNothingPending(field.Child("tool_results"), kLacksResults);
}

void ConversationBuilder::AddSearchAsToolUse(const UserTurn& turn, int number, const Field& field) {
  const UserTurnView& user = turn.view;
  messages::ToolResultParam result;
  content_->AddSearchResults(user.search_results, {number, std::nullopt, 0}, field,
                             &result.content);
  if (const absl::string_view text = TextWithoutSearchResultsOf(turn); !text.empty()) {
    AddText(text, &result.content);
  }
  if (result.content.empty()) return;  // There was no search.
  result.is_error = user.search.outcome() == Search::OUTCOME_FAILED;
  const Field search = field.Child("search");
  if (user.search.query().empty() && user.question.empty()) {
    search.Child("query").Add(v1::REQUIRED, "must be set, since there is no question");
  }

  // The same turn always gets the same id, so that the prefix of a longer conversation stays equal
  // and cached.
  const absl::string_view id = Keep(absl::StrCat("toolu_footnote_", number));
  if (!tool_use_ids_.insert(id).second) {
    search.Add(v1::DUPLICATE, absl::StrCat("needs the id ", id,
                                           " for its tool use, and an earlier tool use has it"));
  }
  const absl::string_view name = ToolName(user.search);
  std::string input;
  messages::JsonWriter json(&input);
  json.Raw(R"({"query":)");
  json.String(user.search.query().empty() ? user.question : user.search.query());
  json.Raw("}");
  std::vector<ContentBlockParam> use;
  use.emplace_back(messages::ToolUseParam{id, name, Keep(std::move(input))});
  AddMessage(Role::kAssistant, std::move(use));

  result.tool_use_id = id;
  std::vector<ContentBlockParam> content;
  content.emplace_back(std::move(result));
  AddMessage(Role::kUser, std::move(content));
  tools_->DeclareSearch(name, search);
}

absl::string_view ConversationBuilder::TextWithoutSearchResultsOf(const UserTurn& turn) const {
  const bool finds_otherwise = had_sources_ || turn.view.HasSources() ||
                               !turn.view.tool_results.empty() || turn.led_to_tool_use ||
                               tools_->offers_any();
  return TextWithoutSearchResults(turn.view, finds_otherwise);
}

// ---- Assistant turns ----

void ConversationBuilder::AddAssistantTurn(const v1::AssistantTurn& assistant, const Field& field) {
  CheckNothingPending(field, "must follow the results of: ");
  ReplayedTurn turn = replay_.Replay(assistant, field);
  for (int i = 0; i < assistant.blocks_size(); ++i) {
    if (!assistant.blocks(i).has_tool_use()) continue;
    const absl::string_view id = assistant.blocks(i).tool_use().id();
    if (tool_use_ids_.insert(id).second) {
      pending_.insert(id);
      continue;
    }
    const Field block = field.Element("blocks", i);
    const Field use = block.Child("tool_use");
    use.Child("id").Add(v1::DUPLICATE, "is also the id of an earlier tool use");
  }
  FollowServerTools(turn.server_tools, field);
  if (turn.content.empty()) return;
  ends_in_server_tool_ = turn.ends_in_server_tool;
  only_results_because_.clear();
  AddMessage(Role::kAssistant, std::move(turn.content));
}

void ConversationBuilder::CheckNothingPending(const Field& field, absl::string_view problem) {
  if (pending_.empty()) return;
  const auto identity = [](absl::string_view id) { return id; };
  field.Add(v1::MISSING_TOOL_RESULT, absl::StrCat(problem, ListIds(pending_, identity)));
  pending_.clear();
}

// ---- Server tools, which the API runs ----

void ConversationBuilder::FollowServerTools(const std::vector<ServerToolPart>& parts,
                                            const Field& field) {
  for (const ServerToolPart& part : parts) {
    if (part.kind == ServerToolPart::Kind::kUse) {
      pending_server_tools_.insert_or_assign(part.id, part.name);
      pending_server_tools_in_ = field.Path();
    } else if (pending_server_tools_.erase(part.id) == 0 &&
               left_server_tools_.erase(part.id) == 0) {
      field.Add(v1::UNPAIRED_SERVER_TOOL_USE,
                absl::StrCat("has a result of the API's own tool, ", part.id,
                             ", without a use of it, or a second one"));
    }
  }
}

void ConversationBuilder::CheckServerTools(const UserTurn& turn, const Field& field) {
  if (!pending_server_tools_.empty()) {
    const std::string pending = PendingServerTools();
    for (const auto& use : pending_server_tools_) left_server_tools_.insert(use.first);
    pending_server_tools_.clear();
    if (pending_.empty()) {
      field.violations()->Add(
          pending_server_tools_in_, v1::UNPAIRED_SERVER_TOOL_USE,
          absl::StrCat("has no result of the API's own tool use: ", pending,
                       ". An answer that paused continues if it is the last turn and the present "
                       "turn is empty; no other turn may follow it"));
    } else {
      // The model used the caller's tools in addition: their results are sent first, and alone.
      only_results_because_ = absl::StrCat(
          "must wait until the model has answered: the API accepts only `tool_results` "
          "while the use of a server tool has no result: ",
          pending);
    }
  }
  if (!only_results_because_.empty()) CheckOnlyResults(turn, field);
}

void ConversationBuilder::CheckOnlyResults(const UserTurn& turn, const Field& field) {
  const UserTurnView& user = turn.view;
  const struct {
    const char* name;
    bool is_sent;
  } fields[] = {
      {"documents", !user.documents.empty()},
      {"search_results", !user.search_results.empty()},
      {"search", user.search_results.empty() && !TextWithoutSearchResultsOf(turn).empty()},
      {"images", !user.images.empty()},
      {"question", !user.question.empty()},
      {"content", user.IsOrdered()},
  };
  for (const auto& one : fields) {
    if (one.is_sent) field.Child(one.name).Add(v1::INVALID_TURN_ORDER, only_results_because_);
  }
}

bool ConversationBuilder::IsPaused() const {
  return !pending_server_tools_.empty() || ends_in_server_tool_;
}

void ConversationBuilder::CheckContinues(const Field& root) {
  for (const auto& [id, name] : pending_server_tools_) {
    if (tools_->web_search() != nullptr && WebSearchOffers(*tools_->web_search(), name)) continue;
    root.Child("tools").Add(
        v1::UNKNOWN_TOOL,
        absl::StrCat("must offer the API's own tool that the last turn is using: ", id));
  }
}

std::string ConversationBuilder::PendingServerTools() const {
  return ListIds(pending_server_tools_,
                 [](const auto& use) { return absl::string_view(use.first); });
}

void ConversationBuilder::AddMessage(Role role, std::vector<ContentBlockParam> content) {
  out_->messages.push_back({role, std::move(content)});
}

absl::string_view ConversationBuilder::Keep(std::string text) {
  kept_.push_back(std::move(text));
  return kept_.back();
}

}  // namespace footnote::answering::building
