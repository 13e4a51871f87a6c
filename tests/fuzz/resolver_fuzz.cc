// SPDX-License-Identifier: Apache-2.0
// An answer to any sources and any message is consistent: its spans are within their texts and
// equal in all three units, EXACT citations are exact, sentences are in order, and the answer does
// not depend on how texts are split.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/answering/source_index.h"
#include "service/messages/message.h"
#include "service/messages/message_part.h"
#include "service/text/utf8.h"
#include "tests/fuzz/check.h"

namespace footnote::fuzz {
namespace {

using answering::Source;
using answering::SourceIndex;
using text::TextLength;
using v1::Verification;

// The sources of a request: the pieces of an input except the last, separated by U+001F. The first
// letter of a piece is its kind; '|' separates blocks.
class RequestSources {
 public:
  explicit RequestSources(const std::vector<absl::string_view>& pieces) {
    for (const absl::string_view piece : pieces) {
      if (!piece.empty()) Add(piece[0], piece.substr(1));
    }
    index_.set_citable(true);
    index_.Detach();
  }

  const answering::SourceIndex& index() const { return index_; }

 private:
  void Add(char kind, absl::string_view text) {
    // The request builder refuses ill-formed text.
    if (text::FindIllFormed(text).has_value()) return;
    answering::Source source;
    source.blocks = {text};
    if (kind == 'h' || kind == 'd') source.blocks = absl::StrSplit(text, '|');
    if (kind == 'h') {
      for (const absl::string_view block : source.blocks) {
        if (block.empty()) return;
      }
      source.address = "kb://1";
      index_.AddSearchResult(std::move(source));
      return;
    }
    switch (kind) {
      case 't':
        source.kind = answering::Source::Kind::kPlainText;
        break;
      case 'd':
        source.kind = answering::Source::Kind::kBlocks;
        source.document_key = "key";
        break;
      case 'u':
        source.kind = answering::Source::Kind::kUrl;
        source.address = "https://docs.example/a.pdf";
        source.blocks.clear();
        break;
      case 'f':
        source.kind = answering::Source::Kind::kFile;
        source.blocks.clear();
        break;
      default:
        source.kind = answering::Source::Kind::kPdf;
        source.blocks.clear();
        break;
    }
    index_.AddDocument(std::move(source));
  }

