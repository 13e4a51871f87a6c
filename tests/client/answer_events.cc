// SPDX-License-Identifier: Apache-2.0
#include "tests/client/answer_events.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

// How many bytes the first `count` characters of `text` have.
size_t BytesOf(absl::string_view text, size_t count) {
  size_t i = 0;
  for (; i < text.size(); ++i) {
    const bool starts_character = (text[i] & 0xC0) != 0x80;
    if (starts_character && count-- == 0) break;
  }
  return i;
}

void AppendText(int index, absl::string_view text, const EventOptions& options,
                std::vector<v1::AnswerEvent>* events) {
  while (!text.empty()) {
    const size_t size = BytesOf(text, options.characters_per_delta);
    events->push_back(TextEvent(index, std::string(text.substr(0, size))));
    text.remove_prefix(size);
  }
}

// The row of `citation`, as it is when that is the first to cite it.
v1::Reference FirstRow(const v1::Answer& answer, const v1::Citation& citation) {
  v1::Reference row = answer.references(citation.reference_index());
  row.clear_sources();
  *row.add_sources() = citation.source();
  return row;
}

void AppendCitations(int index, const v1::Answer& answer, std::set<int>* known_rows,
                     std::vector<v1::AnswerEvent>* events) {
  for (const v1::Citation& citation : answer.blocks(index).text().citations()) {
    v1::CitationFound* const found = events->emplace_back().mutable_citation();
    found->set_block_index(index);
    *found->mutable_citation() = citation;
    found->mutable_citation()->clear_answer_span();
    if (!citation.has_reference_index() || !known_rows->insert(citation.reference_index()).second)
      continue;
    *found->mutable_new_reference() = FirstRow(answer, citation);
  }
}

v1::BlockStarted::Kind KindOf(const v1::AnswerBlock& block) {
  return block.has_text()       ? v1::BlockStarted::KIND_TEXT
         : block.has_tool_use() ? v1::BlockStarted::KIND_TOOL_USE
                                : v1::BlockStarted::KIND_OPAQUE;
}

}  // namespace

v1::AnswerRequest RichRequest() {
  return FromText<v1::AnswerRequest>(R"(
    question: "How long is data kept?"
    search_results { id: "a" source: "guide.md" title: "Retention" text: "30 days." document_key: "guide" }
    search_results { id: "b" source: "guide.md" title: "Export" text: "All of it." document_key: "guide" }
    search_results { id: "c" source: "other.md" title: "Other" text: "Nothing." })");
}

v1::Answer RichAnswer() {
  return FromText<v1::Answer>(R"(
    text: "短く: kept 30 days, \r\nand all 🗾 of it. \n"
    blocks { opaque { type: "thinking" json: "{\"type\":\"thinking\"}" } }
    blocks { text { text: "短く: " } }
    blocks {
      text {
        text: "kept 30 days, \r\n"
        citations {
          location { search_result { search_result_index: 0 end_block_index: 1 } }
          cited_text: "30 days." verification { verdict: VERDICT_EXACT }
          source { kind: KIND_SEARCH_RESULT id: "a" api_index: 0 turn_index: 0 item_index: 0 } reference_index: 0
          source_spans { byte_end: 8 }
          answer_span { byte_start: 8 byte_end: 24 }
        }
      }
    }
    blocks {
      text {
        text: "and all 🗾 of it. "
        citations {
          location { search_result { search_result_index: 2 end_block_index: 1 } }
          cited_text: "Nothing." verification { verdict: VERDICT_EXACT }
          source { kind: KIND_SEARCH_RESULT id: "c" api_index: 2 turn_index: 0 item_index: 2 } reference_index: 1
          source_spans { byte_end: 8 }
          answer_span { byte_start: 24 byte_end: 43 }
        }
        citations {
          location { search_result { search_result_index: 1 end_block_index: 1 } }
          cited_text: "All of it." verification { verdict: VERDICT_EXACT }
          source { kind: KIND_SEARCH_RESULT id: "b" api_index: 1 turn_index: 0 item_index: 1 } reference_index: 0
          source_spans { byte_end: 10 }
          answer_span { byte_start: 24 byte_end: 43 }
        }
        citations {
          location { search_result { search_result_index: 9 end_block_index: 1 } }
          cited_text: "From nowhere." verification { verdict: VERDICT_UNKNOWN_SOURCE }
          answer_span { byte_start: 24 byte_end: 43 }
        }
      }
    }
    blocks { text { text: "\n" } }
    blocks { tool_use { id: "t1" name: "search" input_json: "{}" } }
    references {
      number: 1 source: "guide.md" title: "Retention" document_key: "guide"
      sources { kind: KIND_SEARCH_RESULT id: "a" api_index: 0 turn_index: 0 item_index: 0 }
      sources { kind: KIND_SEARCH_RESULT id: "b" api_index: 1 turn_index: 0 item_index: 1 }
    }
    references {
      number: 2 source: "other.md" title: "Other"
      sources { kind: KIND_SEARCH_RESULT id: "c" api_index: 2 turn_index: 0 item_index: 2 }
    }
    notices { kind: KIND_SOURCE_MISMATCH message: "odd source" block_index: 2 citation_index: 0 }
    stop_reason: STOP_REASON_TOOL_USE stop_reason_raw: "tool_use" complete: true
    usage { input_tokens: 12 output_tokens: 34 }
    model: "claude-test" upstream_message_id: "msg_1" upstream_request_id: "req_1"
    attempts { model: "claude-test" http_status: 200 })");
}

