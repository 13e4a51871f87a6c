// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/answer_resolver.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/answering/resolving/coverage/coverage.h"
#include "service/answering/resolving/notices.h"
#include "service/text/text_index.h"

namespace footnote::answering::resolving {
namespace {

using messages::ContentBlock;

// The limit of bytes of unknown events in the notices of an answer.
constexpr size_t kMaxUnknownBytes = 64 << 10;
// The number of unknown events with a separate notice; one more notice counts the rest.
constexpr int kMaxUnknownNotices = 100;
// The limit of Notice.fields.
constexpr size_t kMaxNoticeFields = 100;
// More than the tag and the length of an element.
constexpr size_t kElementOverhead = 6;

struct StopReasonRow {
  absl::string_view raw;
  v1::StopReason reason;
  bool complete;
};

constexpr StopReasonRow kStopReasons[] = {
    {"end_turn", v1::STOP_REASON_END_TURN, true},
    {"max_tokens", v1::STOP_REASON_MAX_TOKENS, false},
    {"stop_sequence", v1::STOP_REASON_STOP_SEQUENCE, true},
    {"tool_use", v1::STOP_REASON_TOOL_USE, true},
    {"pause_turn", v1::STOP_REASON_PAUSE_TURN, false},
    {"refusal", v1::STOP_REASON_REFUSAL, false},
    {"model_context_window_exceeded", v1::STOP_REASON_MODEL_CONTEXT_WINDOW_EXCEEDED, false},
};

void SetStopReason(messages::MessageClosed& from, v1::Answer* answer) {
  if (from.stop_reason) {
    for (const StopReasonRow& row : kStopReasons) {
      if (row.raw != *from.stop_reason) continue;
      answer->set_stop_reason(row.reason);
      answer->set_complete(row.complete);
    }
    answer->set_stop_reason_raw(std::move(*from.stop_reason));
  }
  if (from.stop_sequence) answer->set_stop_sequence(std::move(*from.stop_sequence));
}

void CopyUsage(messages::Usage& from, v1::Usage* usage) {
  if (from.input_tokens) usage->set_input_tokens(*from.input_tokens);
  if (from.output_tokens) usage->set_output_tokens(*from.output_tokens);
  if (from.cache_creation_input_tokens) {
    usage->set_cache_creation_input_tokens(*from.cache_creation_input_tokens);
  }
  if (from.cache_read_input_tokens) {
    usage->set_cache_read_input_tokens(*from.cache_read_input_tokens);
  }
  if (from.ephemeral_5m_input_tokens) {
    usage->set_ephemeral_5m_input_tokens(*from.ephemeral_5m_input_tokens);
  }
  if (from.ephemeral_1h_input_tokens) {
    usage->set_ephemeral_1h_input_tokens(*from.ephemeral_1h_input_tokens);
  }
  if (from.thinking_tokens) usage->set_thinking_tokens(*from.thinking_tokens);
  if (from.web_search_requests) usage->set_web_search_requests(*from.web_search_requests);
  if (from.service_tier) usage->set_service_tier(std::move(*from.service_tier));
}

// True if the model ended an answer, as opposed to a tool use or a refusal.
bool IsEndedAnswer(const v1::Answer& answer) {
  return !answer.text().empty() && (answer.stop_reason() == v1::STOP_REASON_END_TURN ||
                                    answer.stop_reason() == v1::STOP_REASON_STOP_SEQUENCE ||
                                    answer.stop_reason() == v1::STOP_REASON_MAX_TOKENS);
}

// Called once the text is complete, so that until then the text is in memory only once.
void JoinTexts(size_t bytes, v1::Answer* answer) {
  std::string* text = answer->mutable_text();
  text->reserve(bytes);
  for (const v1::AnswerBlock& block : answer->blocks()) text->append(block.text().text());
}

v1::BlockStarted::Kind KindOf(const ContentBlock& block) {
  switch (block.kind) {
    case ContentBlock::Kind::kText:
      return v1::BlockStarted::KIND_TEXT;
    case ContentBlock::Kind::kToolUse:
      return v1::BlockStarted::KIND_TOOL_USE;
    case ContentBlock::Kind::kOpaque:
      break;
  }
  return v1::BlockStarted::KIND_OPAQUE;
}

void SetContent(ContentBlock&& from, v1::AnswerBlock* block) {
  if (from.kind == ContentBlock::Kind::kToolUse) {
    v1::ToolUse* use = block->mutable_tool_use();
    use->set_id(std::move(from.tool_use_id));
    use->set_name(std::move(from.tool_name));
    use->set_input_json(std::move(from.tool_input_json));
  } else {
    block->mutable_opaque()->set_type(std::move(from.type));
    block->mutable_opaque()->set_json(std::move(from.json));
  }
}

}  // namespace

AnswerResolver::AnswerResolver(const SourceIndex& sources, const ResponseOptions& options,
                               v1::Answer* answer)
    : sources_(sources),
      answer_(answer),
      meter_(options.limits, options.held),
      citations_(sources, options, &meter_, answer),
      inspector_(sources, &citations_, &meter_, answer) {}

absl::Status AnswerResolver::Add(messages::MessagePart&& part, Events* events) {
  if (meter_.exceeded()) return meter_.status();
  std::visit([this, events](auto&& from) { Handle(std::move(from), events); }, std::move(part));
  if (!meter_.exceeded()) AppendNotices(events);
  return meter_.status();
}

void AnswerResolver::Handle(messages::MessageOpened&& part, Events* events) {
  if (!meter_.Add(part.model.size() + part.id.size() + 2 * kElementOverhead, 1)) return;
  if (events != nullptr) {
    v1::AnswerStarted* started = events->Add()->mutable_started();
    started->set_model(part.model);
    started->set_upstream_message_id(part.id);
  }
  answer_->set_model(std::move(part.model));
  answer_->set_upstream_message_id(std::move(part.id));
}

void AnswerResolver::Handle(messages::BlockOpened&& part, Events* events) {
  // The block, its content, and the lengths of its text.
  if (!meter_.Add(3 * kElementOverhead, 2)) return;
  open_ = answer_->add_blocks();
  block_start_ = end_;
  if (part.block.kind == ContentBlock::Kind::kText) open_->mutable_text();
  if (events == nullptr) return;
  v1::BlockStarted* started = events->Add()->mutable_block_started();
  started->set_block_index(block_index());
  started->set_kind(KindOf(part.block));
}

void AnswerResolver::Handle(messages::TextAdded&& part, Events* events) {
  // In the block, and in the joined text.
  if (!meter_.Add(2 * part.text.size())) return;
  end_ += text::Measure(part.text);
  open_->mutable_text()->mutable_text()->append(part.text);
  if (events == nullptr) return;
  // Consecutive text of one batch is one delta.
  if (!events->empty()) {
    v1::AnswerEvent* last = events->Mutable(events->size() - 1);
    if (last->has_text_delta() && last->text_delta().block_index() == block_index()) {
      last->mutable_text_delta()->mutable_text()->append(part.text);
      return;
    }
  }
  v1::TextDelta* delta = events->Add()->mutable_text_delta();
  delta->set_block_index(block_index());
  delta->set_text(std::move(part.text));
}

void AnswerResolver::Handle(messages::CitationAdded&& part, Events* events) {
  const int number = open_->text().citations_size();
  const int references = answer_->references_size();
  v1::Citation* citation = open_->mutable_text()->add_citations();
  citations_.Resolve(std::move(part.citation), block_index(), number, citation);
  if (meter_.exceeded()) {
    open_->mutable_text()->mutable_citations()->RemoveLast();
    return;
  }
  ++citation_count_;
  if (events == nullptr) return;
  v1::CitationFound* found = events->Add()->mutable_citation();
  found->set_block_index(block_index());
  *found->mutable_citation() = *citation;
  if (answer_->references_size() > references) {
    *found->mutable_new_reference() = answer_->references(references);
  }
}

void AnswerResolver::Handle(messages::BlockClosed&& part, Events* events) {
  if (part.block.has_value()) {
    const ContentBlock& block = *part.block;
    if (!meter_.Add(block.tool_use_id.size() + block.tool_name.size() +
                    block.tool_input_json.size() + block.type.size() + block.json.size() +
                    3 * kElementOverhead)) {
      return;
    }
    if (part.block->kind == ContentBlock::Kind::kOpaque && !part.block->known) {
      AddNotice(v1::Notice::KIND_UNKNOWN_BLOCK)->set_block_index(block_index());
    }
    SetContent(*std::move(part.block), open_);
    if (events == nullptr) return;
    v1::BlockFinished* finished = AddFinished(events);
    *finished->mutable_content() = *open_;
  } else {
    const v1::Span span = text::MakeSpan(block_start_, end_);
    const int references = answer_->references_size();
    FinishText(span);
    inspector_.InspectBlock(block_index(), block_start_, open_->mutable_text());
    if (events == nullptr || meter_.exceeded()) return;
    v1::BlockFinished* finished = AddFinished(events);
    *finished->mutable_answer_span() = span;
    *finished->mutable_recovered_citations() = open_->text().recovered_citations();
    for (int i = references; i < answer_->references_size(); ++i) {
      *finished->add_new_references() = answer_->references(i);
    }
  }
}

v1::BlockFinished* AnswerResolver::AddFinished(Events* events) const {
  v1::BlockFinished* finished = events->Add()->mutable_block_finished();
  finished->set_block_index(block_index());
  return finished;
}

void AnswerResolver::FinishText(const v1::Span& span) {
  const bool is_empty = span.byte_start() == span.byte_end();
  v1::AnswerText* text = open_->mutable_text();
  for (int i = 0; i < text->citations_size(); ++i) {
    *text->mutable_citations(i)->mutable_answer_span() = span;
    if (!is_empty) continue;
    v1::Notice* notice = AddNotice(v1::Notice::KIND_EMPTY_CLAIM);
    notice->set_block_index(block_index());
    notice->set_citation_index(i);
  }
}

void AnswerResolver::Handle(messages::UnknownReceived&& part, Events* /*events*/) {
  if (++unknown_events_ > kMaxUnknownNotices) return;
  v1::Notice* notice = AddNotice(v1::Notice::KIND_UNKNOWN_EVENT);
  if (part.block >= 0 && part.block <= std::numeric_limits<int32_t>::max()) {
    notice->set_block_index(static_cast<int32_t>(part.block));
  }
  if (part.json.size() > kMaxUnknownBytes - unknown_bytes_) return;
  unknown_bytes_ += part.json.size();
  notice->set_event_json(std::move(part.json));
}

void AnswerResolver::Handle(messages::MessageClosed&& part, Events* /*events*/) {
  JoinTexts(end_.bytes, answer_);
  SetStopReason(part, answer_);
  meter_.Add(answer_->stop_reason_raw().size() + answer_->stop_sequence().size());
  inspector_.Finish();
  if (meter_.exceeded()) return;
  if (IsCitable() && text::HasText(answer_->text())) FillCoverage(&meter_, answer_);
  if (meter_.exceeded()) return;
  if (citation_count_ == 0 && sources_.citable() && !sources_.empty() && IsEndedAnswer(*answer_)) {
    AddNotice(v1::Notice::KIND_NO_CITATIONS);
  }
  AddDroppedBreakpoints();
  if (part.ill_formed_strings > 0) {
    AddNotice(v1::Notice::KIND_ILL_FORMED_TEXT)
        ->set_message(
            absl::StrCat("The response had ", part.ill_formed_strings,
                         " ill-formed strings; U+FFFD replaces what could not be decoded."));
  }
  if (part.usage) {
    CopyUsage(*part.usage, answer_->mutable_usage());
    meter_.Add(answer_->usage().ByteSizeLong(), 1);
  }
  if (!answer_->usage().has_input_tokens() || !answer_->usage().has_output_tokens()) {
    AddNotice(v1::Notice::KIND_INCOMPLETE_USAGE);
  }
  if (unknown_events_ > kMaxUnknownNotices) {
    AddNotice(v1::Notice::KIND_UNKNOWN_EVENT)
        ->set_message(absl::StrCat("The stream had ", unknown_events_ - kMaxUnknownNotices,
                                   " more events of unknown kinds."));
  }
  if (part.truncated) AddNotice(v1::Notice::KIND_TRUNCATED_FINAL_FRAME);
}

void AnswerResolver::AddDroppedBreakpoints() {
  const std::vector<std::string>& dropped = sources_.dropped_cache_breakpoints();
  if (dropped.empty()) return;
  v1::Notice* notice = AddNotice(v1::Notice::KIND_CACHE_BREAKPOINTS_DROPPED);
  for (size_t i = 0; i < std::min(dropped.size(), kMaxNoticeFields); ++i) {
    notice->add_fields(dropped[i]);
  }
  if (dropped.size() <= kMaxNoticeFields) return;
  notice->set_message(absl::StrCat(notice->message(), " Of the ", dropped.size(),
                                   " that were not sent, the first ", kMaxNoticeFields,
                                   " are listed."));
}

bool AnswerResolver::IsCitable() const {
  if (sources_.citable() && !sources_.empty()) return true;
  return std::any_of(answer_->references().begin(), answer_->references().end(),
                     [](const v1::Reference& row) {
                       return row.sources(0).kind() == v1::CitedSource::KIND_WEB_PAGE;
                     });
}

v1::Notice* AnswerResolver::AddNotice(v1::Notice::Kind kind) {
  v1::Notice* notice = answer_->add_notices();
  notice->set_kind(kind);
  notice->set_message(NoticeText(kind));
  return notice;
}

void AnswerResolver::AppendNotices(Events* events) {
  for (int i = appended_notices_; i < answer_->notices_size(); ++i) {
    if (!meter_.Add(answer_->notices(i).ByteSizeLong() + kElementOverhead, 2)) return;
    if (events != nullptr) *events->Add()->mutable_notice() = answer_->notices(i);
  }
  appended_notices_ = answer_->notices_size();
}

absl::Status ResolveMessage(messages::Message&& message, const SourceIndex& sources,
                            const ResponseOptions& options, v1::Answer* answer) {
  AnswerResolver resolver(sources, options, answer);
  absl::Status status;
  messages::ForEachPart(std::move(message), [&resolver, &status](messages::MessagePart&& part) {
    status = resolver.Add(std::move(part), nullptr);
  });
  return status;
}

}  // namespace footnote::answering::resolving
