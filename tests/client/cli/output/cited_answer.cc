// SPDX-License-Identifier: Apache-2.0
#include "tests/client/cli/output/cited_answer.h"

#include "tests/client/from_text.h"

namespace footnote::client {

v1::AnswerRequest CitedRequest() {
  return FromText<v1::AnswerRequest>(R"(
    question: "How long is data kept?"
    search_results {
      id: "guide.md#100-180" source: "guide.md" title: "Guide — Retention"
      text: "Data is kept for 30 days.\n\nBackups are kept for a year."
      document_key: "guide.md" metadata { key: "byte_start" value: "100" }
    }
    search_results {
      source: "guide.md" title: "Guide — Export" text: "Exports say “all”."
      document_key: "guide.md" metadata { key: "byte_start" value: "400" }
    }
    search_results { source: "https://x.example/a_b" title: "Other *page*" text: "Nothing is kept." })");
}

v1::Answer CompleteAnswer() {
  return FromText<v1::Answer>(R"(
    text: "In short: data is kept for 30 days, and exports hold all of it.\n"
    blocks { text { text: "In short: " } }
    blocks {
      text {
        text: "data is kept for 30 days, "
        citations {
          location {
            search_result { search_result_index: 0 start_block_index: 0 end_block_index: 1 }
          }
          cited_text: "Data is kept for 30 days.\n\n"
          verification { verdict: VERDICT_EXACT }
          source { kind: KIND_SEARCH_RESULT api_index: 0 turn_index: 0 item_index: 0 }
          reference_index: 0
          source_spans { byte_start: 0 byte_end: 27 }
          answer_span { byte_start: 10 byte_end: 36 }
        }
      }
    }
    blocks {
      text {
        text: "and exports hold all of it.\n"
        citations {
          location {
            search_result { search_result_index: 1 start_block_index: 0 end_block_index: 1 }
          }
          cited_text: "Exports say \"all\"."
          verification { verdict: VERDICT_NORMALIZED folds: FOLD_QUOTES }
          source { kind: KIND_SEARCH_RESULT api_index: 1 turn_index: 0 item_index: 1 }
          reference_index: 0
          source_spans { byte_start: 0 byte_end: 22 }
          answer_span { byte_start: 36 byte_end: 64 }
        }
        citations {
          location {
            search_result { search_result_index: 2 start_block_index: 0 end_block_index: 1 }
          }
          cited_text: "Nothing at all."
          verification { verdict: VERDICT_MISMATCH reason: REASON_TEXT }
          source { kind: KIND_SEARCH_RESULT api_index: 2 turn_index: 0 item_index: 2 }
          reference_index: 1
          source_spans { byte_start: 0 byte_end: 16 }
          answer_span { byte_start: 36 byte_end: 64 }
        }
        citations {
          location {
            search_result { search_result_index: 9 start_block_index: 0 end_block_index: 1 }
          }
          cited_text: "From nowhere."
          verification { verdict: VERDICT_UNKNOWN_SOURCE }
          answer_span { byte_start: 36 byte_end: 64 }
        }
      }
    }
    references { number: 1 source: "guide.md" title: "Guide — Retention" document_key: "guide.md" }
    references { number: 2 source: "https://x.example/a_b" title: "Other *page*" }
    stop_reason: STOP_REASON_END_TURN stop_reason_raw: "end_turn" complete: true
    usage { input_tokens: 120 output_tokens: 34 }
    model: "claude-test")");
}

}  // namespace footnote::client
