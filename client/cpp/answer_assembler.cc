#include "client/cpp/answer_assembler.h"

#include "absl/strings/str_cat.h"

namespace footnote::client {
namespace {

absl::Status Unfit(absl::string_view kind, int block) {
  return absl::DataLossError(
      absl::StrCat(kind, " of block ", block, " does not fit the events before it"));
}

// Whether `citation` names one of `rows` rows, or none.
bool HasRow(const v1::Citation& citation, int rows) {
  return !citation.has_reference() || (citation.reference() >= 0 && citation.reference() < rows);
}

}  // namespace

absl::Status AnswerAssembler::Add(const v1::AnswerEvent& event) {
  switch (event.kind_case()) {
    case v1::AnswerEvent::kStarted:
      answer_.set_model(event.started().model());
      answer_.set_message_id(event.started().message_id());
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
    case v1::AnswerEvent::KIND_NOT_SET:
      break;
  }
  return absl::OkStatus();
}

absl::Status AnswerAssembler::Start(const v1::BlockStarted& started) {
  if (is_open_ || started.block() != answer_.blocks_size()) {
    return Unfit("block_started", started.block());
  }
  v1::AnswerBlock* const block = answer_.add_blocks();
  if (started.kind() == v1::BlockStarted::KIND_TEXT) block->mutable_text();
  is_open_ = true;
  return absl::OkStatus();
}

absl::Status AnswerAssembler::Append(const v1::TextDelta& delta) {
  v1::AnswerText* const text = OpenText(delta.block());
  if (text == nullptr) return Unfit("text_delta", delta.block());
  text->mutable_text()->append(delta.text());
  answer_.mutable_text()->append(delta.text());
  return absl::OkStatus();
}

absl::Status AnswerAssembler::Cite(const v1::CitationFound& found) {
  v1::AnswerText* const text = OpenText(found.block());
  const v1::Citation& citation = found.citation();
  const int rows = answer_.references_size() + (found.has_new_reference() ? 1 : 0);
  // A new row is the last, and it is this citation's.
  const bool owns_row =
      !found.has_new_reference() || (citation.has_reference() && citation.reference() == rows - 1);
  if (text == nullptr || !HasRow(citation, rows) || !owns_row) {
    return Unfit("citation", found.block());
  }
  *text->add_citations() = citation;
  if (found.has_new_reference()) AddRow(found.new_reference());
  AddSource(citation);
  return absl::OkStatus();
}

absl::Status AnswerAssembler::Finish(const v1::BlockFinished& finished) {
  if (!is_open_ || finished.block() != answer_.blocks_size() - 1) {
    return Unfit("block_finished", finished.block());
  }
  v1::AnswerBlock* const block = answer_.mutable_blocks(finished.block());
  const bool fits = block->has_text() ? FitsText(finished)
                                      : finished.has_content() && finished.recovered().empty() &&
                                            finished.new_references().empty();
  if (!fits) return Unfit("block_finished", finished.block());

  if (!block->has_text()) {
    *block = finished.content();
  } else {
    if (finished.has_answer_span()) {
      for (v1::Citation& citation : *block->mutable_text()->mutable_citations()) {
        *citation.mutable_answer_span() = finished.answer_span();
      }
    }
    *block->mutable_text()->mutable_recovered() = finished.recovered();
    for (const v1::Reference& row : finished.new_references()) AddRow(row);
    for (const v1::Citation& citation : finished.recovered()) AddSource(citation);
  }
  is_open_ = false;
  return absl::OkStatus();
}

bool AnswerAssembler::FitsText(const v1::BlockFinished& finished) const {
  const int rows = answer_.references_size() + finished.new_references_size();
  std::set<int> named;
  for (const v1::Citation& citation : finished.recovered()) {
    if (!HasRow(citation, rows)) return false;
    if (citation.has_reference()) named.insert(citation.reference());
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
  if (!citation.has_reference() || !citation.has_source()) return;
  const int row = citation.reference();
  if (known_sources_.emplace(row, citation.source().SerializeAsString()).second) {
    *answer_.mutable_references(row)->add_sources() = citation.source();
  }
}

v1::AnswerText* AnswerAssembler::OpenText(int block) {
  if (!is_open_ || block != answer_.blocks_size() - 1) return nullptr;
  v1::AnswerBlock* const last = answer_.mutable_blocks(block);
  return last->has_text() ? last->mutable_text() : nullptr;
}

}  // namespace footnote::client
