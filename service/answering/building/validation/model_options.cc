#include "service/answering/building/validation/model_options.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

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

void ApplyThinking(const v1::Thinking& thinking, const FieldPath& path, Violations* violations,
                   messages::MessagesRequest* out) {
  using Mode = messages::ThinkingParam::Mode;
  if (thinking.has_budget_tokens() && thinking.mode() != v1::Thinking::MODE_ENABLED) {
    violations->Add(path.Field("budget_tokens"), "is only for MODE_ENABLED");
  }
  switch (thinking.mode()) {
    case v1::Thinking::MODE_UNSPECIFIED:
      return;
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
        violations->Add(path.Field("budget_tokens"),
                        absl::StrCat("must be at least ", kMinThinkingBudget,
                                     " and less than max_tokens, which is ", out->max_tokens));
      }
      return;
    default:
      violations->Add(path.Field("mode"), absl::StrCat("has no value ", thinking.mode()));
  }
}

}  // namespace

void ApplyModelOptions(const v1::ModelOptions& options, const RequestDefaults& defaults,
                       RequestPurpose purpose, const FieldPath& path, CacheBreakpoints* breakpoints,
                       Violations* violations, messages::MessagesRequest* out) {
  out->stream = purpose == RequestPurpose::kStream;
  out->model = options.model().empty() ? defaults.model : options.model();
  if (out->model.empty()) {
    if (purpose != RequestPurpose::kResolve) {
      violations->Add(path.Field("model"), "is empty, and the server has no default");
    }
  } else {
    violations->CheckText(path.Field("model"), out->model);
  }

  out->max_tokens = options.has_max_tokens() ? options.max_tokens() : defaults.max_tokens;
  if (out->max_tokens < 1) {
    violations->Add(path.Field("max_tokens"),
                    absl::StrCat("is ", out->max_tokens, "; must be at least 1"));
  } else if (purpose == RequestPurpose::kAnswer && out->max_tokens > kMaxTokensUnstreamed) {
    violations->Add(path.Field("max_tokens"),
                    absl::StrCat("is ", out->max_tokens, "; must be at most ", kMaxTokensUnstreamed,
                                 " unless the answer is streamed"));
  }

  if (!options.system().empty()) {
    violations->CheckText(path.Field("system"), options.system());
    out->system = options.system();
  }
  if (options.has_system_cache_control()) {
    if (options.system().empty()) {
      violations->Add(path.Field("system_cache_control"), "needs `system`");
    } else {
      out->system_cache = breakpoints->Take(options.system_cache_control(),
                                            path.Field("system_cache_control"), violations);
    }
  }

  out->stop_sequences.reserve(options.stop_sequences_size());
  for (int i = 0; i < options.stop_sequences_size(); ++i) {
    violations->CheckText(path.Element("stop_sequences", i), options.stop_sequences(i));
    out->stop_sequences.emplace_back(options.stop_sequences(i));
  }

  ApplyThinking(options.thinking(), path.Field("thinking"), violations, out);

  out->effort = EffortName(options.effort());
  if (out->effort.empty() && options.effort() != v1::EFFORT_UNSPECIFIED) {
    violations->Add(path.Field("effort"), absl::StrCat("has no value ", options.effort()));
  }

  if (!options.output_schema_json().empty()) {
    violations->CheckJsonObject(path.Field("output_schema_json"), options.output_schema_json());
    out->output_schema_json = options.output_schema_json();
  }

  out->user_id = options.user_id();
  violations->CheckWellFormed(path.Field("user_id"), options.user_id());
  if (options.user_id().size() > kMaxUserIdBytes) {
    violations->Add(path.Field("user_id"), absl::StrCat("is ", options.user_id().size(),
                                                        " bytes long; at most ", kMaxUserIdBytes));
  }

  switch (options.service_tier()) {
    case v1::SERVICE_TIER_UNSPECIFIED:
      break;
    case v1::SERVICE_TIER_AUTO:
      out->service_tier = "auto";
      break;
    case v1::SERVICE_TIER_STANDARD_ONLY:
      out->service_tier = "standard_only";
      break;
    default:
      violations->Add(path.Field("service_tier"),
                      absl::StrCat("has no value ", options.service_tier()));
  }
}

}  // namespace footnote::answering::building
