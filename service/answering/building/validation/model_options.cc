// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/model_options.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace footnote::answering::building {
namespace {

// https://platform.claude.com/docs/en/build-with-claude/extended-thinking
constexpr int64_t kMinThinkingBudget = 1024;
constexpr size_t kMaxUserIdBytes = 512;

absl::string_view EffortName(v1::Effort effort) {
  switch (effort) {
    case v1::EFFORT_LOW:
      return "low";
    case v1::EFFORT_MEDIUM:
      return "medium";
    case v1::EFFORT_HIGH:
      return "high";
    case v1::EFFORT_XHIGH:
      return "xhigh";
    case v1::EFFORT_MAX:
      return "max";
    default:
      return "";
  }
}

absl::string_view ServiceTierName(v1::ServiceTier tier) {
  switch (tier) {
    case v1::SERVICE_TIER_AUTO:
      return "auto";
    case v1::SERVICE_TIER_STANDARD_ONLY:
      return "standard_only";
    default:
      return "";
  }
}

void ApplyModel(const v1::ModelOptions& options, const RequestDefaults& defaults,
                RequestPurpose purpose, const Field& field, messages::MessagesRequest* out) {
  const Field model = field.Child("model");
  out->model = options.model().empty() ? defaults.model : options.model();
  if (!out->model.empty()) {
    model.CheckText(out->model);
  } else if (purpose != RequestPurpose::kResolve) {
    model.Add(v1::REQUIRED, "must be set, since the server has no default");
  }
  CheckRoute(options.route(), defaults, field.Child("route"));
}

void ApplyMaxTokens(const v1::ModelOptions& options, const RequestDefaults& defaults,
                    RequestPurpose purpose, const Field& field, messages::MessagesRequest* out) {
  out->max_tokens = options.has_max_tokens() ? options.max_tokens() : defaults.max_tokens;
  const Field max_tokens = field.Child("max_tokens");
  if (purpose == RequestPurpose::kAnswer && out->max_tokens > kMaxTokensUnstreamed) {
    max_tokens.Add(v1::OUT_OF_RANGE,
                   absl::StrCat("is ", out->max_tokens, "; must be at most ", kMaxTokensUnstreamed,
                                " unless the answer is streamed"));
  } else {
    max_tokens.CheckRange(out->max_tokens, 1, std::numeric_limits<int32_t>::max());
  }
}

void ApplySystem(const v1::ModelOptions& options, const Field& field, CacheBreakpoints* breakpoints,
                 messages::MessagesRequest* out) {
  if (!options.system().empty()) {
    field.Child("system").CheckText(options.system());
    out->system = options.system();
  }
  if (!options.has_system_cache_control()) return;
  const Field control = field.Child("system_cache_control");
  if (options.system().empty()) {
    control.Add(v1::NOT_APPLICABLE, "is only valid with `system`");
  } else {
    out->system_cache = breakpoints->Take(options.system_cache_control(), control);
  }
}

void ApplyStopSequences(const v1::ModelOptions& options, const Field& field,
                        messages::MessagesRequest* out) {
  out->stop_sequences.reserve(options.stop_sequences_size());
  for (int i = 0; i < options.stop_sequences_size(); ++i) {
    field.Element("stop_sequences", i).CheckText(options.stop_sequences(i));
    out->stop_sequences.emplace_back(options.stop_sequences(i));
  }
}

void ApplyThinking(const v1::Thinking& thinking, const Field& field,
                   messages::MessagesRequest* out) {
  using Mode = messages::ThinkingParam::Mode;
  const Field budget = field.Child("budget_tokens");
  if (thinking.has_budget_tokens() && thinking.mode() != v1::Thinking::MODE_ENABLED) {
    budget.Add(v1::NOT_APPLICABLE, "is only valid with MODE_ENABLED");
  }
  field.Child("mode").CheckEnum(thinking.mode(), v1::Thinking::Mode_IsValid(thinking.mode()));
  switch (thinking.mode()) {
    case v1::Thinking::MODE_DISABLED:
      out->thinking = messages::ThinkingParam{Mode::kDisabled, 0};
      return;
    case v1::Thinking::MODE_ADAPTIVE:
      out->thinking = messages::ThinkingParam{Mode::kAdaptive, 0};
      return;
    case v1::Thinking::MODE_ENABLED:
      out->thinking = messages::ThinkingParam{Mode::kEnabled, thinking.budget_tokens()};
      if (thinking.budget_tokens() < kMinThinkingBudget ||
          thinking.budget_tokens() >= out->max_tokens) {
        budget.Add(v1::OUT_OF_RANGE,
                   absl::StrCat("must be at least ", kMinThinkingBudget,
                                " and less than max_tokens, which is ", out->max_tokens));
      }
      return;
    default:
      return;
  }
}

}  // namespace

void ApplyModelOptions(const v1::ModelOptions& options, const RequestDefaults& defaults,
                       RequestPurpose purpose, const Field& field, CacheBreakpoints* breakpoints,
                       messages::MessagesRequest* out) {
  out->stream = purpose == RequestPurpose::kStream;
  ApplyModel(options, defaults, purpose, field, out);
  ApplyMaxTokens(options, defaults, purpose, field, out);
  ApplySystem(options, field, breakpoints, out);
  ApplyStopSequences(options, field, out);
  ApplyThinking(options.thinking(), field.Child("thinking"), out);

  out->effort = EffortName(options.effort());
  field.Child("effort").CheckEnum(options.effort(), v1::Effort_IsValid(options.effort()));
  if (!options.output_schema_json().empty()) {
    field.Child("output_schema_json").CheckJsonObject(options.output_schema_json());
    out->output_schema_json = options.output_schema_json();
  }
  out->user_id = options.user_id();
  field.Child("user_id").CheckLength(options.user_id(), kMaxUserIdBytes);
  out->service_tier = ServiceTierName(options.service_tier());
  field.Child("service_tier")
      .CheckEnum(options.service_tier(), v1::ServiceTier_IsValid(options.service_tier()));
}

void CheckRoute(const std::string& route, const RequestDefaults& defaults, const Field& field) {
  if (route.empty()) return;
  const auto& routes = defaults.routes;
  if (std::find(routes.begin(), routes.end(), route) != routes.end()) return;
  field.Add(v1::UNKNOWN_ROUTE,
            absl::StrCat("must be the name of a configured route: ", absl::StrJoin(routes, ", ")));
}

}  // namespace footnote::answering::building
