#include "service/answering/building/preview.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/answering/random_text.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {
namespace {

using google::protobuf::util::MessageDifferencer;

v1::PreviewAnswerResponse Preview(const v1::AnswerRequest& request) {
  v1::PreviewAnswerResponse preview;
  DescribeRequest(MustBuild(request), &preview);
  return preview;
}

TEST(PreviewTest, TheJsonIsWhatAnAnswerWouldSendByteForByte) {
  EXPECT_EQ(Preview(TwoHits()).upstream_json(), MustBuild(TwoHits()).json);
}

TEST(PreviewTest, EveryHitIsListedAsTheApiWillCountIt) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    turns {
      user {
        question: "P"
        hits { id: "a" source: "s" title: "t" text: "x" }
      }
    }
    turns { assistant { blocks { tool_use { id: "u" name: "n" input_json: "{}" } } } }
    tool_results {
      tool_use_id: "u"
      hits { id: "b" source: "s" title: "t" text: "x" }
    }
    hits {
      source: "s"
      title: "t"
      blocks { text: "料金" }
      blocks { text: "😀x" }
    }
    hits {
      id: "d"
      source: "s"
      title: "t"
      text: "One.\n\nTwo."
      chunking { policy: POLICY_WHOLE }
    }
  )pb");
  v1::PreviewAnswerResponse preview = Preview(request);
  preview.clear_upstream_json();
  EXPECT_TRUE(MessageDifferencer::Equals(
      preview, FromText<v1::PreviewAnswerResponse>(R"pb(
        hits {
          source { kind: KIND_HIT id: "a" index: 0 turn: 0 position: 0 }
          chunking { policy: POLICY_PARAGRAPH }
          blocks { span { byte_end: 1 utf16_end: 1 code_point_end: 1 } }
        }
        hits {
          source { kind: KIND_HIT id: "b" index: 1 turn: 2 tool_result: 0 position: 0 }
          chunking { policy: POLICY_PARAGRAPH }
          blocks { span { byte_end: 1 utf16_end: 1 code_point_end: 1 } }
        }
        hits {
          source { kind: KIND_HIT index: 2 turn: 2 position: 0 }
          blocks { span { byte_end: 6 utf16_end: 2 code_point_end: 2 } }
          blocks {
            span {
              byte_start: 6
              byte_end: 11
              utf16_start: 2
              utf16_end: 5
              code_point_start: 2
              code_point_end: 4
            }
          }
        }
        hits {
          source { kind: KIND_HIT id: "d" index: 3 turn: 2 position: 1 }
          chunking { policy: POLICY_WHOLE }
          blocks { span { byte_end: 10 utf16_end: 10 code_point_end: 10 } }
        }
      )pb")))
      << preview.DebugString();
}

TEST(PreviewTest, CacheMarksAreListedInTheApisOrder) {
  const v1::PreviewAnswerResponse preview = Preview(FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    hits {
      source: "s"
      title: "t"
      text: "x"
      cache_control { ttl: TTL_5M }
    }
    hits {
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
  ASSERT_EQ(preview.cache_marks_size(), 3);
  EXPECT_EQ(preview.cache_marks(0).field(), "model_options.system_cache_control");
  EXPECT_EQ(preview.cache_marks(0).ttl(), v1::CacheControl::TTL_1H);
  EXPECT_EQ(preview.cache_marks(1).field(), "hits[0].cache_control");
  EXPECT_EQ(preview.cache_marks(2).field(), "hits[1].cache_control");
  EXPECT_EQ(preview.cache_marks(2).ttl(), v1::CacheControl::TTL_5M);
}

TEST(PreviewTest, TheSpansOfAHitSliceToTheBlocksThatAreSent) {
  RandomText random(12);
  for (int i = 0; i < 2000; ++i) {
    v1::AnswerRequest request = TwoHits();
    request.mutable_hits(0)->clear_blocks();
    request.mutable_hits(0)->set_text(random.NotBlank(30));
    const v1::PreviewAnswerResponse preview = Preview(request);
    const Json sent = Json::parse(preview.upstream_json())["messages"][0]["content"][0]["content"];
    ASSERT_EQ(preview.hits(0).blocks_size(), static_cast<int>(sent.size()));
    for (int b = 0; b < preview.hits(0).blocks_size(); ++b) {
      ASSERT_EQ(Slice(request.hits(0).text(), preview.hits(0).blocks(b).span()),
                sent[b]["text"].get<std::string>());
    }
  }
}

}  // namespace
}  // namespace footnote::answering
