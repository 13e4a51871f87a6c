// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/failure_options.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace footnote::answering::building {
namespace {

std::vector<upstream::ModelChoice> ReadFallbackModels(const v1::AnswerRequest& request,
                                                      const RequestDefaults& defaults,
                                                      const Field& field) {
  const auto& choices = request.failure_options().fallback_models();
  const std::string& model = request.model_options().model();
  if (choices.empty()) {
    return model.empty() ? defaults.fallback_models : std::vector<upstream::ModelChoice>();
  }
  if (choices.size() > kMaxFallbackModels) {
    field.Child("fallback_models")
        .Add(v1::TOO_MANY, absl::StrCat("has ", choices.size(), " models; must have at most ",
                                        kMaxFallbackModels));
  }
  absl::string_view first_route = request.model_options().route();
  if (first_route.empty() && !defaults.routes.empty()) first_route = defaults.routes.front();
  // The same model may be requested again on another route.
  absl::flat_hash_set<std::pair<absl::string_view, absl::string_view>> requested;
  requested.emplace(model.empty() ? defaults.model : model, first_route);
  std::vector<upstream::ModelChoice> fallbacks;
  fallbacks.reserve(choices.size());
  for (int i = 0; i < choices.size(); ++i) {
    const v1::ModelChoice& choice = choices[i];
    const Field element = field.Element("fallback_models", i);
    element.Child("model").CheckText(choice.model());
    CheckRoute(choice.route(), defaults, element.Child("route"));
    const absl::string_view route = choice.route().empty() ? first_route : choice.route();
    if (!requested.emplace(choice.model(), route).second) {
      element.Child("model").Add(v1::DUPLICATE, "is already requested before, on the same route");
    }
    fallbacks.push_back({choice.model(), choice.route()});
  }
  return fallbacks;
}

}  // namespace

upstream::RetryLimits ReadFailureOptions(const v1::AnswerRequest& request,
                                         const RequestDefaults& defaults, const Field& field) {
  const v1::FailureOptions& options = request.failure_options();
  upstream::RetryLimits limits;
  if (options.has_max_attempts()) {
    limits.max_attempts = options.max_attempts();
    field.Child("max_attempts").CheckRange(options.max_attempts(), 1, upstream::kMaxAttempts);
  }
  limits.retry_possibly_billed = options.retry_possibly_billed();
  limits.fallback_models = ReadFallbackModels(request, defaults, field);
  return limits;
}

}  // namespace footnote::answering::building
