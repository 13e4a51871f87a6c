// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/citations/locations.h"

#include <utility>

namespace footnote::answering::resolving {
namespace {

using messages::TextCitation;

// Moves the fields that all locations in documents have. An empty title is kept.
template <typename Location>
void SetDocumentFields(TextCitation& cited, Location* out) {
  if (cited.index) out->set_document_index(*cited.index);
  if (cited.title) out->set_document_title(std::move(*cited.title));
  if (cited.file_id) out->set_file_id(std::move(*cited.file_id));
}

}  // namespace

void SetLocation(TextCitation&& cited, v1::CitationLocation* out) {
  switch (cited.kind) {
    case TextCitation::Kind::kChar: {
      v1::CharLocation* location = out->mutable_character();
      SetDocumentFields(cited, location);
      if (cited.start) location->set_start_char_index(*cited.start);
      if (cited.end) location->set_end_char_index(*cited.end);
      return;
    }
    case TextCitation::Kind::kPage: {
      v1::PageLocation* location = out->mutable_page();
      SetDocumentFields(cited, location);
      if (cited.start) location->set_start_page_number(*cited.start);
      if (cited.end) location->set_end_page_number(*cited.end);
      return;
    }
    case TextCitation::Kind::kContentBlock: {
      v1::ContentBlockLocation* location = out->mutable_content_block();
      SetDocumentFields(cited, location);
      if (cited.start) location->set_start_block_index(*cited.start);
      if (cited.end) location->set_end_block_index(*cited.end);
      return;
    }
    case TextCitation::Kind::kSearchResult: {
      v1::SearchResultLocation* location = out->mutable_search_result();
      if (cited.index) location->set_search_result_index(*cited.index);
      if (cited.start) location->set_start_block_index(*cited.start);
      if (cited.end) location->set_end_block_index(*cited.end);
      if (cited.source) location->set_source(std::move(*cited.source));
      if (cited.title) location->set_title(std::move(*cited.title));
      return;
    }
    case TextCitation::Kind::kWebSearchResult: {
      v1::WebSearchResultLocation* location = out->mutable_web_search_result();
      if (cited.url) location->set_url(std::move(*cited.url));
      if (cited.title) location->set_title(std::move(*cited.title));
      if (cited.encrypted_index) location->set_encrypted_index(std::move(*cited.encrypted_index));
      return;
    }
    case TextCitation::Kind::kUnknown:
      out->mutable_unknown()->set_type(std::move(cited.type));
      out->mutable_unknown()->set_json(std::move(cited.json));
      return;
  }
}

}  // namespace footnote::answering::resolving
