// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/request_builder.h"

#include <cstddef>
#include <utility>

#include "absl/strings/string_view.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/content/chunking_options.h"
#include "service/answering/building/content/content_builder.h"
#include "service/answering/building/content/sources_size.h"
#include "service/answering/building/conversation_builder.h"
#include "service/answering/building/tool_choice.h"
#include "service/answering/building/tools.h"
#include "service/answering/building/validation/citation_rules.h"
#include "service/answering/building/validation/failure_options.h"
#include "service/answering/building/validation/field.h"
#include "service/answering/building/validation/request_id.h"
#include "service/answering/building/validation/request_policy.h"
#include "service/messages/request.h"
#include "service/messages/request_size.h"
#include "service/status/errors.h"
#include "service/status/rich_status.h"

namespace footnote::answering::building {
namespace {

// Removes the name of the root from paths, since an answer names fields relative to the
// AnswerRequest.
std::vector<std::string> RelativeTo(absl::string_view root_name, std::vector<std::string> paths) {
  if (root_name.empty()) return paths;
  for (std::string& path : paths) path.erase(0, root_name.size() + 1);
  return paths;
}

absl::StatusOr<IndexedRequest> Index(const v1::AnswerRequest& request,
                                     const RequestDefaults& defaults, RequestPurpose purpose,
                                     const char* root_name, TokenCounting counting,
                                     const Field& root) {
  CacheBreakpoints breakpoints;
  IndexedRequest indexed;
  messages::MessagesRequest& out = indexed.request;
  const CacheRules cache_rules =
      ReadCacheRules(request.cache_options(), root.Child("cache_options"));
  indexed.sources.set_citable(
      ReadCitationOptions(request.citation_options(), root.Child("citation_options")));
  if (purpose != RequestPurpose::kResolve) CheckPolicy(defaults.policy, request, root);
  CheckRequestId(request.request_id(), root.Child("request_id"));

  // In the API's order (tools, system, messages), which the cache breakpoints follow.
  ContentBuilder content(ReadChunking(request.chunking(), root.Child("chunking")), &indexed.sources,
                         &breakpoints);
  Tools tools(&breakpoints, &out);
  tools.AddOffered(request, root);
  ApplyModelOptions(request.model_options(), defaults, purpose, root.Child("model_options"),
                    &breakpoints, &out);
  ApplyToolChoice(request, tools, root, &out);
  indexed.model = std::string(out.model);
  indexed.retry = ReadFailureOptions(request, defaults, root.Child("failure_options"));
  ConversationBuilder conversation(&content, &tools, &indexed.kept, &out);
  conversation.AddTurns(request, root);
  CheckCacheBreakpoints(cache_rules, breakpoints, root.violations());
  CheckCitationRules(request, out.model, indexed.sources, root);
  const Violations& violations = *root.violations();
  if (violations.count() > 0) return status::InvalidRequest(violations.kept(), violations.count());

  // Fallback models get the same breakpoints; a prefix may be too short for one of them.
  CachePlan plan = PlanCache(cache_rules, breakpoints, conversation.turn_starts(), counting, &out);
  indexed.cache_breakpoints = std::move(plan.breakpoints);
  indexed.sources.set_dropped_cache_breakpoints(RelativeTo(root_name, std::move(plan.dropped)));
  indexed.estimated_tokens = plan.request_tokens;
  return indexed;
}

absl::Status CheckSize(size_t bytes) {
  if (bytes <= messages::kMaxRequestBytes) return absl::OkStatus();
  return status::RequestTooLarge(bytes, messages::kMaxRequestBytes);
}

}  // namespace

absl::StatusOr<IndexedRequest> IndexRequest(const v1::AnswerRequest& request,
                                            const RequestDefaults& defaults, RequestPurpose purpose,
                                            const char* root_name, TokenCounting counting) {
  // Before a text is split into blocks, which takes more time and memory than reading it.
  const size_t size = MinimumSourcesSize(request, messages::kMaxRequestBytes);
  if (absl::Status status = CheckSize(size); !status.ok()) return status;
  Violations violations;
  const Field message(&violations);
  if (*root_name == '\0') return Index(request, defaults, purpose, root_name, counting, message);
  return Index(request, defaults, purpose, root_name, counting, message.Child(root_name));
}

absl::StatusOr<SerializedRequest> SerializeRequest(const IndexedRequest& indexed) {
  // A request that is too large in any case is not serialized.
  if (absl::Status status = CheckSize(messages::MinimumJsonSize(indexed.request)); !status.ok()) {
    return status;
  }
  SerializedRequest serialized;
  messages::AppendJson(indexed.request, &serialized.json);
  if (absl::Status status = CheckSize(serialized.json.size()); !status.ok()) return status;
  serialized.model = indexed.model;
  serialized.retry = indexed.retry;
  return serialized;
}

absl::StatusOr<SerializedRequest> SerializeRequest(IndexedRequest&& indexed) {
  absl::StatusOr<SerializedRequest> serialized = SerializeRequest(std::as_const(indexed));
  if (serialized.ok()) serialized->sources = std::move(indexed.sources);
  return serialized;
}

}  // namespace footnote::answering::building
