#include "service/answering/building/request_builder.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "service/answering/building/conversation_builder.h"
#include "service/answering/building/failure_options.h"
#include "service/answering/building/hit_builder.h"
#include "service/answering/building/violations.h"
#include "service/messages/request.h"
#include "service/rich_status.h"

namespace footnote::answering {
namespace {

absl::Status TooLarge(size_t bytes) {
  return ErrorWithInfo(absl::StatusCode::kInvalidArgument, "REQUEST_TOO_LARGE",
                       absl::StrCat("the request to the API would have at least ", bytes,
                                    " bytes, more than its limit of ", messages::kMaxRequestBytes),
                       {{"request_bytes", absl::StrCat(bytes)},
                        {"max_request_bytes", absl::StrCat(messages::kMaxRequestBytes)}});
}

bool ReadCitable(const v1::CitationOptions& options, const FieldPath& path,
                 Violations* violations) {
  if (!v1::CitationOptions::Mode_IsValid(options.mode())) {
    violations->Add(path.Field("mode"), absl::StrCat("has no value ", options.mode()));
  }
  return options.mode() != v1::CitationOptions::MODE_OFF;
}

}  // namespace

absl::StatusOr<BuiltRequest> BuildRequest(const v1::AnswerRequest& request,
                                          const RequestDefaults& defaults, RequestPurpose purpose,
                                          const FieldPath& root) {
  Violations violations;
  CacheMarks marks;
  BuiltRequest built;
  const bool citable = ReadCitable(request.citations(), root.Field("citations"), &violations);
  built.sources.set_citable(citable);

  // In the API's order (tools, system, messages), which the cache marks follow.
  messages::MessagesRequest out;
  HitBuilder hits(ReadChunking(request.chunking(), root.Field("chunking"), &violations), citable,
                  &marks, &built.sources, &violations);
  ConversationBuilder conversation(&hits, &marks, &violations, &out);
  conversation.AddTools(request, root);
  const FieldPath model_options = root.Field("model_options");
  ApplyModelOptions(request.model_options(), defaults, purpose, model_options, &marks, &violations,
                    &out);
  built.model = std::string(out.model);
  const FieldPath failure_options = root.Field("failure_options");
  built.retry = ReadFailureOptions(request, defaults, failure_options, &violations);
  conversation.AddTurns(request, root);
  marks.Check(&violations);
  if (citable && !built.sources.hits().empty()) {
    constexpr char kCannotCite[] = "is known not to cite; choose another or turn citations off";
    if (LacksCitations(out.model)) violations.Add(model_options.Field("model"), kCannotCite);
    for (int i = 0; i < request.failure_options().fallback_models_size(); ++i) {
      if (!LacksCitations(request.failure_options().fallback_models(i))) continue;
      violations.Add(failure_options.Element("fallback_models", i), kCannotCite);
    }
  }
  if (violations.count() > 0) return InvalidRequest(violations.kept(), violations.count());

  // What is too large beyond doubt is not built first.
  const size_t at_least = messages::MinimumJsonSize(out);
  if (at_least > messages::kMaxRequestBytes) return TooLarge(at_least);
  messages::AppendJson(out, &built.json);
  if (built.json.size() > messages::kMaxRequestBytes) return TooLarge(built.json.size());
  built.cache_marks = marks.marks();
  return built;
}

}  // namespace footnote::answering
