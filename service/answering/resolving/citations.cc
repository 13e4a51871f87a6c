#include "service/answering/resolving/citations.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "service/answering/resolving/locations.h"
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

// Whether a location of `kind` can name a place in a source of `source_kind`.
bool Fits(TextCitation::Kind kind, Source::Kind source_kind) {
  switch (source_kind) {
    case Source::Kind::kHit:
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

// The verdict on a quotation that `blocks`, which are at hand, are said to be.
void VerifyText(const TextCitation& said, absl::Span<const absl::string_view> blocks,
                TrailingSpace trailing, v1::Citation* out) {
  if (!said.cited_text) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_INCOMPLETE, out);
    return;
  }
  const std::optional<std::vector<Verification::Fold>> folds =
      CompareQuotation(*said.cited_text, blocks, trailing);
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

void CitationResolver::Resolve(TextCitation&& said, int block, int citation, v1::Citation* out) {
  switch (said.kind) {
    case TextCitation::Kind::kSearchResult:
    case TextCitation::Kind::kChar:
    case TextCitation::Kind::kPage:
    case TextCitation::Kind::kContentBlock:
      ResolveSent(said, block, citation, out);
      break;
    case TextCitation::Kind::kWebSearchResult:
      ResolveWebPage(said, out);
      break;
    case TextCitation::Kind::kUnknown:
      SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_UNKNOWN_KIND, out);
      break;
  }
  SetLocation(said, out->mutable_location());
  if (said.cited_text) out->set_cited_text(std::move(*said.cited_text));
}

void CitationResolver::ResolveSent(const TextCitation& said, int block, int citation,
                                   v1::Citation* out) {
  // Two counts: a location's kind says which it is of, and so no hit is ever taken for a document.
  const std::vector<Source>& counted =
      said.kind == TextCitation::Kind::kSearchResult ? sources_.hits() : sources_.documents();
  if (!said.index || *said.index < 0 || *said.index >= static_cast<int64_t>(counted.size())) {
    SetVerdict(Verification::VERDICT_UNKNOWN_SOURCE, Verification::REASON_UNSPECIFIED, out);
    return;
  }
  const auto index = static_cast<size_t>(*said.index);
  const Source& source = counted[index];
  SetSource(source, index, out);
  if (said.source && *said.source != source.address) {
    AddNotice(v1::Notice::KIND_SOURCE_MISMATCH, block, citation);
  }
  if (said.title && *said.title != source.title) {
    AddNotice(v1::Notice::KIND_TITLE_MISMATCH, block, citation);
  }

  if (!said.start || !said.end) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_INCOMPLETE, out);
    return;
  }
  const int64_t first = said.kind == TextCitation::Kind::kPage ? 1 : 0;
  if (*said.start < first || *said.end <= *said.start) {
    SetVerdict(Verification::VERDICT_OUT_OF_RANGE, Verification::REASON_UNSPECIFIED, out);
    return;
  }
  if (!Fits(said.kind, source.kind)) {
    SetVerdict(Verification::VERDICT_MISMATCH, Verification::REASON_WRONG_KIND, out);
    return;
  }
  switch (source.kind) {
    case Source::Kind::kHit:
    case Source::Kind::kBlocks:
      VerifyBlocks(said, source, out);
      return;
    case Source::Kind::kPlainText:
      VerifyCharacters(said, source, out);
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

void CitationResolver::VerifyBlocks(const TextCitation& said, const Source& source,
                                    v1::Citation* out) {
  if (*said.end > static_cast<int64_t>(source.blocks.size())) {
    SetVerdict(Verification::VERDICT_OUT_OF_RANGE, Verification::REASON_UNSPECIFIED, out);
    return;
  }
  const auto start = static_cast<size_t>(*said.start);
  const auto end = static_cast<size_t>(*said.end);
  const BlockPlaces& places = PlacesOf(source);
  places.AddSpans(start, end, out->mutable_source_spans());
  if (places.HasPicture(start, end)) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_IMAGE, out);
    return;
  }
  VerifyText(said, absl::MakeConstSpan(source.blocks).subspan(start, end - start),
             TrailingSpace::kCounts, out);
}

void CitationResolver::VerifyCharacters(const TextCitation& said, const Source& source,
                                        v1::Citation* out) {
  const absl::string_view text = source.blocks.front();
  const TextIndex& characters = characters_.try_emplace(&source, text).first->second;
  if (*said.end > static_cast<int64_t>(characters.length().code_points)) {
    SetVerdict(Verification::VERDICT_OUT_OF_RANGE, Verification::REASON_UNSPECIFIED, out);
    return;
  }
  const TextLength start = characters.AtCodePoint(static_cast<size_t>(*said.start));
  const TextLength end = characters.AtCodePoint(static_cast<size_t>(*said.end));
  *out->add_source_spans() = MakeSpan(start, end);
  const absl::string_view slice = text.substr(start.bytes, end.bytes - start.bytes);
  VerifyText(said, {slice}, TrailingSpace::kMayDiffer, out);
}

void CitationResolver::ResolveWebPage(const TextCitation& said, v1::Citation* out) {
  if (!said.url) {
    SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_INCOMPLETE, out);
    return;
  }
  SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_WEB, out);
  out->mutable_source()->set_kind(v1::CitedSource::KIND_WEB_PAGE);
  out->set_reference(references_.RowOfWebPage(*said.url, said.title));
}

bool CitationResolver::Recover(const LeakedTarget& target, v1::Citation* out) {
  const bool of_hits = sources_.documents().empty();
  if (!of_hits && !sources_.hits().empty()) return false;
  const std::vector<Source>& counted = of_hits ? sources_.hits() : sources_.documents();
  if (target.source >= counted.size()) return false;
  const Source& source = counted[target.source];
  // Only what is cited by blocks has blocks that both sides count alike.
  if (source.kind != Source::Kind::kHit && source.kind != Source::Kind::kBlocks) return false;
  if (target.first_block >= target.end_block || target.end_block > source.blocks.size()) {
    return false;
  }
  google::protobuf::RepeatedPtrField<v1::Span> spans;
  PlacesOf(source).AddSpans(target.first_block, target.end_block, &spans);
  if (spans.empty()) return false;

  out->mutable_source_spans()->Swap(&spans);
  SetSource(source, target.source, out);
  SetVerdict(Verification::VERDICT_NOT_CHECKABLE, Verification::REASON_RECOVERED, out);
  TextCitation said;
  said.kind = of_hits ? TextCitation::Kind::kSearchResult : TextCitation::Kind::kContentBlock;
  said.index = static_cast<int64_t>(target.source);
  said.start = static_cast<int64_t>(target.first_block);
  said.end = static_cast<int64_t>(target.end_block);
  SetLocation(said, out->mutable_location());
  return true;
}

void CitationResolver::SetSource(const Source& source, size_t index, v1::Citation* out) {
  DescribeSource(source, index, out->mutable_source());
  out->set_reference(references_.RowOf(source, index));
}

const BlockPlaces& CitationResolver::PlacesOf(const Source& source) {
  return places_.try_emplace(&source, source).first->second;
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

}  // namespace footnote::answering
