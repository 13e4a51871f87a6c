// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/tools.h"

#include <optional>
#include <utility>

#include "service/answering/building/web_search.h"

namespace footnote::answering::building {
namespace {

constexpr absl::string_view kSearchDescription = "Searches for text that answers the query.";
constexpr absl::string_view kSearchSchema =
    R"({"type":"object","properties":{"query":{"type":"string"}},"required":["query"]})";

}  // namespace

void Tools::AddOffered(const v1::AnswerRequest& request, const Field& root) {
  offers_any_ = request.tools_size() > 0;
  for (int i = 0; i < request.tools_size(); ++i) {
    const v1::Tool& tool = request.tools(i);
    const Field field = root.Element("tools", i);
    switch (tool.kind_case()) {
      case v1::Tool::kCustom:
        AddCustom(tool.custom(), tool, field);
        break;
      case v1::Tool::kWebSearch:
        AddWebSearch(tool.web_search(), tool, field);
        break;
      case v1::Tool::KIND_NOT_SET:
        field.Add(v1::REQUIRED, "must have `custom` or `web_search`");
        break;
    }
  }
}

void Tools::AddCustom(const v1::CustomTool& tool, const v1::Tool& parent, const Field& field) {
  const Field custom = field.Child("custom");
  custom.Child("name").CheckIdentifier(tool.name(), kMaxToolNameLength);
  custom.Child("description").CheckWellFormed(tool.description());
  custom.Child("input_schema_json").CheckJsonObjectOfType(tool.input_schema_json(), "object");
  if (!names_.insert(tool.name()).second) {
    custom.Child("name").Add(v1::DUPLICATE, "is also the name of an earlier tool");
  }
  messages::ToolParam param;
  param.name = tool.name();
  param.description = tool.description();
  param.input_schema_json = tool.input_schema_json();
  if (tool.has_strict()) param.strict = tool.strict();
  param.cache = breakpoints_->Take(parent, field);
  out_->tools.emplace_back(param);
}

void Tools::AddWebSearch(const v1::WebSearch& search, const v1::Tool& parent, const Field& field) {
  const Field web_search = field.Child("web_search");
  messages::WebSearchParam param = BuildWebSearch(search, web_search);
  if (web_search_ != nullptr) {
    web_search.Add(v1::TOO_MANY, "is a second web search; a request must have at most one");
  } else if (!names_.insert(kWebSearchName).second) {
    web_search.Add(v1::DUPLICATE, "has the name of an earlier tool, `web_search`");
  }
  web_search_ = &search;
  param.cache = breakpoints_->Take(parent, field);
  out_->tools.emplace_back(std::move(param));
}

void Tools::DeclareSearch(absl::string_view name, const Field& search) {
  if (web_search_ != nullptr && name == kWebSearchName) {
    search.Child("tool_name").Add(v1::DUPLICATE, "is the name of the API's web search");
  }
  if (!names_.insert(name).second) return;
  messages::ToolParam param;
  param.name = name;
  param.description = kSearchDescription;
  param.input_schema_json = kSearchSchema;
  out_->tools.emplace_back(param);
  if (!offers_any_) {
    out_->tool_choice =
        messages::ToolChoiceParam{messages::ToolChoiceParam::Mode::kNone, "", std::nullopt};
  }
}

}  // namespace footnote::answering::building
