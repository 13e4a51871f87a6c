#include "service/answering/building/validation/citation_rules.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace footnote::answering::building {
namespace {

// Whether the model is known not to cite. It takes no hits at all.
bool LacksCitations(absl::string_view model) { return absl::StrContains(model, "claude-3-haiku"); }

void CheckModels(const v1::AnswerRequest& request, absl::string_view model, const FieldPath& root,
                 Violations* violations) {
  constexpr char kCannotCite[] =
      "is known not to cite documents, nor to take hits at all; choose another";
  if (LacksCitations(model)) {
    const FieldPath options = root.Field("model_options");
    violations->Add(options.Field("model"), kCannotCite);
  }
  const FieldPath options = root.Field("failure_options");
  for (int i = 0; i < request.failure_options().fallback_models_size(); ++i) {
    if (!LacksCitations(request.failure_options().fallback_models(i))) continue;
    violations->Add(options.Element("fallback_models", i), kCannotCite);
  }
}

}  // namespace

bool ReadCitationOptions(const v1::CitationOptions& options, const FieldPath& path,
                         Violations* violations) {
  if (!v1::CitationOptions::Mode_IsValid(options.mode())) {
    violations->Add(path.Field("mode"), absl::StrCat("has no value ", options.mode()));
  }
  // Not a number is neither.
  if (options.has_min_coverage() && !(options.min_coverage() >= 0 && options.min_coverage() <= 1)) {
    violations->Add(path.Field("min_coverage"),
                    absl::StrCat("is ", options.min_coverage(), "; must be from 0 to 1"));
  }
  return options.mode() != v1::CitationOptions::MODE_OFF;
}

void CheckCitationRules(const v1::AnswerRequest& request, absl::string_view model,
                        const SourceIndex& sources, const FieldPath& root, Violations* violations) {
  if (sources.empty()) return;
  const FieldPath citations = root.Field("citations");
  const FieldPath mode = citations.Field("mode");
  if (sources.citable() || !sources.hits().empty()) CheckModels(request, model, root, violations);
  if (!sources.citable()) {
    if (request.has_web_search() && !sources.hits().empty()) {
      constexpr char kProblem[] = "the API wants hits to be citable beside its web search";
      violations->Add(mode, absl::StrCat("is MODE_OFF, and ", kProblem, "; turn citations on"));
      violations->Add(root.Field("web_search"),
                      absl::StrCat("is set while citations are off, and ", kProblem));
    }
    return;
  }
  if (!request.model_options().output_schema_json().empty()) {
    const FieldPath options = root.Field("model_options");
    constexpr char kProblem[] = "the API does not cite in an answer that follows a schema";
    violations->Add(options.Field("output_schema_json"),
                    absl::StrCat("is set beside hits or documents that are citable, and ", kProblem,
                                 "; leave it out, or turn citations off"));
    violations->Add(mode, absl::StrCat("is not MODE_OFF beside `output_schema_json`, and ",
                                       kProblem, "; turn citations off, or leave the schema out"));
  }
}

}  // namespace footnote::answering::building
