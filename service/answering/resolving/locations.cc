#include "service/answering/resolving/locations.h"

#include <utility>

namespace footnote::answering {
namespace {

using messages::TextCitation;

// A title as the API gave it: absent and null are the same, an empty one is a title.
template <typename Location>
void SetDocumentFields(TextCitation& said, Location* out) {
  if (said.index) out->set_document_index(*said.index);
  if (said.title) out->set_document_title(std::move(*said.title));
  if (said.file_id) out->set_file_id(std::move(*said.file_id));
}

}  // namespace

void SetLocation(TextCitation& said, v1::CitationLocation* out) {
  switch (said.kind) {
    case TextCitation::Kind::kChar: {
      v1::CharLocation* location = out->mutable_character();
      SetDocumentFields(said, location);
      if (said.start) location->set_start_char_index(*said.start);
      if (said.end) location->set_end_char_index(*said.end);
      return;
    }
    case TextCitation::Kind::kPage: {
      v1::PageLocation* location = out->mutable_page();
      SetDocumentFields(said, location);
      if (said.start) location->set_start_page_number(*said.start);
      if (said.end) location->set_end_page_number(*said.end);
      return;
    }
    case TextCitation::Kind::kContentBlock: {
      v1::ContentBlockLocation* location = out->mutable_content_block();
      SetDocumentFields(said, location);
      if (said.start) location->set_start_block_index(*said.start);
      if (said.end) location->set_end_block_index(*said.end);
      return;
    }
    case TextCitation::Kind::kSearchResult: {
      v1::SearchResultLocation* location = out->mutable_search_result();
      if (said.index) location->set_search_result_index(*said.index);
      if (said.start) location->set_start_block_index(*said.start);
      if (said.end) location->set_end_block_index(*said.end);
      if (said.source) location->set_source(std::move(*said.source));
      if (said.title) location->set_title(std::move(*said.title));
      return;
    }
    case TextCitation::Kind::kWebSearchResult: {
      v1::WebSearchResultLocation* location = out->mutable_web_search_result();
      if (said.url) location->set_url(std::move(*said.url));
      if (said.title) location->set_title(std::move(*said.title));
      if (said.encrypted_index) location->set_encrypted_index(std::move(*said.encrypted_index));
      return;
    }
    case TextCitation::Kind::kUnknown:
      out->mutable_unknown()->set_type(std::move(said.type));
      out->mutable_unknown()->set_json(std::move(said.json));
      return;
  }
}

}  // namespace footnote::answering