v1::Answer LeakedAnswer() {
  return FromText<v1::Answer>(R"pb(
    text: "Kept 30 days. (cite index=\"2-0\">All of it.(/cite) (cite index=\"1-0\">So(/cite)"
    blocks {
      text {
        text: "Kept 30 days."
        citations {
          location { search_result { search_result_index: 0 end_block_index: 1 } }
          cited_text: "30 days."
          verification { verdict: VERDICT_EXACT }
          source { kind: KIND_SEARCH_RESULT id: "a" api_index: 0 turn_index: 0 item_index: 0 }
          reference_index: 0
          source_spans { byte_end: 8 }
          answer_span { byte_end: 13 }
        }
      }
    }
    blocks {
      text {
        text: " (cite index=\"2-0\">All of it.(/cite) (cite index=\"1-0\">So(/cite)"
        recovered_citations {
          location { search_result { search_result_index: 2 end_block_index: 1 } }
          verification { verdict: VERDICT_NOT_CHECKABLE reason: REASON_RECOVERED }
          source { kind: KIND_SEARCH_RESULT id: "c" api_index: 2 turn_index: 0 item_index: 2 }
          reference_index: 1
          source_spans { byte_end: 8 }
          answer_span { byte_start: 33 byte_end: 43 }
        }
        recovered_citations {
          location { search_result { search_result_index: 1 end_block_index: 1 } }
          verification { verdict: VERDICT_NOT_CHECKABLE reason: REASON_RECOVERED }
          source { kind: KIND_SEARCH_RESULT id: "b" api_index: 1 turn_index: 0 item_index: 1 }
          reference_index: 0
          source_spans { byte_end: 10 }
          answer_span { byte_start: 70 byte_end: 72 }
        }
      }
    }
    references {
      number: 1
      source: "guide.md"
      title: "Retention"
      document_key: "guide"
      sources { kind: KIND_SEARCH_RESULT id: "a" api_index: 0 turn_index: 0 item_index: 0 }
      sources { kind: KIND_SEARCH_RESULT id: "b" api_index: 1 turn_index: 0 item_index: 1 }
    }
    references {
      number: 2
      source: "other.md"
      title: "Other"
      sources { kind: KIND_SEARCH_RESULT id: "c" api_index: 2 turn_index: 0 item_index: 2 }
    }
    notices {
      kind: KIND_LEAKED_MARKUP
      message: "the text has citation markup"
      block_index: 1
      span { byte_start: 14 byte_end: 32 }
    }
    stop_reason: STOP_REASON_END_TURN
    stop_reason_raw: "end_turn"
    complete: true
    usage { input_tokens: 12 output_tokens: 34 }
    model: "claude-test"
    upstream_message_id: "msg_1"
    upstream_request_id: "req_1"
    attempts { model: "claude-test" http_status: 200 })pb");
}

std::vector<v1::AnswerEvent> EventsOf(const v1::Answer& answer, const EventOptions& options) {
  std::vector<v1::AnswerEvent> events(1);
  events[0].mutable_started()->set_model(answer.model());
  events[0].mutable_started()->set_upstream_message_id(answer.upstream_message_id());
  std::set<int> known_rows;
  for (int i = 0; i < answer.blocks_size(); ++i) {
    const v1::AnswerBlock& block = answer.blocks(i);
    v1::BlockStarted* const started = events.emplace_back().mutable_block_started();
    started->set_block_index(i);
    started->set_kind(KindOf(block));
    if (options.citations_first) AppendCitations(i, answer, &known_rows, &events);
    AppendText(i, block.text().text(), options, &events);
    if (!options.citations_first) AppendCitations(i, answer, &known_rows, &events);
    v1::BlockFinished* const finished = events.emplace_back().mutable_block_finished();
    finished->set_block_index(i);
    if (!block.has_text()) {
      *finished->mutable_content() = block;
    } else if (block.text().citations_size() > 0) {
      *finished->mutable_answer_span() = block.text().citations(0).answer_span();
    }
    *finished->mutable_recovered_citations() = block.text().recovered_citations();
    for (const v1::Citation& citation : block.text().recovered_citations()) {
      if (!citation.has_reference_index() || !known_rows.insert(citation.reference_index()).second)
        continue;
      *finished->add_new_references() = FirstRow(answer, citation);
    }
  }
  for (const v1::Notice& notice : answer.notices())
    *events.emplace_back().mutable_notice() = notice;
  *events.emplace_back().mutable_completed()->mutable_answer() = answer;
  return events;
}

std::vector<v1::AnswerEvent> EventsWithOmittedContent(const v1::Answer& answer) {
  std::vector<v1::AnswerEvent> events = EventsOf(answer);
  v1::Answer* const completed = events.back().mutable_completed()->mutable_answer();
  completed->clear_text();
  completed->clear_blocks();
  completed->clear_references();
  completed->clear_notices();
  return events;
}

v1::AnswerEvent TextEvent(int block, const std::string& text) {
  v1::AnswerEvent event;
  event.mutable_text_delta()->set_block_index(block);
  event.mutable_text_delta()->set_text(text);
  return event;
}

std::vector<v1::StreamAnswerResponse> Batches(const std::vector<v1::AnswerEvent>& events,
                                              uint64_t cuts) {
  std::vector<v1::StreamAnswerResponse> batches;
  for (size_t i = 0; i < events.size(); ++i) {
    const bool is_cut = i == 0 || (i <= 64 && (cuts >> (i - 1) & 1) != 0);
    if (is_cut) batches.emplace_back();
    *batches.back().add_events() = events[i];
  }
  return batches;
}

}  // namespace footnote::client
