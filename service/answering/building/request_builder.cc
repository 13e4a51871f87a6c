#include "service/answering/building/request_builder.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/content/chunking_options.h"
#include "service/answering/building/content/content_builder.h"
#include "service/answering/building/conversation_builder.h"
#include "service/answering/building/tools.h"
#include "service/answering/building/validation/citation_rules.h"
#include "service/answering/building/validation/failure_options.h"
#include "service/answering/building/validation/violations.h"
#include "service/messages/request.h"
#include "service/messages/request_size.h"
#include "service/status/rich_status.h"

namespace footnote::answering::building {
namespace {

absl::Status TooLarge(size_t bytes) {
  return status::ErrorWithInfo(
      absl::StatusCode::kInvalidArgument, "REQUEST_TOO_LARGE",
      absl::StrCat("the request to the API would have at least ", bytes,
                   " bytes, more than its limit of ", messages::kMaxRequestBytes),
      {{"request_bytes", absl::StrCat(bytes)},
       {"max_request_bytes", absl::StrCat(messages::kMaxRequestBytes)}});
}

// `fields` of what stands at `root` as fields of it: an answer names them so, by whatever call it
// came.
std::vector<std::string> WithoutRoot(std::vector<std::string> fields, const FieldPath& root) {
  if (fields.empty()) return fields;
  const std::string path = root.ToString();
  if (path.empty()) return fields;
  for (std::string& field : fields) field.erase(0, path.size() + 1);
  return fields;
}

}  // namespace

absl::StatusOr<BuiltRequest> BuildRequest(const v1::AnswerRequest& request,
                                          const RequestDefaults& defaults, RequestPurpose purpose,
                                          const FieldPath& root, TokenCounting counting) {
  Violations violations;
  CacheBreakpoints breakpoints;
  BuiltRequest built;
  const CacheRules cache_rules = ReadCacheRules(request.cache(), root.Field("cache"), &violations);
  const bool citable =
      ReadCitationOptions(request.citations(), root.Field("citations"), &violations);
  built.sources.set_citable(citable);

  // In the API's order (tools, system, messages), which the cache marks follow.
  messages::MessagesRequest out;
  ContentBuilder content(ReadChunking(request.chunking(), root.Field("chunking"), &violations),
                         citable, &built.sources, &breakpoints, &violations);
  Tools tools(&breakpoints, &violations, &out);
  tools.AddOffered(request, root);
  ApplyModelOptions(request.model_options(), defaults, purpose, root.Field("model_options"),
                    &breakpoints, &violations, &out);
  built.model = std::string(out.model);
  built.retry = ReadFailureOptions(request, defaults, root.Field("failure_options"), &violations);
  ConversationBuilder conversation(&content, &tools, &violations, &out);
  conversation.AddTurns(request, root);
  CheckCacheBreakpoints(cache_rules, breakpoints, &violations);
  CheckCitationRules(request, out.model, built.sources, root, &violations);
  if (violations.count() > 0) return status::InvalidRequest(violations.kept(), violations.count());

  // What is too large beyond doubt is not built first.
  const size_t at_least = messages::MinimumJsonSize(out);
  if (at_least > messages::kMaxRequestBytes) return TooLarge(at_least);

  // Fallback models get the same marks; one of them may not keep a prefix that is too short for it.
  CachePlan plan = PlanCache(cache_rules, breakpoints, conversation.turn_starts(), counting, &out);
  built.cache_breakpoints = std::move(plan.breakpoints);
  built.sources.set_dropped_cache_breakpoints(WithoutRoot(std::move(plan.dropped), root));
  built.estimated_tokens = plan.request_tokens;

  messages::AppendJson(out, &built.json);
  if (built.json.size() > messages::kMaxRequestBytes) return TooLarge(built.json.size());
  return built;
}

}  // namespace footnote::answering::building
