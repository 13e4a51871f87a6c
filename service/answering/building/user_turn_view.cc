#include "service/answering/building/user_turn_view.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "service/answering/building/content/content_builder.h"

namespace footnote::answering::building {
namespace {

using v1::Search;

constexpr absl::string_view kSearchFailed = "The search failed.";

void CheckOutcome(const UserTurnView& user, const FieldPath& path, Violations* violations) {
  const FieldPath outcome = path.Field("outcome");
  if (!Search::Outcome_IsValid(user.search.outcome())) {
    violations->Add(outcome, absl::StrCat("has no value ", user.search.outcome()));
  }
  if (user.hits.empty()) return;
  if (user.search.outcome() == Search::OUTCOME_FAILED) {
    violations->Add(outcome, "is OUTCOME_FAILED beside hits; drop one of them");
  }
  if (user.search.outcome() == Search::OUTCOME_SKIPPED) {
    violations->Add(outcome, "is OUTCOME_SKIPPED beside hits; drop one of them");
  }
}

void CheckMessage(const UserTurnView& user, const FieldPath& path, Violations* violations) {
  if (user.search.message().empty()) return;
  const FieldPath message = path.Field("message");
  violations->CheckText(message, user.search.message());
  if (!user.hits.empty()) {
    violations->Add(message,
                    "stands in place of hits, and there are some; put it into a block of a hit");
  } else if (user.search.outcome() == Search::OUTCOME_SKIPPED) {
    violations->Add(message, "is set, yet the search was skipped");
  }
}

void CheckDelivery(const UserTurnView& user, const FieldPath& path, Violations* violations) {
  const Search& search = user.search;
  if (user.IsByTool()) {
    violations->CheckWellFormed(path.Field("query"), search.query());
    if (!search.tool_name().empty()) {
      violations->CheckIdentifier(path.Field("tool_name"), search.tool_name(),
                                  Violations::kMaxToolNameLength);
    }
    return;
  }
  if (!search.query().empty()) {
    violations->Add(path.Field("query"), "is only for DELIVERY_TOOL_RESULT");
  }
  if (!search.tool_name().empty()) {
    violations->Add(path.Field("tool_name"), "is only for DELIVERY_TOOL_RESULT");
  }
}

}  // namespace

bool UserTurnView::IsEmpty() const {
  return question.empty() && documents.empty() && hits.empty() && images.empty() &&
         tool_results.empty() && !has_search;
}

bool UserTurnView::HasSources() const {
  return !documents.empty() || !hits.empty() || !images.empty() ||
         std::any_of(tool_results.begin(), tool_results.end(), [](const v1::ToolResult& result) {
           return result.documents_size() > 0 || result.hits_size() > 0 || result.images_size() > 0;
         });
}

void CheckSearch(const UserTurnView& user, const FieldPath& path, Violations* violations) {
  const FieldPath search = path.Field("search");
  if (!Search::Delivery_IsValid(user.search.delivery())) {
    violations->Add(search.Field("delivery"),
                    absl::StrCat("has no value ", user.search.delivery()));
  }
  CheckOutcome(user, search, violations);
  CheckMessage(user, search, violations);
  CheckDelivery(user, search, violations);
}

absl::string_view TextInPlaceOfHits(const UserTurnView& user, bool finds_otherwise) {
  if (!user.hits.empty()) return "";
  if (!user.search.message().empty()) return user.search.message();
  switch (user.search.outcome()) {
    case Search::OUTCOME_FAILED:
      return kSearchFailed;
    case Search::OUTCOME_COMPLETED:
      return kNothingFound;
    case Search::OUTCOME_UNSPECIFIED:
      return finds_otherwise ? "" : kNothingFound;
    default:
      return "";
  }
}

}  // namespace footnote::answering::building
