// What the user's side of a conversation says, as blocks of the API.
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
#include "service/answering/building/validation/violations.h"
#include "service/answering/source_index.h"
#include "service/messages/request_params.h"
#include "service/segmentation/chunker.h"

namespace footnote::answering::building {

// What the model is told where a search or a tool has found nothing.
inline constexpr absl::string_view kNothingFound = "No results found.";

// Builds the content of one request in the API's order, and its SourceIndex.
class ContentBuilder {
 public:
  // `default_chunking` is for hits that say nothing. The pointers must outlive the builder.
  ContentBuilder(segmentation::ChunkingRules default_chunking, bool citable, SourceIndex* sources,
                 CacheBreakpoints* breakpoints, Violations* violations)
      : sources_(sources, violations),
        hits_(std::move(default_chunking), citable, &sources_, breakpoints, violations),
        documents_(citable, &sources_, breakpoints, violations),
        breakpoints_(breakpoints),
        violations_(violations) {}

  ContentBuilder(const ContentBuilder&) = delete;
  ContentBuilder& operator=(const ContentBuilder&) = delete;

  // Each of these appends to `content` what is in a field of the message at `path`, which is at
  // `place` but for the position.
  template <typename Block>
  void AddHits(const google::protobuf::RepeatedPtrField<v1::SearchResult>& hits,
               SourcePosition place, const FieldPath& path, std::vector<Block>* content) {
    for (int i = 0; i < hits.size(); ++i) {
      place.position = i;
      content->emplace_back(hits_.Build(hits[i], place, path.Element("hits", i)));
    }
  }
  template <typename Block>
  void AddDocuments(const google::protobuf::RepeatedPtrField<v1::Document>& documents,
                    SourcePosition place, const FieldPath& path, std::vector<Block>* content) {
    for (int i = 0; i < documents.size(); ++i) {
      place.position = i;
      content->emplace_back(documents_.Build(documents[i], place, path.Element("documents", i)));
    }
  }
  template <typename Block>
  void AddImages(const google::protobuf::RepeatedPtrField<v1::Image>& images, const FieldPath& path,
                 std::vector<Block>* content) {
    for (int i = 0; i < images.size(); ++i) {
      const FieldPath here = path.Element("images", i);
      messages::ImageParam image = BuildImage(images[i], here, violations_);
      image.cache = breakpoints_->Take(images[i], here, violations_);
      content->emplace_back(std::move(image));
    }
  }

  // The result at `path`, number `index` of turn `turn`, but for whether anything asked for it.
  messages::ToolResultParam BuildToolResult(const v1::ToolResult& result, int turn, int index,
                                            const FieldPath& path);

  // The hits and documents so far.
  const SourceRegister& sources() const { return sources_; }

 private:
  SourceRegister sources_;
  SearchResultBuilder hits_;
  DocumentBuilder documents_;
  CacheBreakpoints* const breakpoints_;
  Violations* const violations_;
};

// Appends `text` as a block of `content`.
template <typename Block>
void AddText(absl::string_view text, std::vector<Block>* content) {
  messages::TextParam block;
  block.text = text;
  content->emplace_back(std::move(block));
}

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CONTENT_BUILDER_H_
