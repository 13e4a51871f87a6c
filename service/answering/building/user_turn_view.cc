// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/user_turn_view.h"

#include <algorithm>

#include "service/answering/building/content/content_builder.h"

namespace footnote::answering::building {
namespace {

using v1::Search;

constexpr absl::string_view kSearchFailed = "The search failed.";

void CheckOutcome(const UserTurnView& user, const Field& search) {
  const Search::Outcome value = user.search.outcome();
  const Field outcome = search.Child("outcome");
  outcome.CheckEnum(value, Search::Outcome_IsValid(value));
  if (user.search_results.empty()) return;
  if (value == Search::OUTCOME_FAILED || value == Search::OUTCOME_SKIPPED) {
    outcome.Add(v1::CONFLICTING_FIELDS,
                value == Search::OUTCOME_FAILED
                    ? "must not be OUTCOME_FAILED if there are search results"
                    : "must not be OUTCOME_SKIPPED if there are search results");
  }
}

void CheckMessage(const UserTurnView& user, const Field& search) {
  if (user.search.message().empty()) return;
  const Field message = search.Child("message");
  message.CheckText(user.search.message());
  if (!user.search_results.empty()) {
    message.Add(v1::CONFLICTING_FIELDS, "is only valid if there are no search results");
  } else if (user.search.outcome() == Search::OUTCOME_SKIPPED) {
    message.Add(v1::NOT_APPLICABLE, "must not be set with OUTCOME_SKIPPED");
  }
}

void CheckDelivery(const UserTurnView& user, const Field& search) {
  const Field query = search.Child("query");
  const Field tool_name = search.Child("tool_name");
  if (user.IsByTool()) {
    query.CheckWellFormed(user.search.query());
    if (!user.search.tool_name().empty()) {
      tool_name.CheckIdentifier(user.search.tool_name(), kMaxToolNameLength);
    }
    return;
  }
  constexpr char kOnlyByTool[] = "is only valid with DELIVERY_TOOL_RESULT";
  if (!user.search.query().empty()) query.Add(v1::NOT_APPLICABLE, kOnlyByTool);
  if (!user.search.tool_name().empty()) tool_name.Add(v1::NOT_APPLICABLE, kOnlyByTool);
}

bool IsText(const v1::UserContent& content) { return content.has_text(); }

bool HasSourcesIn(const v1::ToolResult& result) {
  return result.documents_size() > 0 || result.search_results_size() > 0 ||
         result.images_size() > 0;
}

}  // namespace

bool UserTurnView::IsEmpty() const {
  return question.empty() && documents.empty() && search_results.empty() && images.empty() &&
         tool_results.empty() && content.empty() && !has_search;
}

bool UserTurnView::HasSources() const {
  return !documents.empty() || !search_results.empty() || !images.empty() ||
         !std::all_of(content.begin(), content.end(), IsText) ||
         std::any_of(tool_results.begin(), tool_results.end(), HasSourcesIn);
}

void CheckContentIsAlone(const UserTurnView& user, const Field& field) {
  if (!user.IsOrdered()) return;
  const struct {
    const char* name;
    bool is_set;
  } flat_fields[] = {{"question", !user.question.empty()},
                     {"search_results", !user.search_results.empty()},
                     {"search", user.has_search},
                     {"documents", !user.documents.empty()},
                     {"images", !user.images.empty()}};
  for (const auto& flat : flat_fields) {
    if (!flat.is_set) continue;
    field.Child(flat.name).Add(v1::CONFLICTING_FIELDS,
                               "must not be set with `content`; add it to `content`");
  }
}

void CheckSearch(const UserTurnView& user, const Field& field) {
  const Field search = field.Child("search");
  search.Child("delivery")
      .CheckEnum(user.search.delivery(), Search::Delivery_IsValid(user.search.delivery()));
  CheckOutcome(user, search);
  CheckMessage(user, search);
  CheckDelivery(user, search);
}

absl::string_view TextWithoutSearchResults(const UserTurnView& user, bool finds_otherwise) {
  if (!user.search_results.empty()) return "";
  if (!user.search.message().empty()) return user.search.message();
  switch (user.search.outcome()) {
    case Search::OUTCOME_FAILED:
      return kSearchFailed;
    case Search::OUTCOME_COMPLETED:
      return kNothingFound;
    case Search::OUTCOME_UNSPECIFIED:
      return finds_otherwise || user.IsOrdered() ? "" : kNothingFound;
    default:
      return "";
  }
}

}  // namespace footnote::answering::building
