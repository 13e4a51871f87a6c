// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/preview/preview.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tests/answering/building/content/rule_testing.h"
#include "tests/answering/test_support.h"
#include "tests/support/random_text.h"

namespace footnote::answering::building {
namespace {

using google::protobuf::util::MessageDifferencer;

v1::PreviewAnswerResponse Preview(const v1::AnswerRequest& request) {
  v1::PreviewAnswerRequest in;
  *in.mutable_request() = request;
  v1::PreviewAnswerResponse preview;
  const absl::Status status = PreviewRequest(in, TestDefaults(), &preview);
  EXPECT_TRUE(status.ok()) << status;
  return preview;
}

TEST(PreviewTest, TheJsonEqualsThatOfAnAnswerByteForByte) {
  EXPECT_EQ(Preview(TwoHits()).upstream_json(), MustBuild(TwoHits()).json);
}

TEST(PreviewTest, SearchResultsAreListedInTheOrderOfTheApi) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    turns {
      user {
        question: "P"
        search_results { id: "a" source: "s" title: "t" text: "x" }
      }
    }
    turns { assistant { blocks { tool_use { id: "u" name: "n" input_json: "{}" } } } }
    tool_results {
      tool_use_id: "u"
      search_results { id: "b" source: "s" title: "t" text: "x" }
    }
    search_results {
      source: "s"
      title: "t"
      blocks {
        blocks { text: "料金" }
        blocks { text: "😀x" }
      }
    }
    search_results {
      id: "d"
      source: "s"
      title: "t"
      text: "One.\n\nTwo."
      chunking { policy: POLICY_WHOLE }
    }
  )pb");
  v1::PreviewAnswerResponse preview = Preview(request);
  preview.clear_upstream_json();
  preview.clear_estimated_input_tokens();
  preview.clear_warnings();
  EXPECT_TRUE(MessageDifferencer::Equals(
      preview, FromText<v1::PreviewAnswerResponse>(R"pb(
        search_results {
          source { kind: KIND_SEARCH_RESULT id: "a" api_index: 0 turn_index: 0 item_index: 0 }
          chunking { policy: POLICY_PARAGRAPH min_block_bytes: 0 max_block_bytes: 0 }
          blocks {
            span { byte_end: 1 utf16_end: 1 code_point_end: 1 }
            kind: KIND_TEXT
          }
        }
        search_results {
          source {
            kind: KIND_SEARCH_RESULT
            id: "b"
            api_index: 1
            turn_index: 2
            tool_result_index: 0
            item_index: 0
          }
          chunking { policy: POLICY_PARAGRAPH min_block_bytes: 0 max_block_bytes: 0 }
          blocks {
            span { byte_end: 1 utf16_end: 1 code_point_end: 1 }
            kind: KIND_TEXT
          }
        }
        search_results {
          source { kind: KIND_SEARCH_RESULT api_index: 2 turn_index: 2 item_index: 0 }
          blocks {
            span { byte_end: 6 utf16_end: 2 code_point_end: 2 }
            kind: KIND_TEXT
          }
          blocks {
            span {
              byte_start: 6
              byte_end: 11
              utf16_start: 2
              utf16_end: 5
              code_point_start: 2
              code_point_end: 4
            }
            kind: KIND_TEXT
          }
        }
        search_results {
          source { kind: KIND_SEARCH_RESULT id: "d" api_index: 3 turn_index: 2 item_index: 1 }
          chunking { policy: POLICY_WHOLE min_block_bytes: 0 max_block_bytes: 0 }
          blocks {
            span { byte_end: 10 utf16_end: 10 code_point_end: 10 }
            kind: KIND_TEXT
          }
        }
      )pb")))
      << preview.DebugString();
}

TEST(PreviewTest, ThePatternOfTheRequestIsNotRepeatedForEachSearchResult) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    chunking { policy: POLICY_PATTERN pattern: ";" }
    search_results { source: "s" title: "t" text: "a;b" }
    search_results {
      source: "s"
      title: "t"
      text: "a,b"
      chunking { policy: POLICY_PATTERN pattern: "," }
    }
  )pb");
  const v1::PreviewAnswerResponse preview = Preview(request);
  EXPECT_EQ(preview.search_results(0).chunking().policy(), v1::Chunking::POLICY_PATTERN);
  EXPECT_EQ(preview.search_results(0).chunking().pattern(), "");
  EXPECT_EQ(preview.search_results(0).blocks_size(), 2);
  EXPECT_EQ(preview.search_results(1).chunking().pattern(), ",");
}

