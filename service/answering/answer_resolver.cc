#include "service/answering/answer_resolver.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/answering/citations.h"
#include "service/answering/utf8.h"
#include "service/rich_status.h"

namespace footnote::answering {
namespace {

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

void SetStopReason(messages::Message& message, v1::Answer* answer) {
  if (message.stop_reason) {
    for (const StopReasonRow& row : kStopReasons) {
      if (row.raw != *message.stop_reason) continue;
      answer->set_stop_reason(row.reason);
      answer->set_complete(row.complete);
    }
    answer->set_stop_reason_raw(std::move(*message.stop_reason));
  }
  if (message.stop_sequence) answer->set_stop_sequence(std::move(*message.stop_sequence));
}

void AddNotice(v1::Notice::Kind kind, std::string text, v1::Answer* answer) {
  v1::Notice* notice = answer->add_notices();
  notice->set_kind(kind);
  notice->set_message(std::move(text));
}

void SetUsage(const messages::Message& message, v1::Answer* answer) {
  if (message.usage) {
    const messages::Usage& said = *message.usage;
    v1::Usage* usage = answer->mutable_usage();
    if (said.input_tokens) usage->set_input_tokens(*said.input_tokens);
    if (said.output_tokens) usage->set_output_tokens(*said.output_tokens);
    if (said.cache_creation_input_tokens) {
      usage->set_cache_creation_input_tokens(*said.cache_creation_input_tokens);
    }
    if (said.cache_read_input_tokens) {
      usage->set_cache_read_input_tokens(*said.cache_read_input_tokens);
    }
    if (said.ephemeral_5m_input_tokens) {
      usage->set_ephemeral_5m_input_tokens(*said.ephemeral_5m_input_tokens);
    }
    if (said.ephemeral_1h_input_tokens) {
      usage->set_ephemeral_1h_input_tokens(*said.ephemeral_1h_input_tokens);
    }
    if (said.thinking_tokens) usage->set_thinking_tokens(*said.thinking_tokens);
    if (said.web_search_requests) usage->set_web_search_requests(*said.web_search_requests);
    if (said.service_tier) usage->set_service_tier(*said.service_tier);
  }
  if (!message.usage || !message.usage->input_tokens || !message.usage->output_tokens) {
    AddNotice(v1::Notice::KIND_INCOMPLETE_USAGE,
              "The message's usage is missing or lacks token counts.", answer);
  }
}

// Whether the model came to an end of an answer, as opposed to a tool use or a refusal.
bool EndedAnAnswer(const v1::Answer& answer) {
  return !answer.text().empty() && (answer.stop_reason() == v1::STOP_REASON_END_TURN ||
                                    answer.stop_reason() == v1::STOP_REASON_STOP_SEQUENCE ||
                                    answer.stop_reason() == v1::STOP_REASON_MAX_TOKENS);
}

}  // namespace

void ResolveAnswer(messages::Message&& message, const SourceIndex& sources, v1::Answer* answer) {
  CitationResolver citations(sources, answer);
  int citation_count = 0;
  TextLength end;
  for (messages::ContentBlock& said : message.content) {
    const int block_number = answer->blocks_size();
    v1::AnswerBlock* block = answer->add_blocks();
    switch (said.kind) {
      case messages::ContentBlock::Kind::kText: {
        const TextLength start = end;
        end += Measure(said.text);
        answer->mutable_text()->append(said.text);
        const v1::Span span = MakeSpan(start, end);
        v1::AnswerText* text = block->mutable_text();
        *text->mutable_text() = std::move(said.text);
        int number = 0;
        for (messages::TextCitation& citation : said.citations) {
          citations.Resolve(std::move(citation), block_number, number++, span,
                            text->add_citations());
        }
        citation_count += number;
        break;
      }
      case messages::ContentBlock::Kind::kToolUse:
        block->mutable_tool_use()->set_id(std::move(said.tool_use_id));
        block->mutable_tool_use()->set_name(std::move(said.tool_name));
        block->mutable_tool_use()->set_input_json(std::move(said.tool_input_json));
        break;
      case messages::ContentBlock::Kind::kOpaque:
        if (!said.known) {
          AddNotice(v1::Notice::KIND_UNKNOWN_BLOCK,
                    "The message has a block of a kind that this version does not know.", answer);
          answer->mutable_notices()->rbegin()->set_block(block_number);
        }
        block->mutable_opaque()->set_type(std::move(said.type));
        block->mutable_opaque()->set_json(std::move(said.json));
        break;
    }
  }
  SetStopReason(message, answer);
  if (citation_count == 0 && sources.citable() && !sources.hits().empty() &&
      EndedAnAnswer(*answer)) {
    AddNotice(v1::Notice::KIND_NO_CITATIONS,
              "There were hits with citations on, and the text cites none of them.", answer);
  }
  if (message.ill_formed_strings > 0) {
    AddNotice(v1::Notice::KIND_ILL_FORMED_TEXT,
              absl::StrCat(message.ill_formed_strings,
                           " strings from upstream were ill-formed and have U+FFFD in them."),
              answer);
  }
  SetUsage(message, answer);
  answer->set_model(std::move(message.model));
  answer->set_message_id(std::move(message.id));
}

absl::Status CheckStrict(const v1::Answer& answer) {
  int refused = 0;
  std::string first_place;
  std::string first_verdict;
  for (int b = 0; b < answer.blocks_size(); ++b) {
    const v1::AnswerText& text = answer.blocks(b).text();
    for (int c = 0; c < text.citations_size(); ++c) {
      const v1::Verification& verification = text.citations(c).verification();
      if (IsAcceptable(verification)) continue;
      if (refused++ > 0) continue;
      first_place = absl::StrCat("blocks[", b, "].text.citations[", c, "]");
      first_verdict = v1::Verification::Verdict_Name(verification.verdict());
    }
  }
  if (refused == 0) return absl::OkStatus();
  return ErrorWithInfo(
      absl::StatusCode::kAborted, "UNVERIFIED_CITATION",
      absl::StrCat(refused, " citations could not be verified, the first at ", first_place, ": ",
                   first_verdict, ". Ask again, or without citations.strict to see them."),
      {{"citations", absl::StrCat(refused)}, {"first", first_place}, {"verdict", first_verdict}});
}

}  // namespace footnote::answering
