#include "service/answering/building/content/content_builder.h"

namespace footnote::answering::building {
namespace {

constexpr absl::string_view kToolFailed = "The tool failed.";

// Checks that a result that has hits has nothing else.
void CheckOnlyHits(const v1::ToolResult& result, const FieldPath& path, Violations* violations) {
  if (!result.text().empty()) {
    violations->Add(path.Field("text"),
                    "stands beside hits, which the API refuses; put it into a block of a hit");
  }
  if (result.documents_size() > 0) {
    violations->Add(path.Field("documents"),
                    "stand beside hits, which the API refuses; give them to the turn, or make "
                    "hits of them");
  }
  if (result.images_size() > 0) {
    violations->Add(path.Field("images"),
                    "stand beside hits, which the API refuses; give them to the turn");
  }
  if (result.is_error()) {
    violations->Add(path.Field("is_error"), "is true beside hits; drop the hits or the error");
  }
}

// Checks that a failure is told in words.
void CheckOnlyText(const v1::ToolResult& result, const FieldPath& path, Violations* violations) {
  if (!result.is_error()) return;
  constexpr char kAdvice[] =
      "stand in the result of a tool that failed, where the API takes only text; give them to the "
      "turn";
  if (result.documents_size() > 0) violations->Add(path.Field("documents"), kAdvice);
  if (result.images_size() > 0) violations->Add(path.Field("images"), kAdvice);
}

}  // namespace

messages::ToolResultParam ContentBuilder::BuildToolResult(const v1::ToolResult& result, int turn,
                                                          int index, const FieldPath& path) {
  messages::ToolResultParam out;
  out.tool_use_id = result.tool_use_id();
  out.is_error = result.is_error();
  if (result.hits_size() > 0) {
    CheckOnlyHits(result, path, violations_);
  } else {
    CheckOnlyText(result, path, violations_);
  }
  const SourcePosition place = {turn, index, 0};
  AddDocuments(result.documents(), place, path, &out.content);
  AddImages(result.images(), path, &out.content);
  AddHits(result.hits(), place, path, &out.content);
  if (!result.text().empty()) {
    violations_->CheckText(path.Field("text"), result.text());
    AddText(result.text(), &out.content);
  }
  if (out.content.empty()) AddText(result.is_error() ? kToolFailed : kNothingFound, &out.content);
  // A mark ends the result, so it comes after those of what is inside.
  out.cache = breakpoints_->Take(result, path, violations_);
  return out;
}

}  // namespace footnote::answering::building
