#include "service/answering/resolving/citations.h"

#include <optional>
#include <utility>

#include "absl/types/span.h"
#include "service/answering/resolving/notices.h"
#include "service/answering/resolving/quotation.h"

namespace footnote::answering {
namespace {

using messages::TextCitation;
using v1::Verification;

void SetVerdict(Verification::Verdict verdict, Verification::Reason reason, v1::Citation* out) {
  out->mutable_verification()->set_verdict(verdict);
  out->mutable_verification()->set_reason(reason);
}

// A title as the API gave it: absent and null are the same, an empty one is a title.
template <typename Location>
void SetDocumentFields(TextCitation& said, Location* out) {
  if (said.index) out->set_document_index(*said.index);
  if (said.title) out->set_document_title(std::move(*said.title));
  if (said.file_id) out->set_file_id(std::move(*said.file_id));
}

// Copies what the API said, number by number.
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

// Documents are not part of a request in this version, so there is nothing to hold a number against
// beyond what no document could have.
void VerifyDocumentNumbers(const TextCitation& said, v1::Citation* out) {
  const int64_t first = said.kind == TextCitation::Kind::kPage ? 1 : 0;
  if (!said.index || *said.index < 0) {
    SetVerdict(Verification::VERDICT_UNKNOWN_SOURCE, Verification::REASON_UNSPECIFIED, out);
  } else if (!said.start || !said.end) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_INCOMPLETE, out);
  } else if (*said.start < first || *said.end <= *said.start) {
    SetVerdict(Verification::VERDICT_OUT_OF_RANGE, Verification::REASON_UNSPECIFIED, out);
  } else {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_DOCUMENT, out);
  }
}

}  // namespace

void CitationResolver::Resolve(TextCitation&& said, int block, int citation, v1::Citation* out) {
  switch (said.kind) {
    case TextCitation::Kind::kSearchResult:
      ResolveSearchResult(said, block, citation, out);
      break;
    case TextCitation::Kind::kWebSearchResult:
      ResolveWebPage(said, out);
      break;
    case TextCitation::Kind::kChar:
    case TextCitation::Kind::kPage:
    case TextCitation::Kind::kContentBlock:
      VerifyDocumentNumbers(said, out);
      break;
    case TextCitation::Kind::kUnknown:
      SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_UNKNOWN_KIND, out);
      break;
  }
  SetLocation(said, out->mutable_location());
  if (said.cited_text) out->set_cited_text(std::move(*said.cited_text));
}

void CitationResolver::ResolveSearchResult(const TextCitation& said, int block, int citation,
                                           v1::Citation* out) {
  const auto hit_count = static_cast<int64_t>(sources_.hits().size());
  if (!said.index || *said.index < 0 || *said.index >= hit_count) {
    SetVerdict(Verification::VERDICT_UNKNOWN_SOURCE, Verification::REASON_UNSPECIFIED, out);
    return;
  }
  const auto index = static_cast<size_t>(*said.index);
  const SourceHit& source = sources_.hits()[index];
  DescribeHit(sources_, index, out->mutable_source());
  out->set_reference(ReferenceToHit(index));
  if (said.source && *said.source != source.hit->source()) {
    AddNotice(v1::Notice::KIND_SOURCE_MISMATCH, block, citation);
  }
  if (said.title && *said.title != source.hit->title()) {
    AddNotice(v1::Notice::KIND_TITLE_MISMATCH, block, citation);
  }

  if (!said.start || !said.end) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_INCOMPLETE, out);
    return;
  }
  const auto block_count = static_cast<int64_t>(source.blocks.size());
  if (*said.start < 0 || *said.end <= *said.start || *said.end > block_count) {
    SetVerdict(Verification::VERDICT_OUT_OF_RANGE, Verification::REASON_UNSPECIFIED, out);
    return;
  }
  const auto start = static_cast<size_t>(*said.start);
  const auto end = static_cast<size_t>(*said.end);
  AddSourceSpan(index, start, end, out);

  if (!said.cited_text) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_INCOMPLETE, out);
    return;
  }
  const std::optional<std::vector<Verification::Fold>> folds = CompareQuotation(
      *said.cited_text, absl::MakeConstSpan(source.blocks).subspan(start, end - start));
  if (!folds.has_value()) {
    SetVerdict(Verification::VERDICT_MISMATCH, Verification::REASON_TEXT, out);
  } else if (folds->empty()) {
    SetVerdict(Verification::VERDICT_EXACT, Verification::REASON_UNSPECIFIED, out);
  } else {
    SetVerdict(Verification::VERDICT_NORMALIZED, Verification::REASON_UNSPECIFIED, out);
    for (const Verification::Fold fold : *folds) out->mutable_verification()->add_folds(fold);
  }
}

