// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/sources_size.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "footnote/v1/content.pb.h"
#include "footnote/v1/conversation.pb.h"

namespace footnote::answering::building {
namespace {

// The size of `file` in base64.
size_t InBase64(absl::string_view file) { return (file.size() + 2) / 3 * 4; }

// The number of bytes of `text` that JSON escapes, with at least one more byte each.
size_t CountEscapes(absl::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return static_cast<uint8_t>(c) < 0x20 || c == '"' || c == '\\';
  }));
}

// Calls `on_text(text)` for each text, and `on_file(file)` for each file, that is sent.
template <typename OnText, typename OnFile>
class Visitor {
 public:
  Visitor(OnText on_text, OnFile on_file) : on_text_(on_text), on_file_(on_file) {}

  void Visit(const v1::AnswerRequest& request) {
    for (const v1::Turn& turn : request.turns()) {
      if (turn.has_user()) VisitTurn(turn.user());
    }
    VisitTurn(request);
  }

 private:
  // `turn` is an AnswerRequest or a UserTurn.
  template <typename Turn>
  void VisitTurn(const Turn& turn) {
    on_text_(turn.question());
    VisitAll(turn.search_results());
    VisitAll(turn.documents());
    VisitAll(turn.images());
    for (const v1::ToolResult& result : turn.tool_results()) {
      on_text_(result.text());
      VisitAll(result.search_results());
      VisitAll(result.documents());
      VisitAll(result.images());
    }
    for (const v1::UserContent& content : turn.content()) {
      if (content.has_text()) on_text_(content.text().text());
      if (content.has_search_result()) Visit(content.search_result());
      if (content.has_document()) Visit(content.document());
      if (content.has_image()) Visit(content.image());
    }
  }

  template <typename Elements>
  void VisitAll(const Elements& elements) {
    for (const auto& element : elements) Visit(element);
  }

  void Visit(const v1::SearchResult& result) {
    on_text_(result.source());
    on_text_(result.title());
    on_text_(result.text());
    for (const v1::TextBlock& block : result.blocks().blocks()) on_text_(block.text());
  }

  void Visit(const v1::Document& document) {
    on_text_(document.title());
    on_text_(document.context());
    on_text_(document.text());
    on_file_(document.pdf());
    for (const v1::DocumentBlock& block : document.blocks().blocks()) {
      on_text_(block.text());
      on_file_(block.image().data());
    }
  }

  void Visit(const v1::Image& image) { on_file_(image.data()); }

  OnText on_text_;
  OnFile on_file_;
};

template <typename OnText, typename OnFile>
void VisitContent(const v1::AnswerRequest& request, OnText on_text, OnFile on_file) {
  Visitor<OnText, OnFile>(on_text, on_file).Visit(request);
}

}  // namespace

size_t MinimumSourcesSize(const v1::AnswerRequest& request, size_t limit) {
  size_t texts = 0;
  size_t files = 0;
  VisitContent(
      request, [&texts](const std::string& text) { texts += text.size(); },
      [&files](const std::string& file) { files += InBase64(file); });
  size_t size = texts + files;
  // An escape sequence counts twice, so the texts can at most count twice.
  if (size > limit || size + texts <= limit) return size;
  VisitContent(
      request,
      [&size, limit](const std::string& text) {
        if (size <= limit) size += CountEscapes(text);
      },
      [](const std::string& /*file*/) {});
  return size;
}

}  // namespace footnote::answering::building
