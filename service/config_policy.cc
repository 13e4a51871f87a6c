// SPDX-License-Identifier: Apache-2.0
#include "service/config_policy.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/answering/building/validation/failure_options.h"
#include "service/text/utf8.h"
#include "service/upstream/transport.h"

namespace footnote {
namespace {

using answering::building::kMaxFallbackModels;
using answering::building::RequestPolicy;
using config::v1::PolicyConfig;
using config::v1::ServerConfig;

class Violations {
 public:
  void Require(bool valid, absl::string_view field, absl::string_view problem) {
    if (!valid) list_.push_back(absl::StrCat(field, ": ", problem));
  }
  void RequireRange(int64_t value, int64_t minimum, int64_t maximum, absl::string_view field) {
    Require(value >= minimum && value <= maximum, field,
            absl::StrCat("must be from ", minimum, " to ", maximum));
  }
  std::vector<std::string> Take() { return std::move(list_); }

 private:
  std::vector<std::string> list_;
};

// A name, perhaps with a `*` at its end and nowhere else.
bool IsModelPattern(const std::string& pattern) {
  const size_t star = pattern.find('*');
  return text::HasText(pattern) && (star == std::string::npos || star + 1 == pattern.size());
}

void CheckRules(const PolicyConfig& policy, Violations* violations) {
  for (int i = 0; i < policy.allowed_models_size(); ++i) {
    violations->Require(IsModelPattern(policy.allowed_models(i)),
                        absl::StrCat("policy.allowed_models[", i, "]"),
                        "must be the name of a model, or the beginning of one followed by *");
  }
  if (policy.has_max_tokens()) {
    violations->Require(policy.max_tokens() > 0, "policy.max_tokens", "must be positive");
  }
  violations->Require(PolicyConfig::WebSearch_IsValid(policy.web_search()), "policy.web_search",
                      "must be a value of WebSearch");
  if (policy.has_max_web_searches()) {
    violations->Require(policy.max_web_searches() > 0, "policy.max_web_searches",
                        "must be positive; WEB_SEARCH_REFUSED allows none");
  }
  if (policy.has_max_fallback_models()) {
    violations->RequireRange(policy.max_fallback_models(), 0, kMaxFallbackModels,
                             "policy.max_fallback_models");
  }
  if (policy.has_max_attempts()) {
    violations->RequireRange(policy.max_attempts(), 1, upstream::kMaxAttempts,
                             "policy.max_attempts");
  }
}

// The values that requests leave to the server must comply, because no request is examined for
// them.
void CheckDefaults(const ServerConfig& config, Violations* violations) {
  const RequestPolicy policy = PolicyOf(config.policy());
  const auto allows = [&policy](const std::string& model) {
    return model.empty() || AllowsModel(policy, model);
  };
  constexpr absl::string_view kNotAllowed = "must be one of policy.allowed_models";
  violations->Require(allows(config.defaults().model()), "defaults.model", kNotAllowed);
  const int fallbacks = config.defaults().fallback_models_size();
  for (int i = 0; i < fallbacks; ++i) {
    violations->Require(allows(config.defaults().fallback_models(i).model()),
                        absl::StrCat("defaults.fallback_models[", i, "].model"), kNotAllowed);
  }
  violations->Require(fallbacks <= policy.max_fallback_models.value_or(fallbacks),
                      "defaults.fallback_models", "must not exceed policy.max_fallback_models");
  const int64_t max_tokens = config.defaults().max_tokens();
  violations->Require(max_tokens <= policy.max_tokens.value_or(max_tokens), "defaults.max_tokens",
                      "must not exceed policy.max_tokens");
  const int attempts = config.retry().max_attempts();
  violations->Require(attempts <= policy.max_attempts.value_or(attempts), "retry.max_attempts",
                      "must not exceed policy.max_attempts");
}

}  // namespace

RequestPolicy PolicyOf(const PolicyConfig& config) {
  RequestPolicy policy;
  policy.allowed_models.assign(config.allowed_models().begin(), config.allowed_models().end());
  if (config.has_max_tokens()) policy.max_tokens = config.max_tokens();
  policy.allows_web_search = config.web_search() != PolicyConfig::WEB_SEARCH_REFUSED;
  if (config.has_max_web_searches()) policy.max_web_searches = config.max_web_searches();
  if (config.has_max_fallback_models()) policy.max_fallback_models = config.max_fallback_models();
  if (config.has_max_attempts()) policy.max_attempts = config.max_attempts();
  policy.allows_retry_possibly_billed = !config.refuse_retry_possibly_billed();
  return policy;
}

std::vector<std::string> PolicyViolations(const ServerConfig& config) {
  Violations violations;
  CheckRules(config.policy(), &violations);
  CheckDefaults(config, &violations);
  return violations.Take();
}

}  // namespace footnote
