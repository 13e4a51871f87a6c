// SPDX-License-Identifier: Apache-2.0
// The content of user turns and tool results, in the form of the Messages API.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CONTENT_BUILDER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CONTENT_BUILDER_H_

#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/content.pb.h"
#include "footnote/v1/conversation.pb.h"
#include "google/protobuf/repeated_field.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/content/document_builder.h"
#include "service/answering/building/content/image.h"
#include "service/answering/building/content/search_result_builder.h"
#include "service/answering/building/content/source_register.h"
#include "service/answering/building/validation/field.h"
#include "service/answering/source_index.h"
#include "service/messages/request_params.h"
#include "service/segmentation/chunker.h"

namespace footnote::answering::building {

// The text that is sent if a search or a tool has found nothing.
inline constexpr absl::string_view kNothingFound = "No results found.";

// Builds the content blocks of one request, in the order in which the API reads them, and fills the
// SourceIndex and the CacheBreakpoints of the request. The blocks are views of the messages that
// they are built from. Violations are reported to the field of each message.
class ContentBuilder {
 public:
  // `default_chunking` applies to search results without `chunking`. `sources` states whether the
  // sources are citable. The pointers must outlive the builder.
  ContentBuilder(segmentation::ChunkingRules default_chunking, SourceIndex* sources,
                 CacheBreakpoints* breakpoints)
      : sources_(sources),
        search_results_(std::move(default_chunking), &sources_, breakpoints),
        documents_(&sources_, breakpoints),
        breakpoints_(breakpoints) {}

  ContentBuilder(const ContentBuilder&) = delete;
  ContentBuilder& operator=(const ContentBuilder&) = delete;

  // Each of these returns the block for a message. `field` is its field, and `position` its
  // position in the request.
  messages::TextParam Build(const v1::UserText& text, const Field& field);
  messages::ImageParam Build(const v1::Image& image, const Field& field);
  messages::SearchResultParam Build(const v1::SearchResult& search_result,
                                    const SourcePosition& position, const Field& field) {
    return search_results_.Build(search_result, position, field);
  }
  messages::DocumentParam Build(const v1::Document& document, const SourcePosition& position,
                                const Field& field) {
    return documents_.Build(document, position, field);
  }

  // Each of these appends the blocks for a repeated field to `blocks`. `parent` is the field of the
  // message that has the repeated field, and `position` the position of that message.
  template <typename Block>
  void AddSearchResults(const google::protobuf::RepeatedPtrField<v1::SearchResult>& search_results,
                        SourcePosition position, const Field& parent, std::vector<Block>* blocks) {
    for (int i = 0; i < search_results.size(); ++i) {
      position.position = i;
      blocks->emplace_back(Build(search_results[i], position, parent.Element("search_results", i)));
    }
  }
  template <typename Block>
  void AddDocuments(const google::protobuf::RepeatedPtrField<v1::Document>& documents,
                    SourcePosition position, const Field& parent, std::vector<Block>* blocks) {
    for (int i = 0; i < documents.size(); ++i) {
      position.position = i;
      blocks->emplace_back(Build(documents[i], position, parent.Element("documents", i)));
    }
  }
  template <typename Block>
  void AddImages(const google::protobuf::RepeatedPtrField<v1::Image>& images, const Field& parent,
                 std::vector<Block>* blocks) {
    for (int i = 0; i < images.size(); ++i) {
      blocks->emplace_back(Build(images[i], parent.Element("images", i)));
    }
  }
  // Appends the blocks for the ordered list `content` of a user turn.
  void AddContent(const google::protobuf::RepeatedPtrField<v1::UserContent>& content,
                  SourcePosition position, const Field& parent,
                  std::vector<messages::ContentBlockParam>* blocks);

  // Returns the block for a tool result, which is number `index` of turn `turn`. Does not check
  // that a tool use with its id exists.
  messages::ToolResultParam BuildToolResult(const v1::ToolResult& result, int turn, int index,
                                            const Field& field);

  // The search results and documents so far.
  const SourceRegister& sources() const { return sources_; }

 private:
  SourceRegister sources_;
  SearchResultBuilder search_results_;
  DocumentBuilder documents_;
  CacheBreakpoints* const breakpoints_;
};

// Appends `text`, a text without a cache breakpoint, to `blocks`.
template <typename Block>
void AddText(absl::string_view text, std::vector<Block>* blocks) {
  messages::TextParam block;
  block.text = text;
  blocks->emplace_back(std::move(block));
}

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CONTENT_BUILDER_H_
