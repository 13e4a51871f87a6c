// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/citation_rules.h"

#include "absl/strings/str_cat.h"
#include "service/answering/building/validation/model_traits.h"

namespace footnote::answering::building {
namespace {

void CheckModels(const v1::AnswerRequest& request, absl::string_view model, const Field& root) {
  constexpr char kCannotCite[] =
      "does not support citations of documents, and accepts no search results; use another model";
  if (!SupportsCitations(model)) {
    const Field options = root.Child("model_options");
    options.Child("model").Add(v1::NOT_SUPPORTED_BY_MODEL, kCannotCite);
  }
  const Field options = root.Child("failure_options");
  const auto& fallbacks = request.failure_options().fallback_models();
  for (int i = 0; i < fallbacks.size(); ++i) {
    if (SupportsCitations(fallbacks[i].model())) continue;
    const Field element = options.Element("fallback_models", i);
    element.Child("model").Add(v1::NOT_SUPPORTED_BY_MODEL, kCannotCite);
  }
}

// Reports a violation to each web search of `request`.
void AddToWebSearch(const v1::AnswerRequest& request, const Field& root, absl::string_view text) {
  for (int i = 0; i < request.tools_size(); ++i) {
    if (!request.tools(i).has_web_search()) continue;
    const Field tool = root.Element("tools", i);
    tool.Child("web_search").Add(v1::MIXED_CITATION_SETTINGS, std::string(text));
  }
}

bool HasWebSearch(const v1::AnswerRequest& request) {
  for (const v1::Tool& tool : request.tools()) {
    if (tool.has_web_search()) return true;
  }
  return false;
}

}  // namespace

bool ReadCitationOptions(const v1::CitationOptions& options, const Field& field) {
  field.Child("mode").CheckEnum(options.mode(), v1::CitationOptions::Mode_IsValid(options.mode()));
  // The comparison is false for NaN.
  if (options.has_min_coverage() && !(options.min_coverage() >= 0 && options.min_coverage() <= 1)) {
    field.Child("min_coverage")
        .Add(v1::OUT_OF_RANGE,
             absl::StrCat("is ", options.min_coverage(), "; must be from 0 to 1"));
  }
  return options.mode() != v1::CitationOptions::MODE_OFF;
}

void CheckCitationRules(const v1::AnswerRequest& request, absl::string_view model,
                        const SourceIndex& sources, const Field& root) {
  if (sources.empty()) return;
  const Field options = root.Child("citation_options");
  const Field mode = options.Child("mode");
  if (sources.citable() || !sources.search_results().empty()) CheckModels(request, model, root);
  if (!sources.citable()) {
    if (HasWebSearch(request) && !sources.search_results().empty()) {
      constexpr char kRule[] = "the API requires search results to be citable with its web search";
      mode.Add(v1::MIXED_CITATION_SETTINGS, absl::StrCat("must not be MODE_OFF: ", kRule));
      AddToWebSearch(request, root, absl::StrCat("requires citations: ", kRule));
    }
    return;
  }
  if (request.model_options().output_schema_json().empty()) return;
  constexpr char kRule[] = "the API does not cite in an answer that follows a schema";
  const Field model_options = root.Child("model_options");
  model_options.Child("output_schema_json")
      .Add(v1::CITATIONS_WITH_OUTPUT_SCHEMA,
           absl::StrCat("must not be set with citable search results or documents: ", kRule));
  mode.Add(v1::CITATIONS_WITH_OUTPUT_SCHEMA,
           absl::StrCat("must be MODE_OFF with `output_schema_json`: ", kRule));
}

}  // namespace footnote::answering::building
