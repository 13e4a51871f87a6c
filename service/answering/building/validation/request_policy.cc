// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/request_policy.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace footnote::answering::building {
namespace {

void CheckModel(const RequestPolicy& policy, const std::string& model, const Field& field) {
  if (model.empty() || AllowsModel(policy, model)) return;
  field.Add(v1::NOT_ALLOWED, absl::StrCat("must be a model that this server allows: ",
                                          absl::StrJoin(policy.allowed_models, ", ")));
}

void CheckMaximum(const std::optional<int64_t>& maximum, int64_t value, const Field& field) {
  if (!maximum.has_value() || value <= *maximum) return;
  field.Add(v1::NOT_ALLOWED, absl::StrCat("is ", value, "; this server allows at most ", *maximum));
}

void CheckWebSearch(const RequestPolicy& policy, const v1::WebSearch& search, const Field& field) {
  if (!policy.allows_web_search) {
    field.Add(v1::NOT_ALLOWED, "must not be offered: this server does not allow web search");
    return;
  }
  if (!policy.max_web_searches.has_value()) return;
  const Field max_uses = field.Child("max_uses");
  if (search.has_max_uses()) {
    CheckMaximum(policy.max_web_searches, search.max_uses(), max_uses);
  } else {
    max_uses.Add(v1::NOT_ALLOWED,
                 absl::StrCat("must be set: this server allows at most ", *policy.max_web_searches,
                              " searches for a request"));
  }
}

void CheckFailureOptions(const RequestPolicy& policy, const v1::FailureOptions& options,
                         const Field& field) {
  if (options.has_max_attempts()) {
    CheckMaximum(policy.max_attempts, options.max_attempts(), field.Child("max_attempts"));
  }
  if (options.retry_possibly_billed() && !policy.allows_retry_possibly_billed) {
    field.Child("retry_possibly_billed")
        .Add(v1::NOT_ALLOWED,
             "must not be set: this server repeats no attempt that was possibly "
             "billed");
  }
  const int fallbacks = options.fallback_models_size();
  if (policy.max_fallback_models.has_value() && fallbacks > *policy.max_fallback_models) {
    field.Child("fallback_models")
        .Add(v1::NOT_ALLOWED,
             absl::StrCat("has ", fallbacks, " models; this server allows at most ",
                          *policy.max_fallback_models));
  }
  for (int i = 0; i < fallbacks; ++i) {
    const Field element = field.Element("fallback_models", i);
    CheckModel(policy, options.fallback_models(i).model(), element.Child("model"));
  }
}

}  // namespace

bool AllowsModel(const RequestPolicy& policy, absl::string_view model) {
  const auto allows = [model](absl::string_view allowed) {
    return absl::ConsumeSuffix(&allowed, "*") ? absl::StartsWith(model, allowed) : model == allowed;
  };
  return policy.allowed_models.empty() ||
         std::any_of(policy.allowed_models.begin(), policy.allowed_models.end(), allows);
}

void CheckPolicy(const RequestPolicy& policy, const v1::AnswerRequest& request, const Field& root) {
  const v1::ModelOptions& model_options = request.model_options();
  const Field options = root.Child("model_options");
  CheckModel(policy, model_options.model(), options.Child("model"));
  if (model_options.has_max_tokens()) {
    CheckMaximum(policy.max_tokens, model_options.max_tokens(), options.Child("max_tokens"));
  }
  for (int i = 0; i < request.tools_size(); ++i) {
    if (!request.tools(i).has_web_search()) continue;
    const Field tool = root.Element("tools", i);
    CheckWebSearch(policy, request.tools(i).web_search(), tool.Child("web_search"));
  }
  CheckFailureOptions(policy, request.failure_options(), root.Child("failure_options"));
}

}  // namespace footnote::answering::building
