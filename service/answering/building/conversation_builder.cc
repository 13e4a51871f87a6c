#include "service/answering/building/conversation_builder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/answering/building/content/replay.h"
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

// What uses of tools wait for a result: their ids, as many as an error has room for. They are the
// caller's, of any length, and may be told of again and again.
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

// Whether turn `turn` is an assistant's that uses a tool.
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

void ConversationBuilder::AddTurns(const v1::AnswerRequest& request, const FieldPath& root) {
  for (int i = 0; i < request.turns_size(); ++i) {
    const v1::Turn& turn = request.turns(i);
    const FieldPath path = root.Element("turns", i);
    turn_starts_.push_back(out_->messages.size());
    switch (turn.speaker_case()) {
      case v1::Turn::kUser:
        AddUserTurn({UserTurnView(turn.user()), UsesTool(request, i + 1)}, i, path.Field("user"));
        break;
      case v1::Turn::kAssistant:
        if (i == 0) violations_->Add(path, "is an assistant's; the first turn must be a user's");
        AddAssistantTurn(turn.assistant(), path.Field("assistant"));
        break;
      case v1::Turn::SPEAKER_NOT_SET:
        violations_->Add(path, "has neither `user` nor `assistant` set");
        break;
    }
  }
  turn_starts_.push_back(out_->messages.size());
  const UserTurn present = {UserTurnView(request), /*led_to_tool_use=*/false};
  const bool goes_on = present.side.IsEmpty() && IsPaused();
  if (goes_on || !pending_.empty()) CheckGoesOn(request, root);
  if (goes_on) {
    CheckNothingPending(root.Field("tool_results"), "lacks a result for each of: ");
  } else {
    AddUserTurn(present, request.turns_size(), root);
  }
  if (out_->messages.size() > kMaxMessages) {
    violations_->Add(root.Field("turns"),
                     absl::StrCat("makes ", out_->messages.size(),
                                  " messages, and the API takes at most ", kMaxMessages));
  }
}

// ---- The user's side ----

void ConversationBuilder::AddUserTurn(const UserTurn& turn, int number, const FieldPath& path) {
  const UserTurnView& user = turn.side;
  CheckSearch(user, path, violations_);
  CheckServerTools(turn, path);
  const SourcePosition place = {number, std::nullopt, 0};
  std::vector<ContentBlockParam> content;
  content.reserve(user.tool_results.size() + user.documents.size() + user.hits.size() +
                  user.images.size() + 2);
  AddToolResults(user, number, path, &content);
  content_->AddDocuments(user.documents, place, path, &content);
  if (!user.IsByTool()) {
    content_->AddHits(user.hits, place, path, &content);
    if (const absl::string_view text = InPlaceOfHits(turn); !text.empty()) AddText(text, &content);
  }
  content_->AddImages(user.images, path, &content);
  if (!user.question.empty() || user.tool_results.empty()) {
    violations_->CheckText(path.Field("question"), user.question);
    AddText(user.question, &content);
  }
  AddMessage(Role::kUser, std::move(content));
  if (user.IsByTool()) AddHitsAsToolResult(turn, number, path);
  had_sources_ = had_sources_ || user.HasSources();
  ends_in_server_tool_ = false;
}

void ConversationBuilder::AddToolResults(const UserTurnView& user, int turn, const FieldPath& path,
                                         std::vector<ContentBlockParam>* content) {
  for (int i = 0; i < user.tool_results.size(); ++i) {
    const v1::ToolResult& result = user.tool_results[i];
    const FieldPath here = path.Element("tool_results", i);
    if (pending_.erase(result.tool_use_id()) == 0) {
      violations_->Add(here.Field("tool_use_id"),
                       "names no tool use of the turn before, or one that has its result");
    }
    content->emplace_back(content_->BuildToolResult(result, turn, i, here));
  }
  CheckNothingPending(path.Field("tool_results"), "lacks a result for each of: ");
}

