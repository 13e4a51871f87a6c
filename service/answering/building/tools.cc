#include "service/answering/building/tools.h"

#include <optional>

#include "service/answering/building/web_search.h"

namespace footnote::answering::building {
namespace {

constexpr absl::string_view kSearchDescription = "Searches for text that answers the query.";
constexpr absl::string_view kSearchSchema =
    R"({"type":"object","properties":{"query":{"type":"string"}},"required":["query"]})";

}  // namespace

void Tools::AddOffered(const v1::AnswerRequest& request, const FieldPath& root) {
  offers_any_ = request.tools_size() > 0 || request.has_web_search();
  for (int i = 0; i < request.tools_size(); ++i) {
    const v1::Tool& tool = request.tools(i);
    const FieldPath path = root.Element("tools", i);
    violations_->CheckIdentifier(path.Field("name"), tool.name(), Violations::kMaxToolNameLength);
    violations_->CheckWellFormed(path.Field("description"), tool.description());
    violations_->CheckJsonObjectOfType(path.Field("input_schema_json"), tool.input_schema_json(),
                                       "object");
    if (!names_.insert(tool.name()).second) {
      violations_->Add(path.Field("name"), "duplicate: another tool has the same name");
    }
    if (request.has_web_search() && tool.name() == kWebSearchName) {
      violations_->Add(path.Field("name"), "duplicate: the API's `web_search` has this name");
    }
    out_->tools.push_back({tool.name(), tool.description(), tool.input_schema_json(),
                           breakpoints_->Take(tool, path, violations_)});
  }
  if (request.has_web_search()) {
    const FieldPath path = root.Field("web_search");
    out_->web_search = BuildWebSearch(request.web_search(), path, violations_);
    out_->web_search->cache = breakpoints_->Take(request.web_search(), path, violations_);
  }
}

void Tools::DeclareSearch(absl::string_view name, const FieldPath& path) {
  if (!names_.insert(name).second) return;
  if (out_->web_search.has_value() && name == kWebSearchName) {
    violations_->Add(path.Field("tool_name"), "is the name of the API's `web_search`");
  }
  out_->tools.push_back({name, kSearchDescription, kSearchSchema, std::nullopt});
  out_->tool_choice_none = !offers_any_;
}

}  // namespace footnote::answering::building