void CitationResolver::ResolveWebPage(const TextCitation& said, v1::Citation* out) {
  if (!said.url) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_INCOMPLETE, out);
    return;
  }
  SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_WEB, out);
  out->mutable_source()->set_kind(v1::CitedSource::KIND_WEB_PAGE);
  const auto [row, is_new] = rows_by_url_.try_emplace(*said.url, answer_->references_size());
  if (is_new) {
    v1::Reference* reference = answer_->add_references();
    reference->set_number(answer_->references_size());
    reference->set_source(*said.url);
    if (said.title) reference->set_title(*said.title);
    *reference->add_sources() = out->source();
  }
  out->set_reference(row->second);
}

void CitationResolver::AddSourceSpan(size_t hit, size_t first_block, size_t end_block,
                                     v1::Citation* out) {
  std::vector<TextLength>& edges = measured_[hit];
  if (edges.empty()) {
    const SourceHit& source = sources_.hits()[hit];
    edges.reserve(source.blocks.size() + 1);
    TextLength edge;
    edges.push_back(edge);
    for (const absl::string_view block : source.blocks) {
      edge += Measure(block);
      edges.push_back(edge);
    }
  }
  *out->add_source_spans() = MakeSpan(edges[first_block], edges[end_block]);
}

int CitationResolver::ReferenceToHit(size_t hit) {
  if (const auto row = rows_by_hit_.find(hit); row != rows_by_hit_.end()) return row->second;
  const v1::SearchResult& sent = *sources_.hits()[hit].hit;
  int row = answer_->references_size();
  if (!sent.document_key().empty()) {
    row = rows_by_key_.try_emplace(sent.document_key(), row).first->second;
  }
  rows_by_hit_.emplace(hit, row);
  if (row == answer_->references_size()) {
    v1::Reference* reference = answer_->add_references();
    reference->set_number(answer_->references_size());
    reference->set_source(sent.source());
    reference->set_title(sent.title());
    reference->set_document_key(sent.document_key());
    *reference->mutable_metadata() = sent.metadata();
  }
  DescribeHit(sources_, hit, answer_->mutable_references(row)->add_sources());
  return row;
}

void CitationResolver::AddNotice(v1::Notice::Kind kind, int block, int citation) {
  v1::Notice* notice = answer_->add_notices();
  notice->set_kind(kind);
  notice->set_message(NoticeText(kind));
  notice->set_block(block);
  notice->set_citation(citation);
}

bool IsAcceptable(const Verification& verification) {
  switch (verification.verdict()) {
    case Verification::VERDICT_EXACT:
    case Verification::VERDICT_NORMALIZED:
      return true;
    case Verification::VERDICT_NOT_CHECKABLE:
      return verification.reason() == Verification::REASON_FILE_OR_URL ||
             verification.reason() == Verification::REASON_PDF ||
             verification.reason() == Verification::REASON_WEB ||
             verification.reason() == Verification::REASON_IMAGE;
    default:
      return false;
  }
}

v1::Span MakeSpan(const TextLength& start, const TextLength& end) {
  v1::Span span;
  span.set_byte_start(static_cast<int32_t>(start.bytes));
  span.set_byte_end(static_cast<int32_t>(end.bytes));
  span.set_utf16_start(static_cast<int32_t>(start.utf16));
  span.set_utf16_end(static_cast<int32_t>(end.utf16));
  span.set_code_point_start(static_cast<int32_t>(start.code_points));
  span.set_code_point_end(static_cast<int32_t>(end.code_points));
  return span;
}

}  // namespace footnote::answering
