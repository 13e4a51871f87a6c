#include "service/answering/building/validation/failure_options.h"

#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace footnote::answering::building {

upstream::RetryLimits ReadFailureOptions(const v1::AnswerRequest& request,
                                         const RequestDefaults& defaults, const FieldPath& path,
                                         Violations* violations) {
  const v1::FailureOptions& options = request.failure_options();
  upstream::RetryLimits limits;
  if (options.has_max_attempts()) {
    limits.max_attempts = options.max_attempts();
    if (limits.max_attempts < 1 || limits.max_attempts > upstream::kMaxAttempts) {
      violations->Add(
          path.Field("max_attempts"),
          absl::StrCat("is ", limits.max_attempts, "; must be from 1 to ", upstream::kMaxAttempts));
    }
  }
  limits.retry_possibly_billed = options.retry_possibly_billed();
  if (options.fallback_models_size() > kMaxFallbackModels) {
    violations->Add(
        path.Field("fallback_models"),
        absl::StrCat("are ", options.fallback_models_size(), "; at most ", kMaxFallbackModels));
  }
  const std::string& model = request.model_options().model();
  absl::flat_hash_set<absl::string_view> asked;
  asked.insert(model.empty() ? defaults.model : model);
  for (int i = 0; i < options.fallback_models_size(); ++i) {
    violations->CheckText(path.Element("fallback_models", i), options.fallback_models(i));
    if (!asked.insert(options.fallback_models(i)).second) {
      violations->Add(path.Element("fallback_models", i), "is asked before already");
    }
  }
  limits.fallback_models.assign(options.fallback_models().begin(), options.fallback_models().end());
  if (limits.fallback_models.empty() && request.model_options().model().empty()) {
    limits.fallback_models = defaults.fallback_models;
  }
  return limits;
}

}  // namespace footnote::answering::building
