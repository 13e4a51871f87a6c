// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "absl/strings/str_split.h"
#include "client/cli/output/render.h"
#include "client/cli/text/columns.h"
#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

v1::AnswerRequest Request() {
  return FromText<v1::AnswerRequest>(R"(
    question: "How long is data kept?"
    documents { id: "scan.pdf" title: "scan.pdf" pdf: "%PDF-1.4" }
    documents { id: "notes.txt" title: "notes.txt" text: "Keys last a day." }
    search_results {
      id: "guide.md#100-180" source: "guide.md" title: "データの保管について"
      text: "# データ\n\nデータは30日間保管されます。バックアップは暗号化されます。"
    }
    search_results { source: "https://x.example/a" title: "Other" blocks { blocks { text: "All of it." } } })");
}

v1::PreviewAnswerResponse Preview() {
  return FromText<v1::PreviewAnswerResponse>(R"(
    upstream_json: "{}"
    upstream_headers { name: "anthropic-version" value: "2023-06-01" }
    documents {
      source { kind: KIND_DOCUMENT id: "scan.pdf" api_index: 0 turn_index: 0 item_index: 0 }
      content: CONTENT_PDF content_bytes: 12345
    }
    documents {
      source { kind: KIND_DOCUMENT id: "notes.txt" api_index: 1 turn_index: 0 item_index: 1 }
      content: CONTENT_TEXT content_bytes: 16
      blocks { kind: KIND_TEXT span { byte_end: 16 } }
    }
    search_results {
      source { kind: KIND_SEARCH_RESULT id: "guide.md#100-180" api_index: 0 turn_index: 0 item_index: 0 }
      chunking { policy: POLICY_SENTENCE language: "ja" }
      blocks { kind: KIND_TEXT span { byte_end: 54 } joined: true }
      blocks { kind: KIND_TEXT span { byte_start: 54 byte_end: 99 } size_split: true over_maximum: true }
    }
    search_results {
      source { kind: KIND_SEARCH_RESULT api_index: 1 turn_index: 0 item_index: 1 }
      blocks { kind: KIND_TEXT span { byte_end: 10 } }
    }
    cache_breakpoints {
      field: "request.search_results[1].cache_control" upstream_path: "messages[0].content[3]" ttl: TTL_1H
      estimated_prefix_tokens: 4100
    }
    cache_breakpoints { upstream_path: "system[0]" }
    estimated_input_tokens: 1234
    warnings {
      kind: KIND_NOT_VERIFIABLE field: "request.documents[0]" message: "its text is not in the request"
    }
    warnings {
      kind: KIND_CACHE_BREAKPOINT_DROPPED field: "request.search_results[0].cache_control"
      message: "it is not sent"
    })");
}

TEST(RenderPreviewTest, ShowsSourcesBlocksBreakpointsAndWarnings) {
  EXPECT_EQ(
      RenderPreview(Request(), Preview(), 100),
      R"(2 documents, 2 search results, 4 blocks, 2 cache breakpoints, 2 bytes of JSON, about 1234 tokens
! request.documents[0]: its text is not in the request
! request.search_results[0].cache_control: it is not sent

Sources
  source    kind  id               title             from              split     lang  blocks  bytes
  doc 0     PDF   scan.pdf         scan.pdf                            page                 0  12345
  doc 1     text  notes.txt        notes.txt                           API                  1     16
  result 0  text  guide.md#100-1…  データの保管に…   guide.md          sentence  ja         2     99
  result 1  text                   Other             https://x.examp…  as given             1     10

Blocks
  source    block  bytes    flags                 text
  doc 1         0  [0,16)                         Keys last a day.
  result 0      0  [0,54)   joined                # データ  データは30日間保管されます。
                1  [54,99)  size split, too long  バックアップは暗号化されます。
  result 1      0  [0,10)                         All of it.

Cache breakpoints
  path                    field                                    time to live  prefix tokens
  messages[0].content[3]  request.search_results[1].cache_control  1 hour           about 4100
  system[0]               (planned)                                5 minutes

Headers
  anthropic-version: 2023-06-01
)");
}

TEST(RenderPreviewTest, DoesNotExceedTheWidth) {
  for (const size_t width : {80u, 100u, 200u}) {
    const std::string text = RenderPreview(Request(), Preview(), width);
    for (const auto& line : absl::StrSplit(text, '\n')) {
      EXPECT_LE(ColumnsOf(line), width) << line;
    }
  }
}

TEST(RenderPreviewTest, MarksImagesAndShowsNoTextForThem) {
  v1::AnswerRequest request;
  request.add_documents()->mutable_blocks()->add_blocks()->mutable_image();
  request.mutable_documents(0)->mutable_blocks()->add_blocks()->set_text("Caption");
  const std::string text = RenderPreview(request, FromText<v1::PreviewAnswerResponse>(R"(
    documents {
      source { kind: KIND_DOCUMENT api_index: 0 turn_index: 0 item_index: 0 } content: CONTENT_BLOCKS
      blocks { kind: KIND_IMAGE } blocks { kind: KIND_TEXT span { byte_end: 7 } }
    })"),
                                         80);
  EXPECT_THAT(text, HasSubstr("  doc 0       0         image\n"));
  EXPECT_THAT(text, HasSubstr("              1  [0,7)         Caption\n"));
  EXPECT_THAT(text, HasSubstr("as given"));
}

TEST(RenderPreviewTest, OmitsEmptySections) {
  const std::string text = RenderPreview({}, {}, 80);
  EXPECT_EQ(text, "0 search results, 0 blocks, 0 cache breakpoints, 0 bytes of JSON\n");
}

TEST(RenderPreviewTest, AcceptsSourcesThatTheRequestLacks) {
  const std::string text = RenderPreview({}, Preview(), 80);
  EXPECT_THAT(text, HasSubstr("result 1"));
  EXPECT_THAT(text, Not(HasSubstr("All of it.")));
}

}  // namespace
}  // namespace footnote::client
