#include "client/cpp/sources.h"

#include <google/protobuf/text_format.h>

#include <string>

#include "footnote/v1/answer_service.pb.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

template <typename Message>
Message FromText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

TEST(FindHitTest, FindsHitsOfEarlierTurnsAndToolResults) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    turns { user { hits { title: "a" } tool_results { hits { title: "b" } hits { title: "c" } } } }
    turns { assistant {} }
    hits { title: "d" }
    tool_results { hits { title: "e" } })");
  const auto title = [&request](const std::string& source) {
    const v1::SearchResult* hit = FindHit(request, FromText<v1::CitedSource>(source));
    return hit == nullptr ? std::string("none") : hit->title();
  };
  EXPECT_EQ(title("kind: KIND_HIT turn: 0 position: 0"), "a");
  EXPECT_EQ(title("kind: KIND_HIT turn: 0 tool_result: 0 position: 1"), "c");
  EXPECT_EQ(title("kind: KIND_HIT turn: 2 position: 0"), "d");
  EXPECT_EQ(title("kind: KIND_HIT turn: 2 tool_result: 0 position: 0"), "e");
  EXPECT_EQ(title("kind: KIND_HIT position: 0"), "d");
  for (const char* nowhere :
       {"kind: KIND_HIT", "kind: KIND_WEB_PAGE position: 0", "kind: KIND_HIT turn: 3 position: 0",
        "kind: KIND_HIT turn: -1 position: 0", "kind: KIND_HIT turn: 2 position: 1",
        "kind: KIND_HIT turn: 1 position: 0", "kind: KIND_HIT turn: 2 position: -1",
        "kind: KIND_HIT turn: 2 tool_result: 1 position: 0"}) {
    EXPECT_EQ(title(nowhere), "none") << nowhere;
  }
}

TEST(FindDocumentTest, FindsDocumentsOfEarlierTurnsAndToolResults) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    turns { user { documents { title: "a" } tool_results { documents { title: "b" } } } }
    documents { title: "c" } documents { title: "d" }
    hits { title: "no document" })");
  const auto title = [&request](const std::string& source) {
    const v1::Document* document = FindDocument(request, FromText<v1::CitedSource>(source));
    return document == nullptr ? std::string("none") : document->title();
  };
  EXPECT_EQ(title("kind: KIND_DOCUMENT turn: 0 position: 0"), "a");
  EXPECT_EQ(title("kind: KIND_DOCUMENT turn: 0 tool_result: 0 position: 0"), "b");
  EXPECT_EQ(title("kind: KIND_DOCUMENT turn: 1 position: 1"), "d");
  EXPECT_EQ(title("kind: KIND_DOCUMENT position: 0"), "c");
  for (const char* nowhere :
       {"kind: KIND_DOCUMENT", "kind: KIND_HIT position: 0", "kind: KIND_DOCUMENT position: 2",
        "kind: KIND_DOCUMENT turn: 2 position: 0", "position: 0"}) {
    EXPECT_EQ(title(nowhere), "none") << nowhere;
  }
}

TEST(TextOfTest, IsTheTextOrTheTextBlocksJoined) {
  EXPECT_EQ(TextOf(FromText<v1::SearchResult>("text: 'ab'")), "ab");
  EXPECT_EQ(TextOf(FromText<v1::SearchResult>("blocks { text: 'a' } blocks { text: 'b' }")), "ab");
  EXPECT_EQ(TextOf(FromText<v1::Document>("text: 'ab'")), "ab");
  EXPECT_EQ(TextOf(FromText<v1::Document>(
                "blocks { blocks { text: 'a' } blocks { image {} } blocks { text: 'b' } }")),
            "ab");
  EXPECT_EQ(TextOf(FromText<v1::Document>("pdf: '%PDF-'")), "");
}

// B41
TEST(SliceTest, CutsAtBytesWhateverTheCharacters) {
  const std::string text = "はい。料金😀は月額1,000円です。";
  v1::Span span;
  span.set_byte_start(9);
  span.set_byte_end(static_cast<int>(text.size()));
  EXPECT_EQ(Slice(text, span), "料金😀は月額1,000円です。");
  span.set_byte_end(span.byte_start());
  EXPECT_EQ(Slice(text, span), "");
}

TEST(SliceTest, IsEmptyOutsideTheText) {
  for (const char* outside :
       {"byte_start: -1 byte_end: 2", "byte_start: 2 byte_end: 1", "byte_start: 0 byte_end: 4",
        "byte_start: 4 byte_end: 4", "byte_start: -2 byte_end: -1"}) {
    EXPECT_EQ(Slice("abc", FromText<v1::Span>(outside)), "") << outside;
  }
}

}  // namespace
}  // namespace footnote::client