TEST(PreviewTest, SourcesOfOrderedContentAreListedWithTheirIndexInIt) {
  const v1::PreviewAnswerResponse preview = Preview(FromText<v1::AnswerRequest>(R"pb(
    content { text { text: "Compare" } }
    content { document { id: "d" text: "x" } }
    content { search_result { id: "s" source: "s" title: "t" text: "y" } }
  )pb"));
  ASSERT_EQ(preview.documents_size(), 1);
  EXPECT_EQ(preview.documents(0).source().id(), "d");
  EXPECT_EQ(preview.documents(0).source().item_index(), 1);
  EXPECT_EQ(preview.documents(0).source().api_index(), 0);
  ASSERT_EQ(preview.search_results_size(), 1);
  EXPECT_EQ(preview.search_results(0).source().id(), "s");
  EXPECT_EQ(preview.search_results(0).source().item_index(), 2);
  EXPECT_EQ(preview.search_results(0).source().api_index(), 0);
}

TEST(PreviewTest, AToolAfterTheWebSearchCanHaveACacheBreakpoint) {
  const v1::PreviewAnswerResponse preview = Preview(FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    tools {
      web_search {}
      cache_control { ttl: TTL_1H }
    }
    tools {
      custom { name: "t" input_schema_json: "{\"type\":\"object\"}" }
      cache_control {}
    }
  )pb"));
  ASSERT_EQ(preview.cache_breakpoints_size(), 2);
  EXPECT_EQ(preview.cache_breakpoints(0).field(), "request.tools[0].cache_control");
  EXPECT_EQ(preview.cache_breakpoints(0).upstream_path(), "tools[0]");
  EXPECT_EQ(preview.cache_breakpoints(1).field(), "request.tools[1].cache_control");
  EXPECT_EQ(preview.cache_breakpoints(1).upstream_path(), "tools[1]");
}

TEST(PreviewTest, CacheBreakpointsAreListedInTheOrderOfTheApi) {
  const v1::PreviewAnswerResponse preview = Preview(FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    search_results {
      source: "s"
      title: "t"
      text: "x"
      cache_control { ttl: TTL_5M }
    }
    search_results {
      source: "s"
      title: "t"
      text: "x"
      cache_control {}
    }
    model_options {
      system: "S"
      system_cache_control { ttl: TTL_1H }
    }
  )pb"));
  ASSERT_EQ(preview.cache_breakpoints_size(), 3);
  EXPECT_EQ(preview.cache_breakpoints(0).field(), "request.model_options.system_cache_control");
  EXPECT_EQ(preview.cache_breakpoints(0).ttl(), v1::CacheControl::TTL_1H);
  EXPECT_EQ(preview.cache_breakpoints(0).upstream_path(), "system[0]");
  EXPECT_EQ(preview.cache_breakpoints(1).field(), "request.search_results[0].cache_control");
  EXPECT_EQ(preview.cache_breakpoints(1).upstream_path(), "messages[0].content[0]");
  EXPECT_EQ(preview.cache_breakpoints(2).field(), "request.search_results[1].cache_control");
  EXPECT_EQ(preview.cache_breakpoints(2).ttl(), v1::CacheControl::TTL_5M);
  EXPECT_GT(preview.cache_breakpoints(2).estimated_prefix_tokens(),
            preview.cache_breakpoints(1).estimated_prefix_tokens());
  EXPECT_GT(preview.estimated_input_tokens(),
            preview.cache_breakpoints(2).estimated_prefix_tokens());
}

TEST(PreviewTest, PlannedBreakpointsHaveAPathAndNoField) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
  request.mutable_search_results(1)->mutable_blocks()->mutable_blocks(0)->set_text(
      std::string(8000, 'x'));
  const v1::PreviewAnswerResponse preview = Preview(request);
  ASSERT_EQ(preview.cache_breakpoints_size(), 2);
  EXPECT_EQ(preview.cache_breakpoints(0).field(), "");
  EXPECT_EQ(preview.cache_breakpoints(0).upstream_path(), "messages[0].content[1]");
  EXPECT_EQ(preview.cache_breakpoints(1).upstream_path(), "messages[0].content[2]");
  EXPECT_NEAR(preview.cache_breakpoints(0).estimated_prefix_tokens(), 2000, 300);
}

// B53
TEST(PreviewTest, OfSixBreakpointsFourAreSentAndTheOthersAreReported) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    model_options {
      system: "S"
      system_cache_control {}
    }
    tools {
      custom { name: "t" input_schema_json: "{\"type\":\"object\"}" }
      cache_control {}
    }
    cache_options { policy: POLICY_AUTO }
  )pb");
  for (int i = 0; i < 4; ++i) {
    v1::SearchResult* search_result = request.add_search_results();
    search_result->set_source("s");
    search_result->set_title("t");
    search_result->set_text(absl::StrCat("Text ", i));
    search_result->mutable_cache_control();
  }
  const v1::PreviewAnswerResponse preview = Preview(request);
  EXPECT_EQ(preview.cache_breakpoints_size(), 4);
  std::vector<std::string> dropped;
  for (const v1::PreviewWarning& warning : preview.warnings()) {
    if (warning.kind() == v1::PreviewWarning::KIND_CACHE_BREAKPOINT_DROPPED) {
      dropped.push_back(warning.field());
    }
  }
  EXPECT_THAT(dropped, testing::ElementsAre("request.search_results[0].cache_control",
                                            "request.search_results[1].cache_control"));
  int sent = 0;
  for (size_t at = preview.upstream_json().find("cache_control"); at != std::string::npos;
       at = preview.upstream_json().find("cache_control", at + 1)) {
    ++sent;
  }
  EXPECT_EQ(sent, 4);
}

