#include "service/answering/building/content/citation_replay.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "service/answering/source_index.h"
#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

using messages::CitationParam;

// What the API's published schema takes, in characters: each has at least one.
constexpr size_t kMaxDocumentTitle = 255;
constexpr size_t kMaxWebTitle = 512;
constexpr size_t kMaxUrl = 2048;

bool FitsIn(size_t max_characters, absl::string_view text) {
  return !text.empty() && text::Measure(text).code_points <= max_characters;
}

// `title`, or none if the API would not take it.
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

// The input form of a location, or nullopt if it lacks what the input form needs.
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

// Whether the numbers are such as the API gives: nothing negative, no empty range, pages from 1.
bool IsSane(const CitationParam& citation) {
  if (citation.kind == CitationParam::Kind::kWebSearchResult) return true;
  const int64_t first = citation.kind == CitationParam::Kind::kPage ? 1 : 0;
  return citation.index >= 0 && citation.start >= first && citation.end > citation.start;
}

// Whether the API gives such a location for such a source.
bool CanBeIn(CitationParam::Kind location, Source::Kind source) {
  switch (source) {
    case Source::Kind::kHit:
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

// The number that the source of `citation`, whose input form is `param`, has in this request; or
// nullopt if it is gone.
std::optional<int64_t> NumberNow(const v1::Citation& citation, const CitationParam& param,
                                 const SourceRegister& sources) {
  const std::string& id = citation.source().id();
  SourceRegister::Number number;
  number.is_hit = param.kind == CitationParam::Kind::kSearchResult;
  number.index = static_cast<size_t>(param.index);
  if (!id.empty()) {
    if (const std::optional<SourceRegister::Number> named = sources.Find(id)) number = *named;
  }
  const Source* source = sources.Get(number);
  if (source == nullptr || !CanBeIn(param.kind, source->kind)) return std::nullopt;
  if (!id.empty() && !source->id.empty() && source->id != id) return std::nullopt;
  return static_cast<int64_t>(number.index);
}

}  // namespace

std::vector<messages::CitationParam> ReplayCitations(const v1::AnswerText& text,
                                                     const SourceRegister& sources,
                                                     const FieldPath& path,
                                                     Violations* violations) {
  std::vector<CitationParam> out;
  for (int i = 0; i < text.citations_size(); ++i) {
    const v1::Citation& citation = text.citations(i);
    const FieldPath here = path.Element("citations", i);
    violations->CheckWellFormed(here.Field("cited_text"), citation.cited_text());
    if (!citation.has_cited_text()) continue;
    std::optional<CitationParam> param = ReplayLocation(citation.location());
    if (!param.has_value()) continue;
    const FieldPath location = here.Field("location");
    violations->CheckWellFormed(location, param->source);
    violations->CheckWellFormed(location, param->title.value_or(""));
    violations->CheckWellFormed(location, param->encrypted_index);
    if (!IsSane(*param)) continue;
    if (param->kind != CitationParam::Kind::kWebSearchResult) {
      const std::optional<int64_t> number = NumberNow(citation, *param, sources);
      if (!number.has_value()) continue;
      param->index = *number;
    }
    param->cited_text = citation.cited_text();
    out.push_back(*param);
  }
  return out;
}

}  // namespace footnote::answering::building
