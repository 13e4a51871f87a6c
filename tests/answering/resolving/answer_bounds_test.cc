// SPDX-License-Identifier: Apache-2.0
// Answers that are products of sizes which a caller or an upstream chooses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/resolve_call.h"
#include "service/status/rich_status.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {
namespace {

constexpr size_t kMegabyte = 1 << 20;

// A request with a document of `count` times a text and an image.
v1::ResolveAnswerRequest TextsAndImages(int count) {
  v1::ResolveAnswerRequest request;
  request.mutable_request()->set_question("Q");
  v1::DocumentBlocks& blocks = *request.mutable_request()->add_documents()->mutable_blocks();
  for (int i = 0; i < count; ++i) {
    blocks.add_blocks()->set_text("x");
    blocks.add_blocks()->mutable_image()->set_file_id("f");
  }
  return request;
}

// A message with a block that has `text` and `count` citations of the blocks [0, end) of document
// 0.
std::string CitingMessage(const std::string& text, int count, int end) {
  std::string citations;
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&citations, i == 0 ? "" : ",",
                    R"({"type":"content_block_location","cited_text":"x","document_index":0,)"
                    R"("document_title":null,"start_block_index":0,"end_block_index":)",
                    end, "}");
  }
  return absl::StrCat(
      R"({"id":"msg_1","type":"message","role":"assistant","model":"claude-test","content":[)"
      R"({"type":"text","text":")",
      text, R"(","citations":[)", citations,
      R"(]}],"stop_reason":"end_turn","stop_sequence":null,)"
      R"("usage":{"input_tokens":1,"output_tokens":1}})");
}

struct Product {
  const char* name;
  int texts;
  int citations;
  bool is_refused;
};

class SpansTest : public testing::TestWithParam<Product> {};

TEST_P(SpansTest, AnAnswerIsLinearInItsCitations) {
  v1::ResolveAnswerRequest request = TextsAndImages(GetParam().texts);
  request.set_message_json(CitingMessage("x", GetParam().citations, 2 * GetParam().texts));
  v1::Answer answer;
  const absl::Status status = ResolveAnswer(&request, TestDefaults(), &answer);
  EXPECT_LT(answer.SpaceUsedLong(), 10 * kMegabyte);
  if (GetParam().is_refused) {
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(status::ErrorReason(status), "ANSWER_TOO_LARGE");
    EXPECT_EQ(status::ErrorMetadata(status, "limit"), "max_answer_citations");
    EXPECT_EQ(status::ErrorMetadata(status, "max"), "10000");
    return;
  }
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(answer.blocks(0).text().citations_size(), GetParam().citations);
  const v1::Citation& citation = answer.blocks(0).text().citations(GetParam().citations - 1);
  ASSERT_EQ(citation.source_spans_size(), 1);
  EXPECT_EQ(citation.source_spans(0).byte_end(), GetParam().texts);
  EXPECT_EQ(citation.verification().reason(), v1::Verification::REASON_IMAGE);
  EXPECT_LT(answer.ByteSizeLong(), size_t{200} * GetParam().citations);
}

INSTANTIATE_TEST_SUITE_P(Attacks, SpansTest,
                         testing::Values(Product{"A1000TimesA1000", 1000, 1000, false},
                                         Product{"A20000TimesA200", 20000, 200, false},
                                         Product{"A30000TimesA1500", 30000, 1500, false},
                                         Product{"A49000TimesA20000", 49000, 20000, true}),
                         [](const auto& info) { return info.param.name; });

TEST(AnswerBoundsTest, RecoveredMarkupIsLinearInItsTags) {
  v1::ResolveAnswerRequest request = TextsAndImages(20000);
  std::string text;
  for (int i = 0; i < 200; ++i) text += "<cite index='0-0:39999'>a</cite>";
  request.set_message_json(CitingMessage(text, 0, 0));
  v1::Answer answer;
  ASSERT_TRUE(ResolveAnswer(&request, TestDefaults(), &answer).ok());
  EXPECT_EQ(answer.blocks(0).text().recovered_citations_size(), 200);
  EXPECT_EQ(answer.blocks(0).text().recovered_citations(199).source_spans_size(), 1);
  EXPECT_LT(answer.ByteSizeLong(), size_t{100000});
}

TEST(AnswerBoundsTest, ALongIdIsNotCopiedToEachCitation) {
  v1::ResolveAnswerRequest request = TextsAndImages(1);
  request.mutable_request()->mutable_documents(0)->set_id(std::string(kMegabyte, 'i'));
  request.set_message_json(CitingMessage("x", 10000, 1));
  v1::Answer answer;
  const absl::Status status = ResolveAnswer(&request, TestDefaults(), &answer);
  EXPECT_THAT(ViolationsIn(status),
              testing::ElementsAre(HasReason("request.documents[0].id", v1::TOO_LONG)));
}

TEST(AnswerBoundsTest, ALongSourceIsNotCopiedToEachCitation) {
  v1::ResolveAnswerRequest request;
  *request.mutable_request() = TwoHits();
  v1::SearchResult& result = *request.mutable_request()->mutable_search_results(0);
  result.set_source(std::string(kMegabyte, 's'));
  result.set_title(std::string(kMegabyte, 't'));
  (*result.mutable_metadata())["key"] = std::string(kMegabyte, 'm');
  Json citations = Json::array();
  Json location = Srl(0, 0, 1, "Rate limit is 1000/h.");
  location.erase("source");
  location.erase("title");
  for (int i = 0; i < 10000; ++i) citations.push_back(location);
  request.set_message_json(MessageJson({TextBlock("A.", citations)}));
  v1::Answer answer;
  ASSERT_TRUE(ResolveAnswer(&request, TestDefaults(), &answer).ok());
  ASSERT_EQ(answer.references_size(), 1);
  EXPECT_EQ(answer.references(0).source().size(), kMegabyte);
  EXPECT_LT(answer.ByteSizeLong(), 6 * kMegabyte);
}

TEST(AnswerBoundsTest, ManySentencesCountForTheBytes) {
  v1::ResolveAnswerRequest request;
  *request.mutable_request() = TwoHits();
  std::string text;
  while (text.size() < kMegabyte / 4) text += "It is. ";
  request.set_message_json(CitingMessage(text, 0, 0));
  resolving::AnswerLimits limits;
  limits.max_bytes = kMegabyte;
  v1::Answer answer;
  const absl::Status status = ResolveAnswer(&request, TestDefaults(), limits, &answer);
  EXPECT_EQ(status::ErrorMetadata(status, "limit"), "max_answer_bytes");
  EXPECT_EQ(status::ErrorMetadata(status, "max"), "1048576");
}

TEST(AnswerBoundsTest, NoticesOfCitationsAreLinearInTheCitations) {
  v1::ResolveAnswerRequest request;
  *request.mutable_request() = TwoHits();
  Json location = Srl(0, 0, 1, "Rate limit is 1000/h.");
  location["source"] = "another";
  location["title"] = "another";
  Json citations = Json::array();
  for (int i = 0; i < 10000; ++i) citations.push_back(location);
  request.set_message_json(MessageJson({TextBlock("", citations)}));
  v1::Answer answer;
  ASSERT_TRUE(ResolveAnswer(&request, TestDefaults(), &answer).ok());
  EXPECT_LT(answer.notices_size(), 30010);
  EXPECT_LT(answer.ByteSizeLong(), 6 * kMegabyte);
}

}  // namespace
}  // namespace footnote::answering
