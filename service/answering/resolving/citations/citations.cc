// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/citations/citations.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "service/answering/resolving/citations/locations.h"
#include "service/answering/resolving/citations/quotation.h"
#include "service/answering/resolving/notices.h"

namespace footnote::answering::resolving {
namespace {

using messages::TextCitation;
using v1::Verification;

void SetVerdict(Verification::Verdict verdict, Verification::Reason reason, v1::Citation* out) {
  out->mutable_verification()->set_verdict(verdict);
  out->mutable_verification()->set_reason(reason);
}

// True if a location of `kind` can name a range of a source of `source_kind`.
bool Fits(TextCitation::Kind kind, Source::Kind source_kind) {
  switch (source_kind) {
    case Source::Kind::kSearchResult:
      return kind == TextCitation::Kind::kSearchResult;
    case Source::Kind::kPlainText:
      return kind == TextCitation::Kind::kChar;
    case Source::Kind::kBlocks:
      return kind == TextCitation::Kind::kContentBlock;
    case Source::Kind::kPdf:
    case Source::Kind::kUrl:
      return kind == TextCitation::Kind::kPage;
    case Source::Kind::kFile:
      return kind == TextCitation::Kind::kPage || kind == TextCitation::Kind::kChar;
  }
  return false;
}

// Sets the verdict of comparing the cited text with `blocks`, the text at the cited range.
void VerifyText(const TextCitation& cited, absl::Span<const absl::string_view> blocks,
                TrailingSpace trailing, v1::Citation* out) {
  if (!cited.cited_text) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_INCOMPLETE, out);
    return;
  }
  const std::optional<std::vector<Verification::Fold>> folds =
      CompareQuotation(*cited.cited_text, blocks, trailing);
  if (!folds.has_value()) {
    SetVerdict(Verification::VERDICT_MISMATCH, Verification::REASON_TEXT, out);
  } else if (folds->empty()) {
    SetVerdict(Verification::VERDICT_EXACT, Verification::REASON_UNSPECIFIED, out);
  } else {
    SetVerdict(Verification::VERDICT_NORMALIZED, Verification::REASON_UNSPECIFIED, out);
    for (const Verification::Fold fold : *folds) out->mutable_verification()->add_folds(fold);
  }
}

}  // namespace

void CitationResolver::Resolve(TextCitation&& cited, int block, int citation, v1::Citation* out) {
  if (!meter_.AddCitation()) return;
  switch (cited.kind) {
    case TextCitation::Kind::kSearchResult:
    case TextCitation::Kind::kChar:
    case TextCitation::Kind::kPage:
    case TextCitation::Kind::kContentBlock:
      ResolveSource(cited, block, citation, out);
      break;
    case TextCitation::Kind::kWebSearchResult:
      ResolveWebPage(cited, out);
      break;
    case TextCitation::Kind::kUnknown:
      SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_UNKNOWN_KIND, out);
      break;
  }
  if (cited.cited_text && !OmitsCitedText(*out)) out->set_cited_text(std::move(*cited.cited_text));
  SetLocation(std::move(cited), out->mutable_location());
  Count(*out);
}

bool CitationResolver::OmitsCitedText(const v1::Citation& citation) const {
  return options_.omit_exact_cited_text &&
         citation.verification().verdict() == Verification::VERDICT_EXACT &&
         !citation.source_spans().empty();
}

void CitationResolver::ResolveSource(const TextCitation& cited, int block, int citation,
                                     v1::Citation* out) {
  // The API counts search results and documents separately; the kind of location states which.
  const std::vector<Source>& sources = cited.kind == TextCitation::Kind::kSearchResult
                                           ? sources_.search_results()
                                           : sources_.documents();
  if (!cited.index || *cited.index < 0 || *cited.index >= static_cast<int64_t>(sources.size())) {
    SetVerdict(Verification::VERDICT_UNKNOWN_SOURCE, Verification::REASON_UNSPECIFIED, out);
    return;
  }
  const auto index = static_cast<size_t>(*cited.index);
  const Source& source = sources[index];
  SetSource(source, index, out);
  if (cited.source && *cited.source != source.address) {
    AddNotice(v1::Notice::KIND_SOURCE_MISMATCH, block, citation);
  }
  if (cited.title && *cited.title != source.title) {
    AddNotice(v1::Notice::KIND_TITLE_MISMATCH, block, citation);
  }
  Verify(cited, source, out);
}

void CitationResolver::Verify(const TextCitation& cited, const Source& source, v1::Citation* out) {
  if (!cited.start || !cited.end) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_INCOMPLETE, out);
    return;
  }
  const int64_t first = cited.kind == TextCitation::Kind::kPage ? 1 : 0;
  if (*cited.start < first || *cited.end <= *cited.start) {
    SetVerdict(Verification::VERDICT_OUT_OF_RANGE, Verification::REASON_UNSPECIFIED, out);
    return;
  }
  if (!Fits(cited.kind, source.kind)) {
    SetVerdict(Verification::VERDICT_MISMATCH, Verification::REASON_WRONG_KIND, out);
    return;
  }
  switch (source.kind) {
    case Source::Kind::kSearchResult:
    case Source::Kind::kBlocks:
      VerifyBlocks(cited, source, out);
      return;
    case Source::Kind::kPlainText:
      VerifyCharacters(cited, source, out);
      return;
    case Source::Kind::kPdf:
      SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_PDF, out);
      return;
    case Source::Kind::kUrl:
    case Source::Kind::kFile:
      SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_FILE_OR_URL, out);
      return;
  }
}

