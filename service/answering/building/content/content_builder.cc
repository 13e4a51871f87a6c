// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/content_builder.h"

namespace footnote::answering::building {
namespace {

constexpr absl::string_view kToolFailed = "The tool failed.";

// Checks a tool result that has search results: it must not have other content.
void CheckOnlySearchResults(const v1::ToolResult& result, const Field& field) {
  if (!result.text().empty()) {
    field.Child("text").Add(v1::CONFLICTING_FIELDS,
                            "must be empty if there are `search_results`; move the text to a block "
                            "of a search result");
  }
  if (!result.documents().empty()) {
    field.Child("documents")
        .Add(v1::CONFLICTING_FIELDS,
             "must be empty if there are `search_results`; move the documents to the user turn, or "
             "send them as search results");
  }
  if (!result.images().empty()) {
    field.Child("images").Add(v1::CONFLICTING_FIELDS,
                              "must be empty if there are `search_results`; move the images to the "
                              "user turn");
  }
  if (result.is_error()) {
    field.Child("is_error")
        .Add(v1::CONFLICTING_FIELDS, "must be false if there are `search_results`");
  }
}

// Checks a tool result without search results: an error must have only text.
void CheckErrorHasOnlyText(const v1::ToolResult& result, const Field& field) {
  if (!result.is_error()) return;
  constexpr char kAdvice[] =
      "must be empty if `is_error` is true, since the API accepts only text in an error; move them "
      "to the user turn";
  if (!result.documents().empty()) field.Child("documents").Add(v1::CONFLICTING_FIELDS, kAdvice);
  if (!result.images().empty()) field.Child("images").Add(v1::CONFLICTING_FIELDS, kAdvice);
}

}  // namespace

messages::TextParam ContentBuilder::Build(const v1::UserText& text, const Field& field) {
  field.Child("text").CheckText(text.text());
  messages::TextParam out;
  out.text = text.text();
  out.cache = breakpoints_->Take(text, field);
  return out;
}

messages::ImageParam ContentBuilder::Build(const v1::Image& image, const Field& field) {
  messages::ImageParam out = BuildImage(image, field);
  out.cache = breakpoints_->Take(image, field);
  return out;
}

void ContentBuilder::AddContent(const google::protobuf::RepeatedPtrField<v1::UserContent>& content,
                                SourcePosition position, const Field& parent,
                                std::vector<messages::ContentBlockParam>* blocks) {
  for (int i = 0; i < content.size(); ++i) {
    const v1::UserContent& item = content[i];
    const Field field = parent.Element("content", i);
    position.position = i;
    switch (item.kind_case()) {
      case v1::UserContent::kText:
        blocks->emplace_back(Build(item.text(), field.Child("text")));
        break;
      case v1::UserContent::kSearchResult:
        blocks->emplace_back(Build(item.search_result(), position, field.Child("search_result")));
        break;
      case v1::UserContent::kDocument:
        blocks->emplace_back(Build(item.document(), position, field.Child("document")));
        break;
      case v1::UserContent::kImage:
        blocks->emplace_back(Build(item.image(), field.Child("image")));
        break;
      case v1::UserContent::KIND_NOT_SET:
        field.Add(v1::REQUIRED, "must have one of `text`, `search_result`, `document` and `image`");
        break;
    }
  }
}

messages::ToolResultParam ContentBuilder::BuildToolResult(const v1::ToolResult& result, int turn,
                                                          int index, const Field& field) {
  if (result.search_results().empty()) {
    CheckErrorHasOnlyText(result, field);
  } else {
    CheckOnlySearchResults(result, field);
  }
  messages::ToolResultParam out;
  out.tool_use_id = result.tool_use_id();
  out.is_error = result.is_error();
  const SourcePosition position = {turn, index, 0};
  AddDocuments(result.documents(), position, field, &out.content);
  AddImages(result.images(), field, &out.content);
  AddSearchResults(result.search_results(), position, field, &out.content);
  if (!result.text().empty()) {
    field.Child("text").CheckText(result.text());
    AddText(result.text(), &out.content);
  }
  if (out.content.empty()) AddText(result.is_error() ? kToolFailed : kNothingFound, &out.content);
  // After the breakpoints of the content, since this one is at the end of the tool result.
  out.cache = breakpoints_->Take(result, field);
  return out;
}

}  // namespace footnote::answering::building