void ConversationBuilder::AddHitsAsToolResult(const UserTurn& turn, int number,
                                              const FieldPath& path) {
  const UserTurnView& user = turn.side;
  messages::ToolResultParam result;
  content_->AddHits(user.hits, {number, std::nullopt, 0}, path, &result.content);
  if (const absl::string_view text = InPlaceOfHits(turn); !text.empty()) {
    AddText(text, &result.content);
  }
  if (result.content.empty()) return;  // there was no search
  result.is_error = user.search.outcome() == Search::OUTCOME_FAILED;
  const FieldPath search = path.Field("search");
  if (user.search.query().empty() && user.question.empty()) {
    violations_->Add(search.Field("query"), "is empty, and there is no question to take its place");
  }

  // The same turn always gets the same id, so that the prefix of a longer conversation stays equal
  // and cached.
  const absl::string_view id = Keep(absl::StrCat("toolu_footnote_", number));
  if (!tool_use_ids_.insert(id).second) {
    violations_->Add(search, absl::StrCat("needs the id ", id,
                                          " for its search, and an earlier tool "
                                          "use has it"));
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

absl::string_view ConversationBuilder::InPlaceOfHits(const UserTurn& turn) const {
  const bool finds_otherwise = had_sources_ || turn.side.HasSources() ||
                               !turn.side.tool_results.empty() || turn.led_to_tool_use ||
                               tools_->offers_any();
  return TextInPlaceOfHits(turn.side, finds_otherwise);
}

// ---- The assistant's side ----

void ConversationBuilder::AddAssistantTurn(const v1::AssistantTurn& assistant,
                                           const FieldPath& path) {
  CheckNothingPending(path, "comes before the results of: ");
  ReplayedTurn turn = ReplayAssistantTurn(assistant, content_->sources(), path, violations_);
  for (int i = 0; i < assistant.blocks_size(); ++i) {
    if (!assistant.blocks(i).has_tool_use()) continue;
    const absl::string_view id = assistant.blocks(i).tool_use().id();
    if (tool_use_ids_.insert(id).second) {
      pending_.insert(id);
      continue;
    }
    const FieldPath block = path.Element("blocks", i);
    const FieldPath use = block.Field("tool_use");
    violations_->Add(use.Field("id"), "duplicate: another tool use has the same id");
  }
  FollowServerTools(turn.server_tools, path);
  if (turn.content.empty()) return;
  ends_in_server_tool_ = turn.ends_in_server_tool;
  only_results_because_.clear();
  AddMessage(Role::kAssistant, std::move(turn.content));
}

void ConversationBuilder::CheckNothingPending(const FieldPath& path, absl::string_view problem) {
  if (pending_.empty()) return;
  const auto itself = [](absl::string_view id) { return id; };
  violations_->Add(path, absl::StrCat(problem, ListIds(pending_, itself)));
  pending_.clear();
}

// ---- The tools that the API runs itself ----

void ConversationBuilder::FollowServerTools(const std::vector<ServerToolPart>& parts,
                                            const FieldPath& path) {
  for (const ServerToolPart& part : parts) {
    if (part.kind == ServerToolPart::Kind::kUse) {
      pending_server_tools_.insert_or_assign(part.id, part.name);
      pending_server_tools_in_ = path.ToString();
    } else if (pending_server_tools_.erase(part.id) == 0 &&
               left_server_tools_.erase(part.id) == 0) {
      violations_->Add(path, absl::StrCat("has a result of the API's own tool, ", part.id,
                                          ", that follows no use of it, or a second one"));
    }
  }
}

void ConversationBuilder::CheckServerTools(const UserTurn& turn, const FieldPath& path) {
  if (!pending_server_tools_.empty()) {
    const std::string waiting = PendingServerTools();
    for (auto& use : pending_server_tools_) left_server_tools_.insert(use.first);
    pending_server_tools_.clear();
    if (pending_.empty()) {
      violations_->Add(pending_server_tools_in_,
                       absl::StrCat("has no result of the API's own tool use: ", waiting,
                                    ". An answer that paused goes on if it is the last turn and "
                                    "the present one has nothing at all; it cannot be left like "
                                    "this"));
    } else {
      // The caller's tools were used beside the API's: their results go back first, and alone.
      only_results_because_ = absl::StrCat(
          "must wait until the model has answered: the API takes only `tool_results` "
          "while it has no result of its own tool use: ",
          waiting);
    }
  }
  if (only_results_because_.empty()) return;
  const UserTurnView& user = turn.side;
  const std::string& problem = only_results_because_;
  if (!user.documents.empty()) violations_->Add(path.Field("documents"), problem);
  if (!user.hits.empty()) violations_->Add(path.Field("hits"), problem);
  if (user.hits.empty() && !InPlaceOfHits(turn).empty()) {
    violations_->Add(path.Field("search"), problem);
  }
  if (!user.images.empty()) violations_->Add(path.Field("images"), problem);
  if (!user.question.empty()) violations_->Add(path.Field("question"), problem);
}

bool ConversationBuilder::IsPaused() const {
  return !pending_server_tools_.empty() || ends_in_server_tool_;
}

void ConversationBuilder::CheckGoesOn(const v1::AnswerRequest& request, const FieldPath& root) {
  for (const auto& [id, name] : pending_server_tools_) {
    if (request.has_web_search() && WebSearchOffers(request.web_search(), name)) continue;
    violations_->Add(
        root.Field("web_search"),
        absl::StrCat("does not offer the API's own tool that the last turn is using: ", id));
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
