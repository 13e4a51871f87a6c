#include "service/answering/request_builder.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "service/answering/conversation_builder.h"
#include "service/answering/hit_builder.h"
#include "service/answering/violations.h"
#include "service/messages/request.h"
#include "service/rich_status.h"

namespace footnote::answering {
namespace {

// https://platform.claude.com/docs/en/api/errors, request size limits.
constexpr size_t kMaxBodyBytes = 32 << 20;

bool ReadCitable(const v1::CitationOptions& options, const FieldPath& path,
                 Violations* violations) {
  if (!v1::CitationOptions::Mode_IsValid(options.mode())) {
    violations->Add(path.Field("mode"), absl::StrCat("has no value ", options.mode()));
  }
  return options.mode() != v1::CitationOptions::MODE_OFF;
}

}  // namespace

absl::StatusOr<BuiltRequest> BuildRequest(const v1::AnswerRequest& request,
                                          const RequestDefaults& defaults) {
  const FieldPath root;
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
  conversation.AddTools(request);
  const FieldPath model_options = root.Field("model_options");
  ApplyModelOptions(request.model_options(), defaults, model_options, &marks, &violations, &out);
  conversation.AddTurns(request);
  marks.Check(&violations);
  if (citable && !built.sources.hits().empty() && LacksCitations(out.model)) {
    violations.Add(model_options.Field("model"),
                   "is known not to cite; choose another or turn citations off");
  }
  if (violations.count() > 0) return InvalidRequest(violations.kept(), violations.count());

  messages::AppendJson(out, &built.json);
  if (built.json.size() > kMaxBodyBytes) {
    return ErrorWithInfo(
        absl::StatusCode::kInvalidArgument, "REQUEST_TOO_LARGE",
        absl::StrCat("the request to the API would have ", built.json.size(),
                     " bytes, more than its limit of ", kMaxBodyBytes),
        {{"bytes", absl::StrCat(built.json.size())}, {"limit", absl::StrCat(kMaxBodyBytes)}});
  }
  built.cache_marks = marks.marks();
  return built;
}

}  // namespace footnote::answering
