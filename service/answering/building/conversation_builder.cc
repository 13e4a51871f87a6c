#include "service/answering/building/conversation_builder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "service/answering/building/replay.h"
#include "service/messages/json/json_writer.h"

namespace footnote::answering {
namespace {

using messages::ContentBlockParam;
using messages::Role;
using v1::Search;

// https://platform.claude.com/docs/en/api/messages
constexpr size_t kMaxMessages = 100000;
constexpr absl::string_view kDefaultToolName = "search";
constexpr absl::string_view kNothingFound = "No results found.";
constexpr absl::string_view kSearchFailed = "The search failed.";
constexpr absl::string_view kToolFailed = "The tool failed.";
constexpr absl::string_view kSearchDescription = "Searches for text that answers the query.";
constexpr absl::string_view kSearchSchema =
    R"({"type":"object","properties":{"query":{"type":"string"}},"required":["query"]})";

bool IsByTool(const Search& search) { return search.delivery() == Search::DELIVERY_TOOL_RESULT; }

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

void ConversationBuilder::AddTools(const v1::AnswerRequest& request, const FieldPath& root) {
  offers_tools_ = request.tools_size() > 0;
  for (int i = 0; i < request.tools_size(); ++i) {
    const v1::Tool& tool = request.tools(i);
    const FieldPath path = root.Element("tools", i);
    violations_->CheckIdentifier(path.Field("name"), tool.name(), Violations::kMaxToolNameLength);
    violations_->CheckWellFormed(path.Field("description"), tool.description());
    violations_->CheckJsonObjectOfType(path.Field("input_schema_json"), tool.input_schema_json(),
                                       "object");
    if (!tool_names_.insert(tool.name()).second) {
      violations_->Add(path.Field("name"), "duplicate: another tool has the same name");
    }
    out_->tools.push_back({tool.name(), tool.description(), tool.input_schema_json(),
                           marks_->Take(tool, path, violations_)});
  }
}

void ConversationBuilder::AddTurns(const v1::AnswerRequest& request, const FieldPath& root) {
  for (int i = 0; i < request.turns_size(); ++i) {
    const v1::Turn& turn = request.turns(i);
    const FieldPath path = root.Element("turns", i);
    switch (turn.speaker_case()) {
      case v1::Turn::kUser: {
        const v1::UserTurn& user = turn.user();
        AddUserSide({user.question(), user.hits(), user.search(), user.tool_results(),
                     UsesTool(request, i + 1)},
                    i, path.Field("user"));
        break;
      }
      case v1::Turn::kAssistant:
        if (i == 0) violations_->Add(path, "is an assistant's; the first turn must be a user's");
        AddAssistantTurn(turn.assistant(), path.Field("assistant"));
        break;
      case v1::Turn::SPEAKER_NOT_SET:
        violations_->Add(path, "has neither `user` nor `assistant` set");
        break;
    }
  }
  AddUserSide({request.question(), request.hits(), request.search(), request.tool_results(),
               /*led_to_tool_use=*/false},
              request.turns_size(), root);
  if (out_->messages.size() > kMaxMessages) {
    violations_->Add(root.Field("turns"),
                     absl::StrCat("makes ", out_->messages.size(),
                                  " messages, and the API takes at most ", kMaxMessages));
  }
  // The tools that are there only to explain tool uses written by us have nobody to run them.
  out_->tool_choice_none = !offers_tools_ && !out_->tools.empty();
}

void ConversationBuilder::AddUserSide(const UserSide& user, int turn, const FieldPath& path) {
  CheckSearch(user, path.Field("search"));
  std::vector<ContentBlockParam> content;
  content.reserve(user.tool_results.size() + user.hits.size() + 2);
  AddToolResults(user, turn, path, &content);
  const bool by_tool = IsByTool(user.search);
  if (!by_tool) AddHitsAtTop(user, turn, path, &content);
  if (!user.question.empty() || user.tool_results.empty()) {
    violations_->CheckText(path.Field("question"), user.question);
    messages::TextParam question;
    question.text = user.question;
    content.emplace_back(std::move(question));
  }
  AddMessage(Role::kUser, std::move(content));
  if (by_tool) AddHitsAsToolResult(user, turn, path);
  had_hits_ = had_hits_ || !user.hits.empty() ||
              std::any_of(user.tool_results.begin(), user.tool_results.end(),
                          [](const v1::ToolResult& result) { return result.hits_size() > 0; });
}

void ConversationBuilder::AddToolResults(const UserSide& user, int turn, const FieldPath& path,
                                         std::vector<ContentBlockParam>* content) {
  for (int i = 0; i < user.tool_results.size(); ++i) {
    const v1::ToolResult& result = user.tool_results[i];
    const FieldPath here = path.Element("tool_results", i);
    const FieldPath id = here.Field("tool_use_id");
    if (pending_.erase(result.tool_use_id()) == 0) {
      violations_->Add(id, "names no tool use of the turn before, or one that has its result");
    }
    messages::ToolResultParam out;
    out.tool_use_id = result.tool_use_id();
    out.is_error = result.is_error();
    if (result.hits_size() > 0) {
      if (!result.text().empty()) {
        violations_->Add(here.Field("text"),
                         "stands beside hits, which the API refuses; put it into a block of a hit");
      }
      if (result.is_error()) {
        violations_->Add(here.Field("is_error"), "is true beside hits; drop the hits or the error");
      }
      out.search_results = BuildHits(result.hits(), {turn, i, 0}, here);
    } else if (!result.text().empty()) {
      violations_->CheckText(here.Field("text"), result.text());
      out.text = result.text();
    } else {
      out.text = result.is_error() ? kToolFailed : kNothingFound;
    }
    // A mark ends the result, so it comes after those of the hits inside.
    out.cache = marks_->Take(result, here, violations_);
    content->emplace_back(std::move(out));
  }
  CheckNothingPending(path.Field("tool_results"), "lacks a result for each of: ");
}

void ConversationBuilder::AddHitsAtTop(const UserSide& user, int turn, const FieldPath& path,
                                       std::vector<ContentBlockParam>* content) {
  for (messages::SearchResultParam& hit : BuildHits(user.hits, {turn, std::nullopt, 0}, path)) {
    content->emplace_back(std::move(hit));
  }
  const absl::string_view instead = TextInPlaceOfHits(user);
  if (instead.empty()) return;
  messages::TextParam text;
  text.text = instead;
  content->emplace_back(std::move(text));
}

void ConversationBuilder::AddHitsAsToolResult(const UserSide& user, int turn,
                                              const FieldPath& path) {
  messages::ToolResultParam result;
  result.search_results = BuildHits(user.hits, {turn, std::nullopt, 0}, path);
  result.text = TextInPlaceOfHits(user);
  if (result.search_results.empty() && result.text.empty()) return;  // there was no search
  result.is_error = user.search.outcome() == Search::OUTCOME_FAILED;
  if (user.search.query().empty() && user.question.empty()) {
    const FieldPath search = path.Field("search");
    violations_->Add(search.Field("query"), "is empty, and there is no question to take its place");
  }

  // The same turn always gets the same id, so that the prefix of a longer conversation stays equal
  // and cached.
  const absl::string_view id = Keep(absl::StrCat("toolu_footnote_", turn));
  if (!tool_use_ids_.insert(id).second) {
    violations_->Add(path, absl::StrCat("needs the id ", id,
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

  if (tool_names_.insert(name).second) {
    out_->tools.push_back({name, kSearchDescription, kSearchSchema, std::nullopt});
  }
}

std::vector<messages::SearchResultParam> ConversationBuilder::BuildHits(
    const google::protobuf::RepeatedPtrField<v1::SearchResult>& hits, HitPlace place,
    const FieldPath& path) {
  std::vector<messages::SearchResultParam> out;
  out.reserve(hits.size());
  for (int i = 0; i < hits.size(); ++i) {
    place.position = i;
    out.push_back(hits_->Build(hits[i], place, path.Element("hits", i)));
  }
  return out;
}

void ConversationBuilder::CheckSearch(const UserSide& user, const FieldPath& path) {
  const Search& search = user.search;
  const bool has_hits = !user.hits.empty();
  const bool has_no_search = search.outcome() == Search::OUTCOME_SKIPPED;
  if (!Search::Outcome_IsValid(search.outcome())) {
    violations_->Add(path.Field("outcome"), absl::StrCat("has no value ", search.outcome()));
  }
  if (!Search::Delivery_IsValid(search.delivery())) {
    violations_->Add(path.Field("delivery"), absl::StrCat("has no value ", search.delivery()));
  }
  if (has_hits && search.outcome() == Search::OUTCOME_FAILED) {
    violations_->Add(path.Field("outcome"), "is OUTCOME_FAILED beside hits; drop one of them");
  }
  if (has_hits && has_no_search) {
    violations_->Add(path.Field("outcome"), "is OUTCOME_SKIPPED beside hits; drop one of them");
  }
  if (!search.message().empty()) {
    violations_->CheckText(path.Field("message"), search.message());
    if (has_hits) {
      violations_->Add(path.Field("message"),
                       "stands in place of hits, and there are some; put it into a block of a hit");
    } else if (has_no_search) {
      violations_->Add(path.Field("message"), "is set, yet the search was skipped");
    }
  }
  if (IsByTool(search)) {
    violations_->CheckWellFormed(path.Field("query"), search.query());
    if (!search.tool_name().empty()) {
      violations_->CheckIdentifier(path.Field("tool_name"), search.tool_name(),
                                   Violations::kMaxToolNameLength);
    }
    return;
  }
  if (!search.query().empty()) {
    violations_->Add(path.Field("query"), "is only for DELIVERY_TOOL_RESULT");
  }
  if (!search.tool_name().empty()) {
    violations_->Add(path.Field("tool_name"), "is only for DELIVERY_TOOL_RESULT");
  }
}

absl::string_view ConversationBuilder::TextInPlaceOfHits(const UserSide& user) const {
  if (!user.hits.empty()) return "";
  const Search& search = user.search;
  if (!search.message().empty()) return search.message();
  switch (search.outcome()) {
    case Search::OUTCOME_FAILED:
      return kSearchFailed;
    case Search::OUTCOME_COMPLETED:
      return kNothingFound;
    case Search::OUTCOME_UNSPECIFIED: {
      const bool finds_otherwise =
          !user.tool_results.empty() || user.led_to_tool_use || had_hits_ || offers_tools_;
      return finds_otherwise ? "" : kNothingFound;
    }
    default:
      return "";
  }
}

void ConversationBuilder::AddAssistantTurn(const v1::AssistantTurn& assistant,
                                           const FieldPath& path) {
  CheckNothingPending(path, "comes before the results of: ");
  std::vector<ContentBlockParam> content = ReplayAssistantTurn(assistant, path, violations_);
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
  if (!content.empty()) AddMessage(Role::kAssistant, std::move(content));
}

void ConversationBuilder::CheckNothingPending(const FieldPath& path, absl::string_view problem) {
  if (pending_.empty()) return;
  violations_->Add(path, absl::StrCat(problem, absl::StrJoin(pending_, ", ")));
  pending_.clear();
}

void ConversationBuilder::AddMessage(Role role, std::vector<ContentBlockParam> content) {
  out_->messages.push_back({role, std::move(content)});
}

absl::string_view ConversationBuilder::Keep(std::string text) {
  kept_.push_back(std::move(text));
  return kept_.back();
}

}  // namespace footnote::answering
