// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/answer_assembler.h"

#include <set>
#include <string>

#include "absl/strings/str_cat.h"

namespace footnote::client {
namespace {

absl::Status DoesNotFit(absl::string_view kind, int block_index) {
  return absl::DataLossError(
      absl::StrCat(kind, " of block ", block_index, " does not fit the events before it"));
}

// True if `citation` names one of `rows` rows, or none.
bool HasRow(const v1::Citation& citation, int rows) {
  return !citation.has_reference_index() ||
         (citation.reference_index() >= 0 && citation.reference_index() < rows);
}

}  // namespace

absl::Status AnswerAssembler::Add(const v1::AnswerEvent& event) {
  switch (event.kind_case()) {
    case v1::AnswerEvent::kStarted:
      answer_.set_model(event.started().model());
      answer_.set_upstream_message_id(event.started().upstream_message_id());
      return absl::OkStatus();
    case v1::AnswerEvent::kBlockStarted:
      return Start(event.block_started());
    case v1::AnswerEvent::kTextDelta:
      return Append(event.text_delta());
    case v1::AnswerEvent::kCitation:
      return Cite(event.citation());
    case v1::AnswerEvent::kBlockFinished:
      return Finish(event.block_finished());
    case v1::AnswerEvent::kNotice:
      *answer_.add_notices() = event.notice();
      return absl::OkStatus();
    case v1::AnswerEvent::kCompleted:
      return Complete(event.completed());
    case v1::AnswerEvent::KIND_NOT_SET:
      break;
  }
  return absl::OkStatus();
}

absl::Status AnswerAssembler::Start(const v1::BlockStarted& started) {
  if (is_open_ || started.block_index() != answer_.blocks_size()) {
    return DoesNotFit("block_started", started.block_index());
  }
  v1::AnswerBlock* const block = answer_.add_blocks();
  if (started.kind() == v1::BlockStarted::KIND_TEXT) block->mutable_text();
  is_open_ = true;
  return absl::OkStatus();
}

absl::Status AnswerAssembler::Append(const v1::TextDelta& delta) {
  v1::AnswerText* const text = OpenText(delta.block_index());
  if (text == nullptr) return DoesNotFit("text_delta", delta.block_index());
  text->mutable_text()->append(delta.text());
  answer_.mutable_text()->append(delta.text());
  return absl::OkStatus();
}

absl::Status AnswerAssembler::Cite(const v1::CitationFound& found) {
  v1::AnswerText* const text = OpenText(found.block_index());
  const v1::Citation& citation = found.citation();
  const int rows = answer_.references_size() + (found.has_new_reference() ? 1 : 0);
  // A new row is the last one, and this citation names it.
  const bool owns_row = !found.has_new_reference() ||
                        (citation.has_reference_index() && citation.reference_index() == rows - 1);
  if (text == nullptr || !HasRow(citation, rows) || !owns_row) {
    return DoesNotFit("citation", found.block_index());
  }
  *text->add_citations() = citation;
  if (found.has_new_reference()) AddRow(found.new_reference());
  AddSource(citation);
  return absl::OkStatus();
}

absl::Status AnswerAssembler::Finish(const v1::BlockFinished& finished) {
  if (!is_open_ || finished.block_index() != answer_.blocks_size() - 1) {
    return DoesNotFit("block_finished", finished.block_index());
  }
  v1::AnswerBlock* const block = answer_.mutable_blocks(finished.block_index());
  const bool fits = block->has_text()
                        ? FitsText(finished)
                        : finished.has_content() && finished.recovered_citations().empty() &&
                              finished.new_references().empty();
  if (!fits) return DoesNotFit("block_finished", finished.block_index());

  if (!block->has_text()) {
    *block = finished.content();
  } else {
    if (finished.has_answer_span()) {
      for (v1::Citation& citation : *block->mutable_text()->mutable_citations()) {
        *citation.mutable_answer_span() = finished.answer_span();
      }
    }
    *block->mutable_text()->mutable_recovered_citations() = finished.recovered_citations();
    for (const v1::Reference& row : finished.new_references()) AddRow(row);
    for (const v1::Citation& citation : finished.recovered_citations()) AddSource(citation);
  }
  is_open_ = false;
  return absl::OkStatus();
}

absl::Status AnswerAssembler::Complete(const v1::AnswerCompleted& completed) {
  const v1::Answer& answer = completed.answer();
  const bool omits_blocks = answer.blocks().empty();
  if (omits_blocks && is_open_) return DoesNotFit("completed", answer_.blocks_size() - 1);
  v1::Answer delivered = std::move(answer_);
  answer_ = answer;
  if (omits_blocks) {
    *answer_.mutable_text() = std::move(*delivered.mutable_text());
    *answer_.mutable_blocks() = std::move(*delivered.mutable_blocks());
    *answer_.mutable_references() = std::move(*delivered.mutable_references());
  }
  if (answer_.notices().empty()) {
    *answer_.mutable_notices() = std::move(*delivered.mutable_notices());
  }
  is_open_ = false;
  return absl::OkStatus();
}

bool AnswerAssembler::FitsText(const v1::BlockFinished& finished) const {
  const int rows = answer_.references_size() + finished.new_references_size();
  std::set<int> named;
  for (const v1::Citation& citation : finished.recovered_citations()) {
    if (!HasRow(citation, rows)) return false;
    if (citation.has_reference_index()) named.insert(citation.reference_index());
  }
  for (int row = answer_.references_size(); row < rows; ++row) {
    if (named.count(row) == 0) return false;
  }
  return true;
}

void AnswerAssembler::AddRow(const v1::Reference& row) {
  for (const v1::CitedSource& source : row.sources()) {
    known_sources_.emplace(answer_.references_size(), source.SerializeAsString());
  }
  *answer_.add_references() = row;
}

void AnswerAssembler::AddSource(const v1::Citation& citation) {
  if (!citation.has_reference_index() || !citation.has_source()) return;
  const int row = citation.reference_index();
  if (known_sources_.emplace(row, citation.source().SerializeAsString()).second) {
    *answer_.mutable_references(row)->add_sources() = citation.source();
  }
}

v1::AnswerText* AnswerAssembler::OpenText(int block_index) {
  if (!is_open_ || block_index != answer_.blocks_size() - 1) return nullptr;
  v1::AnswerBlock* const last = answer_.mutable_blocks(block_index);
  return last->has_text() ? last->mutable_text() : nullptr;
}

}  // namespace footnote::client
