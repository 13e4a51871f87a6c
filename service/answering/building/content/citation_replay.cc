// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/citation_replay.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "service/answering/source_index.h"
#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

using messages::CitationParam;

// The limits of the API's published schema, in characters. The minimum of each is one.
constexpr size_t kMaxDocumentTitle = 255;
constexpr size_t kMaxWebTitle = 512;
constexpr size_t kMaxUrl = 2048;

bool FitsIn(size_t max_characters, absl::string_view text) {
  return !text.empty() && text::Measure(text).code_points <= max_characters;
}

// Returns `title`, or nullopt if the API would refuse it.
std::optional<absl::string_view> TitleWithin(size_t max_characters, absl::string_view title) {
  if (!FitsIn(max_characters, title)) return std::nullopt;
  return title;
}

template <typename Location>
std::optional<CitationParam> DocumentCitation(CitationParam::Kind kind, const Location& location,
                                              bool has_range, int64_t start, int64_t end) {
  if (!location.has_document_index() || !has_range) return std::nullopt;
  CitationParam out;
  out.kind = kind;
  out.index = location.document_index();
  out.start = start;
  out.end = end;
  if (location.has_document_title()) {
    out.title = TitleWithin(kMaxDocumentTitle, location.document_title());
  }
  return out;
}

// Returns the input form of a location, or nullopt if a required part is missing.
std::optional<CitationParam> ReplayLocation(const v1::CitationLocation& location) {
  switch (location.kind_case()) {
    case v1::CitationLocation::kCharacter: {
      const v1::CharLocation& at = location.character();
      return DocumentCitation(CitationParam::Kind::kChar, at,
                              at.has_start_char_index() && at.has_end_char_index(),
                              at.start_char_index(), at.end_char_index());
    }
    case v1::CitationLocation::kPage: {
      const v1::PageLocation& at = location.page();
      return DocumentCitation(CitationParam::Kind::kPage, at,
                              at.has_start_page_number() && at.has_end_page_number(),
                              at.start_page_number(), at.end_page_number());
    }
    case v1::CitationLocation::kContentBlock: {
      const v1::ContentBlockLocation& at = location.content_block();
      return DocumentCitation(CitationParam::Kind::kContentBlock, at,
                              at.has_start_block_index() && at.has_end_block_index(),
                              at.start_block_index(), at.end_block_index());
    }
    case v1::CitationLocation::kSearchResult: {
      const v1::SearchResultLocation& at = location.search_result();
      if (!at.has_search_result_index() || !at.has_start_block_index() ||
          !at.has_end_block_index() || !at.has_source()) {
        return std::nullopt;
      }
      CitationParam out;
      out.kind = CitationParam::Kind::kSearchResult;
      out.index = at.search_result_index();
      out.start = at.start_block_index();
      out.end = at.end_block_index();
      out.source = at.source();
      if (at.has_title()) out.title = at.title();
      return out;
    }
    case v1::CitationLocation::kWebSearchResult: {
      const v1::WebSearchResultLocation& at = location.web_search_result();
      if (!at.has_encrypted_index() || !FitsIn(kMaxUrl, at.url())) return std::nullopt;
      CitationParam out;
      out.kind = CitationParam::Kind::kWebSearchResult;
      out.source = at.url();
      out.encrypted_index = at.encrypted_index();
      if (at.has_title()) out.title = TitleWithin(kMaxWebTitle, at.title());
      return out;
    }
    case v1::CitationLocation::kUnknown:
    case v1::CitationLocation::KIND_NOT_SET:
      return std::nullopt;
  }
  return std::nullopt;
}

// True if the indices have a form that the API returns: not negative, not an empty range, pages
// from 1.
bool HasValidIndices(const CitationParam& citation) {
  if (citation.kind == CitationParam::Kind::kWebSearchResult) return true;
  const int64_t first = citation.kind == CitationParam::Kind::kPage ? 1 : 0;
  return citation.index >= 0 && citation.start >= first && citation.end > citation.start;
}

// True if the API returns such locations for such sources.
bool CanBeIn(CitationParam::Kind location, Source::Kind source) {
  switch (source) {
    case Source::Kind::kSearchResult:
      return location == CitationParam::Kind::kSearchResult;
    case Source::Kind::kPlainText:
      return location == CitationParam::Kind::kChar;
    case Source::Kind::kBlocks:
      return location == CitationParam::Kind::kContentBlock;
    case Source::Kind::kPdf:
      return location == CitationParam::Kind::kPage;
    case Source::Kind::kUrl:
    case Source::Kind::kFile:
      return location == CitationParam::Kind::kPage || location == CitationParam::Kind::kChar;
  }
  return false;
}

// Returns the current index of the source of `citation`, whose input form is `param`, or nullopt if
// the request no longer has the source.
std::optional<SourceRegister::ApiIndex> CurrentIndex(const v1::Citation& citation,
                                                     const CitationParam& param,
                                                     const SourceRegister& sources) {
  const std::string& id = citation.source().id();
  SourceRegister::ApiIndex index;
  index.is_search_result = param.kind == CitationParam::Kind::kSearchResult;
  index.index = static_cast<size_t>(param.index);
  if (!id.empty()) index = sources.Find(id).value_or(index);
  const Source* source = sources.Get(index);
  if (source == nullptr || !CanBeIn(param.kind, source->kind)) return std::nullopt;
  if (!id.empty() && !source->id.empty() && source->id != id) return std::nullopt;
  return index;
}

}  // namespace

std::vector<CitationParam> CitationReplay::Replay(const v1::AnswerText& text, const Field& field) {
  std::vector<CitationParam> out;
  for (int i = 0; i < text.citations_size(); ++i) {
    std::optional<CitationParam> param =
        ReplayOne(text.citations(i), field.Element("citations", i));
    if (param.has_value()) out.push_back(*param);
  }
  return out;
}

std::optional<CitationParam> CitationReplay::ReplayOne(const v1::Citation& citation,
                                                       const Field& field) {
  field.Child("cited_text").CheckWellFormed(citation.cited_text());
  std::optional<CitationParam> param = ReplayLocation(citation.location());
  if (!param.has_value()) return std::nullopt;
  const Field location = field.Child("location");
  location.CheckWellFormed(param->source);
  location.CheckWellFormed(param->title.value_or(""));
  location.CheckWellFormed(param->encrypted_index);
  if (!HasValidIndices(*param)) return std::nullopt;

  std::optional<absl::string_view> cited_text;
  if (citation.has_cited_text()) cited_text = citation.cited_text();
  if (param->kind != CitationParam::Kind::kWebSearchResult) {
    const std::optional<SourceRegister::ApiIndex> index = CurrentIndex(citation, *param, *sources_);
    if (!index.has_value()) return std::nullopt;
    param->index = static_cast<int64_t>(index->index);
    if (!cited_text.has_value()) cited_text = FindText(*sources_->Get(*index), *param, field);
  }
  if (!cited_text.has_value()) return std::nullopt;
  param->cited_text = *cited_text;
  return param;
}

std::optional<absl::string_view> CitationReplay::FindText(const Source& source,
                                                          const CitationParam& citation,
                                                          const Field& field) {
  if (texts_.is_full()) return std::nullopt;
  const std::optional<absl::string_view> text = texts_.Find(source, citation.start, citation.end);
  if (texts_.is_full()) {
    field.Add(v1::TOO_LONG,
              absl::StrCat("has no `cited_text`, and the texts of such citations exceed ",
                           messages::kMaxRequestBytes, " bytes in total; omit citations"));
  }
  return text;
}

}  // namespace footnote::answering::building
