// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/sources.h"

#include <string>

#include "footnote/v1/answer_service.pb.h"
#include "gtest/gtest.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

TEST(FindSearchResultTest, FindsSearchResultsOfEarlierTurnsAndToolResults) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    turns { user { search_results { title: "a" } tool_results { search_results { title: "b" } search_results { title: "c" } } } }
    turns { assistant {} }
    search_results { title: "d" }
    tool_results { search_results { title: "e" } })");
  const auto title = [&request](const std::string& source) {
    const v1::SearchResult* hit = FindSearchResult(request, FromText<v1::CitedSource>(source));
    return hit == nullptr ? std::string("none") : hit->title();
  };
  EXPECT_EQ(title("kind: KIND_SEARCH_RESULT turn_index: 0 item_index: 0"), "a");
  EXPECT_EQ(title("kind: KIND_SEARCH_RESULT turn_index: 0 tool_result_index: 0 item_index: 1"),
            "c");
  EXPECT_EQ(title("kind: KIND_SEARCH_RESULT turn_index: 2 item_index: 0"), "d");
  EXPECT_EQ(title("kind: KIND_SEARCH_RESULT turn_index: 2 tool_result_index: 0 item_index: 0"),
            "e");
  EXPECT_EQ(title("kind: KIND_SEARCH_RESULT item_index: 0"), "d");
  for (const char* nowhere :
       {"kind: KIND_SEARCH_RESULT", "kind: KIND_WEB_PAGE item_index: 0",
        "kind: KIND_SEARCH_RESULT turn_index: 3 item_index: 0",
        "kind: KIND_SEARCH_RESULT turn_index: -1 item_index: 0",
        "kind: KIND_SEARCH_RESULT turn_index: 2 item_index: 1",
        "kind: KIND_SEARCH_RESULT turn_index: 1 item_index: 0",
        "kind: KIND_SEARCH_RESULT turn_index: 2 item_index: -1",
        "kind: KIND_SEARCH_RESULT turn_index: 2 tool_result_index: 1 item_index: 0"}) {
    EXPECT_EQ(title(nowhere), "none") << nowhere;
  }
}

TEST(FindDocumentTest, FindsDocumentsOfEarlierTurnsAndToolResults) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    turns { user { documents { title: "a" } tool_results { documents { title: "b" } } } }
    documents { title: "c" } documents { title: "d" }
    search_results { title: "no document" })");
  const auto title = [&request](const std::string& source) {
    const v1::Document* document = FindDocument(request, FromText<v1::CitedSource>(source));
    return document == nullptr ? std::string("none") : document->title();
  };
  EXPECT_EQ(title("kind: KIND_DOCUMENT turn_index: 0 item_index: 0"), "a");
  EXPECT_EQ(title("kind: KIND_DOCUMENT turn_index: 0 tool_result_index: 0 item_index: 0"), "b");
  EXPECT_EQ(title("kind: KIND_DOCUMENT turn_index: 1 item_index: 1"), "d");
  EXPECT_EQ(title("kind: KIND_DOCUMENT item_index: 0"), "c");
  for (const char* nowhere : {"kind: KIND_DOCUMENT", "kind: KIND_SEARCH_RESULT item_index: 0",
                              "kind: KIND_DOCUMENT item_index: 2",
                              "kind: KIND_DOCUMENT turn_index: 2 item_index: 0", "item_index: 0"}) {
    EXPECT_EQ(title(nowhere), "none") << nowhere;
  }
}

TEST(FindInContentTest, FindsTheItemOfTheContentListIfItHasTheKind) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    turns {
      user {
        content { text { text: "q" } }
        content { search_result { title: "a" } }
        tool_results { documents { title: "tool" } }
      }
    }
    content { document { title: "b" } }
    content { search_result { title: "c" } })");
  const auto search_result = [&request](const std::string& position) {
    const v1::SearchResult* found = FindSearchResult(
        request, FromText<v1::CitedSource>("kind: KIND_SEARCH_RESULT " + position));
    return found == nullptr ? std::string("none") : found->title();
  };
  const auto document = [&request](const std::string& position) {
    const v1::Document* found =
        FindDocument(request, FromText<v1::CitedSource>("kind: KIND_DOCUMENT " + position));
    return found == nullptr ? std::string("none") : found->title();
  };
  EXPECT_EQ(search_result("turn_index: 0 item_index: 1"), "a");
  EXPECT_EQ(search_result("turn_index: 1 item_index: 1"), "c");
  EXPECT_EQ(document("turn_index: 1 item_index: 0"), "b");
  EXPECT_EQ(document("turn_index: 0 tool_result_index: 0 item_index: 0"), "tool");
  EXPECT_EQ(search_result("turn_index: 0 item_index: 0"), "none");  // a text
  EXPECT_EQ(search_result("turn_index: 1 item_index: 0"), "none");  // a document
  EXPECT_EQ(document("turn_index: 1 item_index: 1"), "none");       // a search result
  EXPECT_EQ(document("turn_index: 1 item_index: 2"), "none");
}

TEST(TextOfTest, IsTheTextOrTheConcatenatedTextBlocks) {
  EXPECT_EQ(TextOf(FromText<v1::SearchResult>("text: 'ab'")), "ab");
  EXPECT_EQ(
      TextOf(FromText<v1::SearchResult>("blocks { blocks { text: 'a' } blocks { text: 'b' } }")),
      "ab");
  EXPECT_EQ(TextOf(FromText<v1::Document>("text: 'ab'")), "ab");
  EXPECT_EQ(TextOf(FromText<v1::Document>(
                "blocks { blocks { text: 'a' } blocks { image {} } blocks { text: 'b' } }")),
            "ab");
  EXPECT_EQ(TextOf(FromText<v1::Document>("pdf: '%PDF-'")), "");
}

// B41
TEST(SliceTest, SlicesAtBytesInEveryScript) {
  const std::string text = "はい。料金😀は月額1,000円です。";
  v1::Span span;
  span.set_byte_start(9);
  span.set_byte_end(static_cast<int>(text.size()));
  EXPECT_EQ(Slice(text, span), "料金😀は月額1,000円です。");
  span.set_byte_end(span.byte_start());
  EXPECT_EQ(Slice(text, span), "");
  EXPECT_EQ(Slice("日本語", FromText<v1::Span>("byte_start: 3 byte_end: 6")), "本");
  EXPECT_EQ(Slice("abc", FromText<v1::Span>("byte_start: 3 byte_end: 3")), "");
  EXPECT_EQ(Slice("abc", FromText<v1::Span>("byte_end: 3")), "abc");
}

TEST(SliceTest, IsEmptyOutsideTheText) {
  for (const char* outside :
       {"byte_start: -1 byte_end: 2", "byte_start: 2 byte_end: 1", "byte_start: 0 byte_end: 4",
        "byte_start: 2 byte_end: 4", "byte_start: 4 byte_end: 4", "byte_start: -2 byte_end: -1"}) {
    EXPECT_EQ(Slice("abc", FromText<v1::Span>(outside)), "") << outside;
  }
}

}  // namespace
}  // namespace footnote::client