void CitationResolver::VerifyBlocks(const TextCitation& cited, const Source& source,
                                    v1::Citation* out) {
  if (*cited.end > static_cast<int64_t>(source.blocks.size())) {
    SetVerdict(Verification::VERDICT_OUT_OF_RANGE, Verification::REASON_UNSPECIFIED, out);
    return;
  }
  const auto start = static_cast<size_t>(*cited.start);
  const auto end = static_cast<size_t>(*cited.end);
  const BlockOffsets& offsets = OffsetsOf(source);
  if (const std::optional<v1::Span> span = offsets.SpanOf(start, end)) {
    *out->add_source_spans() = *span;
  }
  if (offsets.HasImage(start, end)) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_IMAGE, out);
    return;
  }
  VerifyText(cited, absl::MakeConstSpan(source.blocks).subspan(start, end - start),
             TrailingSpace::kCounts, out);
}

void CitationResolver::VerifyCharacters(const TextCitation& cited, const Source& source,
                                        v1::Citation* out) {
  const absl::string_view text = source.blocks.front();
  const text::TextIndex& characters = characters_.try_emplace(&source, text).first->second;
  if (*cited.end > static_cast<int64_t>(characters.length().code_points)) {
    SetVerdict(Verification::VERDICT_OUT_OF_RANGE, Verification::REASON_UNSPECIFIED, out);
    return;
  }
  const text::TextLength start = characters.AtCodePoint(static_cast<size_t>(*cited.start));
  const text::TextLength end = characters.AtCodePoint(static_cast<size_t>(*cited.end));
  *out->add_source_spans() = text::MakeSpan(start, end);
  const absl::string_view slice = text.substr(start.bytes, end.bytes - start.bytes);
  VerifyText(cited, {slice}, TrailingSpace::kMayDiffer, out);
}

void CitationResolver::ResolveWebPage(const TextCitation& cited, v1::Citation* out) {
  if (!cited.url) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_INCOMPLETE, out);
    return;
  }
  SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_WEB, out);
  out->mutable_source()->set_kind(v1::CitedSource::KIND_WEB_PAGE);
  out->set_reference_index(references_.RowOfWebPage(*cited.url, cited.title));
}

bool CitationResolver::Recover(const LeakedTarget& target, v1::Citation* out) {
  const bool is_search_result = sources_.documents().empty();
  if (!is_search_result && !sources_.search_results().empty()) return false;
  const std::vector<Source>& sources =
      is_search_result ? sources_.search_results() : sources_.documents();
  if (target.source >= sources.size()) return false;
  const Source& source = sources[target.source];
  // The API splits other sources in a way that Footnote does not know.
  if (source.kind != Source::Kind::kSearchResult && source.kind != Source::Kind::kBlocks)
    return false;
  if (target.first_block >= target.end_block || target.end_block > source.blocks.size()) {
    return false;
  }
  const std::optional<v1::Span> span =
      OffsetsOf(source).SpanOf(target.first_block, target.end_block);
  if (!span.has_value() || !meter_.AddCitation()) return false;

  *out->add_source_spans() = *span;
  SetSource(source, target.source, out);
  SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_RECOVERED, out);
  TextCitation cited;
  cited.kind =
      is_search_result ? TextCitation::Kind::kSearchResult : TextCitation::Kind::kContentBlock;
  cited.index = static_cast<int64_t>(target.source);
  cited.start = static_cast<int64_t>(target.first_block);
  cited.end = static_cast<int64_t>(target.end_block);
  SetLocation(std::move(cited), out->mutable_location());
  Count(*out);
  return true;
}

void CitationResolver::Count(const v1::Citation& citation) {
  // The citation, its location, source, verification and spans.
  constexpr int kMessages = 7;
  // The tag and the length of the citation, and its answer span.
  constexpr size_t kMoreBytes = 24;
  meter_.Add(citation.ByteSizeLong() + kMoreBytes, kMessages);
}

void CitationResolver::SetSource(const Source& source, size_t index, v1::Citation* out) {
  DescribeSource(source, index, out->mutable_source());
  out->set_reference_index(references_.RowOf(source, index));
}

const BlockOffsets& CitationResolver::OffsetsOf(const Source& source) {
  return offsets_.try_emplace(&source, source).first->second;
}

void CitationResolver::AddNotice(v1::Notice::Kind kind, int block, int citation) {
  v1::Notice* notice = answer_->add_notices();
  notice->set_kind(kind);
  notice->set_message(NoticeText(kind));
  notice->set_block_index(block);
  notice->set_citation_index(citation);
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

}  // namespace footnote::answering::resolving