  answering::SourceIndex index_;
};

absl::string_view Slice(absl::string_view text, const v1::Span& span) {
  return text.substr(static_cast<size_t>(span.byte_start()),
                     static_cast<size_t>(span.byte_end() - span.byte_start()));
}

void CheckPosition(absl::string_view text, int32_t byte, int32_t utf16, int32_t code_point) {
  Check(byte >= 0 && static_cast<size_t>(byte) <= text.size(), "spans are within their text");
  const auto at = static_cast<size_t>(byte);
  Check(at == text.size() || (static_cast<uint8_t>(text[at]) & 0xC0) != 0x80,
        "spans contain complete characters");
  const text::TextLength before = text::Measure(text.substr(0, at));
  Check(before.utf16 == static_cast<size_t>(utf16), "the UTF-16 offset is the same position");
  Check(before.code_points == static_cast<size_t>(code_point),
        "the code point offset is the same position");
}

void CheckSpan(absl::string_view text, const v1::Span& span) {
  Check(span.byte_start() <= span.byte_end(), "spans are not reversed");
  CheckPosition(text, span.byte_start(), span.utf16_start(), span.code_point_start());
  CheckPosition(text, span.byte_end(), span.utf16_end(), span.code_point_end());
}

void CheckCitation(const v1::Citation& citation, const v1::Answer& answer,
                   const answering::SourceIndex& index) {
  CheckSpan(answer.text(), citation.answer_span());
  Check(citation.has_source() == citation.has_reference_index(),
        "a citation with a source has a reference");
  Check(citation.reference_index() >= 0 && (!citation.has_reference_index() ||
                                            citation.reference_index() < answer.references_size()),
        "the reference exists");
  const Verification& verification = citation.verification();
  Check(verification.verdict() != Verification::VERDICT_UNSPECIFIED, "a citation has a verdict");
  Check(
      (verification.verdict() == Verification::VERDICT_NORMALIZED) == !verification.folds().empty(),
      "only normalized citations have folds");
  if (citation.source_spans().empty()) {
    Check(verification.verdict() != Verification::VERDICT_EXACT,
          "an exact citation has source spans");
    return;
  }
  const auto api_index = static_cast<size_t>(citation.source().api_index());
  const answering::Source& source = citation.source().kind() == v1::CitedSource::KIND_SEARCH_RESULT
                                        ? index.search_results().at(api_index)
                                        : index.documents().at(api_index);
  const std::string text = absl::StrJoin(source.blocks, "");
  std::string cited;
  int32_t end = 0;
  for (const v1::Span& span : citation.source_spans()) {
    CheckSpan(text, span);
    Check(span.byte_start() >= end, "source spans are in order");
    end = span.byte_end();
    absl::StrAppend(&cited, Slice(text, span));
  }
  if (verification.verdict() == Verification::VERDICT_EXACT) {
    Check(cited == citation.cited_text(), "an exact citation equals its source");
  }
}

void CheckCoverage(const v1::Answer& answer) {
  int64_t cited = 0;
  int64_t uncited = 0;
  int32_t end = 0;
  for (const v1::AnswerSentence& sentence : answer.coverage().sentences()) {
    CheckSpan(answer.text(), sentence.span());
    Check(sentence.span().byte_start() >= end, "sentences are in order and disjoint");
    Check(sentence.span().byte_start() < sentence.span().byte_end(), "no sentence is empty");
    end = sentence.span().byte_end();
    const int32_t size = sentence.span().code_point_end() - sentence.span().code_point_start();
    if (sentence.state() == v1::AnswerSentence::STATE_CITED) cited += size;
    if (sentence.state() == v1::AnswerSentence::STATE_UNCITED) uncited += size;
    Check((sentence.state() == v1::AnswerSentence::STATE_NEEDS_NONE) ==
              (sentence.reason() != v1::AnswerSentence::REASON_UNSPECIFIED),
          "only sentences that need no citation have a reason");
  }
  Check(cited == answer.coverage().cited_code_points(),
        "the cited code points are those of the cited sentences");
  Check(uncited == answer.coverage().uncited_code_points(),
        "the uncited code points are those of the uncited sentences");
}

void CheckAnswer(const v1::Answer& answer, const answering::SourceIndex& index) {
  std::string text;
  for (const v1::AnswerBlock& block : answer.blocks()) {
    text += block.text().text();
    for (const v1::Citation& citation : block.text().citations()) {
      CheckCitation(citation, answer, index);
    }
    for (const v1::Citation& citation : block.text().recovered_citations()) {
      CheckCitation(citation, answer, index);
      Check(citation.verification().reason() == Verification::REASON_RECOVERED,
            "recovered citations have the reason RECOVERED");
      Check(!citation.source_spans().empty(), "recovered citations have source spans");
    }
  }
  Check(text == answer.text(), "the text is the concatenated text of the blocks");
  for (const v1::Notice& notice : answer.notices()) {
    if (notice.has_span()) CheckSpan(answer.text(), notice.span());
    Check(!notice.message().empty(), "notices have a message");
  }
  Check(!answer.has_clean_text() || answer.clean_text().size() < text.size(),
        "the clean text is shorter than the text");
  CheckCoverage(answer);
}

// Returns the answer to a message with its texts split into pieces of `size` bytes or slightly
// more.
v1::Answer ResolveInPieces(messages::Message message, const answering::SourceIndex& index,
                           size_t size) {
  v1::Answer answer;
  answering::resolving::AnswerResolver resolver(index, &answer);
  answering::resolving::AnswerResolver::Events events;
  messages::ForEachPart(std::move(message), [&](messages::MessagePart&& part) {
    auto* added = std::get_if<messages::TextAdded>(&part);
    if (added == nullptr) {
      Check(resolver.Add(std::move(part), &events).ok(), "no part exceeds the limits");
      return;
    }
    for (size_t begin = 0; begin < added->text.size();) {
      size_t end = begin + size;
      while (end < added->text.size() && (static_cast<uint8_t>(added->text[end]) & 0xC0) == 0x80) {
        ++end;
      }
      Check(resolver.Add(messages::TextAdded{added->text.substr(begin, end - begin)}, &events).ok(),
            "no text exceeds the limits");
      begin = end;
    }
  });
  return answer;
}

}  // namespace
}  // namespace footnote::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using footnote::fuzz::Check;
  if (size == 0) return 0;
  const absl::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::vector<absl::string_view> pieces = absl::StrSplit(input, '\x1F');
  const std::string json(pieces.back());
  pieces.pop_back();
  const absl::StatusOr<footnote::messages::Message> message =
      footnote::messages::ParseMessage(json);
  if (!message.ok()) return 0;
  const footnote::fuzz::RequestSources sources(pieces);
  footnote::v1::Answer answer;
  footnote::fuzz::Check(footnote::answering::resolving::ResolveMessage(
                            footnote::messages::Message(*message), sources.index(), &answer)
                            .ok(),
                        "no message exceeds the limits");
  footnote::fuzz::CheckAnswer(answer, sources.index());
  const footnote::v1::Answer split =
      footnote::fuzz::ResolveInPieces(*message, sources.index(), data[0] % 16 + 1);
  Check(split.SerializeAsString() == answer.SerializeAsString(),
        "the answer does not depend on how texts are split");
  return 0;
}