TEST(PreviewTest, ADocumentIsListedWithItsKindOfContentAndItsSize) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    documents { id: "a" text: "One. 料金." }
    documents {
      text: "One.\n\nTwo."
      chunking { policy: POLICY_PARAGRAPH }
    }
    documents { id: "c" pdf: "%PDF-1.7 etc" }
    documents { pdf_url: "https://example.com/a.pdf" }
    documents { file_id: "file_1" }
    documents {
      blocks {
        blocks { text: "料金" }
        blocks { image { data: "\x89PNG\r\n\x1a\n" } }
        blocks { text: "x" }
      }
    }
  )pb");
  const v1::PreviewAnswerResponse preview = Preview(request);
  using Document = v1::PreviewedDocument;
  const struct {
    Document::Content content;
    int64_t bytes;
    int blocks;
  } kExpected[] = {{Document::CONTENT_TEXT, 12, 1}, {Document::CONTENT_BLOCKS, 10, 2},
                   {Document::CONTENT_PDF, 12, 0},  {Document::CONTENT_URL, 0, 0},
                   {Document::CONTENT_FILE, 0, 0},  {Document::CONTENT_BLOCKS, 15, 3}};
  ASSERT_EQ(preview.documents_size(), 6);
  for (int i = 0; i < 6; ++i) {
    const Document& document = preview.documents(i);
    EXPECT_EQ(document.content(), kExpected[i].content) << i;
    EXPECT_EQ(document.content_bytes(), kExpected[i].bytes) << i;
    EXPECT_EQ(document.blocks_size(), kExpected[i].blocks) << i;
    EXPECT_EQ(document.has_chunking(), i == 1) << i;
    EXPECT_EQ(document.source().kind(), v1::CitedSource::KIND_DOCUMENT) << i;
    EXPECT_EQ(document.source().api_index(), i);
  }
  EXPECT_EQ(preview.documents(2).source().id(), "c");
  EXPECT_EQ(preview.documents(0).blocks(0).span().code_point_end(), 8);
}

TEST(PreviewTest, AnImageInADocumentHasAnEmptySpanAtItsPosition) {
  const v1::PreviewAnswerResponse preview = Preview(FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    documents {
      blocks {
        blocks { text: "料金" }
        blocks { image { data: "\x89PNG\r\n\x1a\n" } }
        blocks { text: "x" }
      }
    }
  )pb"));
  ASSERT_EQ(preview.documents_size(), 1);
  const auto& blocks = preview.documents(0).blocks();
  ASSERT_EQ(blocks.size(), 3);
  EXPECT_EQ(blocks[0].kind(), v1::PreviewedBlock::KIND_TEXT);
  EXPECT_EQ(blocks[1].kind(), v1::PreviewedBlock::KIND_IMAGE);
  EXPECT_EQ(blocks[1].span().byte_start(), 6);
  EXPECT_EQ(blocks[1].span().byte_end(), 6);
  EXPECT_EQ(blocks[2].span().byte_start(), 6);
  EXPECT_EQ(blocks[2].span().byte_end(), 7);
  EXPECT_EQ(blocks[2].span().utf16_start(), 2);
}

TEST(PreviewTest, ViolationsHaveThePathsOfThePreviewRequest) {
  v1::PreviewAnswerRequest request;
  v1::PreviewAnswerResponse preview;
  const absl::Status status = PreviewRequest(request, TestDefaults(), &preview);
  EXPECT_THAT(ViolationsIn(status), testing::ElementsAre(Violates("request.question", "")));
}

TEST(PreviewTest, TheMaximumNumberOfBlocksIsListed) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  v1::SearchResult* search_result = request.add_search_results();
  search_result->set_source("s");
  search_result->set_title("t");
  constexpr int kBlocks = 200000;
  for (int i = 0; i < kBlocks; ++i) search_result->mutable_blocks()->add_blocks()->set_text("x");
  const v1::PreviewAnswerResponse preview = Preview(request);
  ASSERT_EQ(preview.search_results(0).blocks_size(), kBlocks);
  EXPECT_EQ(preview.search_results(0).blocks(kBlocks - 1).span().byte_end(), kBlocks);
}

TEST(PreviewTest, TheSpansOfASearchResultSliceToTheBlocksThatAreSent) {
  testing_support::RandomText random(12);
  for (int i = 0; i < 2000; ++i) {
    v1::AnswerRequest request = TwoHits();
    request.mutable_search_results(0)->set_text(random.NotBlank(30));
    const v1::PreviewAnswerResponse preview = Preview(request);
    const Json sent = Json::parse(preview.upstream_json())["messages"][0]["content"][0]["content"];
    ASSERT_EQ(preview.search_results(0).blocks_size(), static_cast<int>(sent.size()));
    for (int b = 0; b < preview.search_results(0).blocks_size(); ++b) {
      ASSERT_EQ(Slice(request.search_results(0).text(), preview.search_results(0).blocks(b).span()),
                sent[b]["text"].get<std::string>());
    }
  }
}

}  // namespace
}  // namespace footnote::answering::building
