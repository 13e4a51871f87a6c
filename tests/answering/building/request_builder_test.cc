// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/request_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "service/status/rich_status.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

v1::AnswerRequest WithSearchResult(const std::string& fields) {
  return FromText<v1::AnswerRequest>(absl::StrCat("question: 'Q' search_results {", fields, "}"));
}

TEST(RequestBuilderTest, SearchResultsPrecedeTheQuestionInTheCallersOrder) {
  EXPECT_EQ(SentJson(TwoHits()), Json::parse(R"json({
    "model": "claude-test", "max_tokens": 1024, "messages": [{"role": "user", "content": [
      {"type": "search_result", "source": "kb://1", "title": "Limits",
       "content": [{"type": "text", "text": "Rate limit is 1000/h."},
                   {"type": "text", "text": " Errors use HTTP codes."}],
       "citations": {"enabled": true}},
      {"type": "search_result", "source": "kb://2", "title": "料金",
       "content": [{"type": "text", "text": "月額は1,000円です。"},
                   {"type": "text", "text": "返金は30日以内です。"}],
       "citations": {"enabled": true}},
      {"type": "text", "text": "What is the limit?"}]}]})json"));
}

TEST(RequestBuilderTest, CitationsAreOnForAllSearchResultsOrForNone) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
  const Json json = SentJson(request);
  for (const Json& block : json["messages"][0]["content"]) {
    EXPECT_FALSE(block.contains("citations")) << block;
  }
  EXPECT_FALSE(MustBuild(request).sources.citable());
  request.mutable_citation_options()->set_mode(v1::CitationOptions::MODE_ON);
  EXPECT_TRUE(MustBuild(request).sources.citable());
}

TEST(RequestBuilderTest, TextIsSplitByTheChunkingOfTheSearchResultElseOfTheRequestElseByParagraph) {
  const std::string kText = "text: 'One.\\n\\nTwo.' source: 's' title: 't'";
  const auto blocks = [](const v1::AnswerRequest& request) {
    return SentJson(request)["messages"][0]["content"][0]["content"].size();
  };
  v1::AnswerRequest request = WithSearchResult(kText);
  EXPECT_EQ(blocks(request), 2u);
  request.mutable_chunking()->set_policy(v1::Chunking::POLICY_WHOLE);
  EXPECT_EQ(blocks(request), 1u);
  request.mutable_search_results(0)->mutable_chunking()->set_policy(v1::Chunking::POLICY_PARAGRAPH);
  EXPECT_EQ(blocks(request), 2u);
}

TEST(RequestBuilderTest, MetadataKeysAndIdsAreNeverSent) {
  const BuiltRequest built = MustBuild(WithSearchResult(R"pb(
    id: "canary-id"
    source: "s"
    title: "t"
    text: "x"
    document_key: "canary-key"
    metadata { key: "canary-name" value: "canary-value" })pb"));
  EXPECT_THAT(built.json, testing::Not(HasSubstr("canary")));
}

TEST(RequestBuilderTest, ControlCharactersAreEscapedAndAccepted) {
  // B46
  v1::AnswerRequest request = TwoHits();
  const std::string text("a\0b\x07\x1b\x7f\"\\\r\n\u2028", 14);
  request.mutable_search_results(0)->mutable_blocks()->mutable_blocks(1)->set_text(text);
  const Json json = SentJson(request);
  EXPECT_EQ(json["messages"][0]["content"][0]["content"][1]["text"].get<std::string>(), text);
}

TEST(RequestBuilderTest, AZeroWidthSpaceIsText) {
  // B51: the API accepts it, since it is not White_Space in Unicode.
  const v1::AnswerRequest request =
      WithSearchResult(R"pb(source: "s"
                            title: "t"
                            blocks { blocks { text: "\342\200\213" } })pb");
  EXPECT_EQ(SentJson(request)["messages"][0]["content"][0]["content"][0]["text"], "\u200B");
}

TEST(RequestBuilderTest, TitlesAndSourcesOfAnyScriptAndEqualTextsAreValid) {
  // B37: grouping is opt-in, so equal sources are valid.
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    search_results { source: "同じ" title: "題" text: "a" }
    search_results { source: "同じ" title: "題" text: "b" }
    search_results { source: "同じ" title: "題" text: "a" }
  )pb");
  EXPECT_EQ(MustBuild(request).sources.search_results().size(), 3u);
}

TEST(RequestBuilderTest, TheSourceIndexOutlivesTheIndexedRequestAndCanBeMoved) {
  const v1::AnswerRequest request = TwoHits();
  BuiltRequest built = MustBuild(request);
  const SourceIndex moved = std::move(built.sources);
  built = {};
  ASSERT_EQ(moved.search_results().size(), 2u);
  EXPECT_EQ(moved.search_results()[1].search_result, &request.search_results(1));
  EXPECT_EQ(moved.search_results()[1].blocks[1], "返金は30日以内です。");
}

struct RuleCase {
  const char* name;
  std::string request;
  const char* field;
  v1::ViolationReason reason;
};

constexpr char kSearchResult[] = "search_results { source: 's' title: 't' text: 'x' ";

std::string Question(const std::string& fields) { return absl::StrCat("question: 'Q' ", fields); }

class RuleTest : public testing::TestWithParam<RuleCase> {};

TEST_P(RuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(FromText<v1::AnswerRequest>(GetParam().request)),
              ElementsAre(HasReason(GetParam().field, GetParam().reason)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, RuleTest,
    testing::Values(
        RuleCase{"EmptyRequest", "", "question", v1::EMPTY},
        // B51
        RuleCase{"BlankQuestion", "question: ' '", "question", v1::EMPTY},
        RuleCase{"NoBlocksAndNoText", Question("search_results { source: 's' title: 't' }"),
                 "search_results[0]", v1::REQUIRED},
        RuleCase{"EmptyBlock",
                 Question("search_results { source: 's' title: 't' blocks { blocks {} } }"),
                 "search_results[0].blocks.blocks[0].text", v1::EMPTY},
        RuleCase{"BlankBlock",
                 Question("search_results { source: 's' title: 't' blocks { blocks { text: 'a' } "
                          "blocks { text: '  \\n\\t' } } }"),
                 "search_results[0].blocks.blocks[1].text", v1::EMPTY},
        RuleCase{
            "IdeographicSpaceBlock",
            Question(
                "search_results { source: 's' title: 't' blocks { blocks { text: '\u3000' } } }"),
            "search_results[0].blocks.blocks[0].text", v1::EMPTY},
        RuleCase{"BlankText", Question("search_results { source: 's' title: 't' text: '\\n\\n' }"),
                 "search_results[0].text", v1::EMPTY},
        // B56
        RuleCase{"NoTitle", Question("search_results { source: 's' text: 'x' }"),
                 "search_results[0].title", v1::EMPTY},
        RuleCase{"BlankTitle", Question("search_results { source: 's' title: ' ' text: 'x' }"),
                 "search_results[0].title", v1::EMPTY},
        RuleCase{"NoSource", Question("search_results { title: 't' text: 'x' }"),
                 "search_results[0].source", v1::EMPTY},
        RuleCase{"ChunkingOfBlocks",
                 Question("search_results { source: 's' title: 't' blocks { blocks { text: 'y' } } "
                          "chunking {} }"),
                 "search_results[0].chunking", v1::NOT_APPLICABLE},
        RuleCase{"UnknownPolicyOfSearchResult",
                 Question(absl::StrCat(kSearchResult, "chunking { policy: 77 } }")),
                 "search_results[0].chunking.policy", v1::UNKNOWN_ENUM_VALUE},
        RuleCase{"UnknownPolicy", "question: 'Q' chunking { policy: -1 }", "chunking.policy",
                 v1::UNKNOWN_ENUM_VALUE},
        RuleCase{"LongId",
                 Question(absl::StrCat(kSearchResult, "id: '", std::string(513, 'i'), "' }")),
                 "search_results[0].id", v1::TOO_LONG},
        // B37
        RuleCase{"SameIdTwice",
                 Question(absl::StrCat(kSearchResult, "id: 'a' } ", kSearchResult, "id: 'a' }")),
                 "search_results[1].id", v1::DUPLICATE},
        RuleCase{"SameIdInAnEarlierTurn",
                 Question(absl::StrCat("turns { user { question: 'P' ", kSearchResult,
                                       "id: 'a' } } } ", kSearchResult, "id: 'a' }")),
                 "search_results[0].id", v1::DUPLICATE},
        RuleCase{
            "SameIdInAToolResult",
            Question(absl::StrCat("turns { user { question: 'P' } } turns { assistant { blocks { "
                                  "tool_use { id: 'u' name: 'n' input_json: '{}' } } } } "
                                  "tool_results { tool_use_id: 'u' ",
                                  kSearchResult, "id: 'a' } ", kSearchResult, "id: 'a' } }")),
            "tool_results[0].search_results[1].id", v1::DUPLICATE},
        RuleCase{"UnknownMode", "question: 'Q' citation_options { mode: 8 }",
                 "citation_options.mode", v1::UNKNOWN_ENUM_VALUE},
        RuleCase{"UnknownTtl", Question(absl::StrCat(kSearchResult, "cache_control { ttl: 5 } }")),
                 "search_results[0].cache_control.ttl", v1::UNKNOWN_ENUM_VALUE}),
    [](const testing::TestParamInfo<RuleCase>& info) { return info.param.name; });

TEST(RequestBuilderTest, IllFormedTextIsReportedWithFieldAndByte) {
  // B46
  v1::AnswerRequest request = TwoHits();
  v1::SearchResult* result = request.mutable_search_results(0);
  result->set_id("\x80");
  result->set_source("s\x80");
  result->set_title("ti\x80");
  result->set_document_key("key\xFF");
  result->mutable_blocks()->mutable_blocks(0)->set_text("a\xED\xA0\xBD");
  result->mutable_blocks()->mutable_blocks(1)->set_text(std::string("円😀").substr(0, 5));
  request.mutable_search_results(1)->set_text("One.\n\n\xC0\xAF");
  request.set_question("\x80?");
  EXPECT_THAT(
      ViolationsOf(request),
      ElementsAre(Violates("search_results[0].id", "byte 0"),
                  Violates("search_results[0].document_key", "byte 3"),
                  Violates("search_results[0].source", "byte 1"),
                  Violates("search_results[0].title", "byte 2"),
                  Violates("search_results[0].blocks.blocks[0].text", "byte 1"),
                  Violates("search_results[0].blocks.blocks[1].text", "byte 3"),
                  Violates("search_results[1].text", "byte 6"), Violates("question", "byte 0")));
}

TEST(RequestBuilderTest, AllViolationsOfASearchResultAreReported) {
  const v1::AnswerRequest request = WithSearchResult(R"pb(
    blocks { blocks { text: "" } }
    chunking { policy: 9 }
    cache_control { ttl: 9 })pb");
  EXPECT_THAT(
      ViolationsOf(request),
      ElementsAre(HasReason("search_results[0].source", v1::EMPTY),
                  HasReason("search_results[0].title", v1::EMPTY),
                  HasReason("search_results[0].blocks.blocks[0].text", v1::EMPTY),
                  HasReason("search_results[0].chunking", v1::NOT_APPLICABLE),
                  HasReason("search_results[0].cache_control.ttl", v1::UNKNOWN_ENUM_VALUE)));
}

TEST(RequestBuilderTest, TheViolationsOfAllPartsAreReportedInTheApisOrder) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    citation_options { mode: 8 }
    chunking { policy: 8 }
    request_id: "\001"
    tools { custom { name: "" input_schema_json: "[]" } }
    tool_choice { mode: 9 }
    model_options { max_tokens: 0 }
    turns {}
    turns { user { search { outcome: 8 } } }
    search_results { source: "s" title: "t" }
  )pb");
  EXPECT_THAT(
      ViolationsOf(request),
      ElementsAre(Violates("citation_options.mode", ""), Violates("request_id", ""),
                  Violates("chunking.policy", ""), Violates("tools[0].custom.name", ""),
                  Violates("tools[0].custom.input_schema_json", ""),
                  Violates("model_options.max_tokens", ""), Violates("tool_choice.mode", ""),
                  Violates("turns[0]", ""), Violates("turns[1].user.search.outcome", ""),
                  Violates("turns[1].user.question", ""), Violates("search_results[0]", ""),
                  Violates("question", "")));
}

TEST(RequestBuilderTest, AThousandViolationsFitIntoOneErrorWithTheirNumber) {
  v1::AnswerRequest request;
  request.set_question("Q");
  for (int i = 0; i < 500; ++i) {
    v1::SearchResult* result = request.add_search_results();
    result->set_source("s");
    result->mutable_blocks()->add_blocks();  // and no title
  }
  const absl::Status status = BuildRequest(request, TestDefaults()).status();
  EXPECT_EQ(status::ErrorReason(status), "INVALID_REQUEST");
  EXPECT_THAT(std::string(status.message()),
              testing::StartsWith("1000 violations: search_results[0].title"));
  size_t bytes = status.message().size();
  status.ForEachPayload([&bytes](absl::string_view url, const absl::Cord& payload) {
    bytes += url.size() + payload.size();
  });
  EXPECT_LT(bytes, 4096u);
  const std::vector<FieldViolation> shown = ViolationsIn(status);
  ASSERT_GT(shown.size(), 10u);
  EXPECT_THAT(shown[0], Violates("search_results[0].title", "empty"));
  EXPECT_THAT(shown[1], Violates("search_results[0].blocks.blocks[0].text", "empty"));
  EXPECT_THAT(shown[2], Violates("search_results[1].title", "empty"));
}

TEST(RequestBuilderTest, NoViolationContainsTextOfASearchResult) {
  for (const char* content : {"text: 'CANARY'", "blocks { blocks { text: 'CANARY' } }"}) {
    v1::AnswerRequest request =
        WithSearchResult(absl::StrCat("source: 's' chunking { policy: 9 } ", content));
    v1::SearchResult* result = request.mutable_search_results(0);
    if (result->has_text()) {
      result->mutable_text()->append("\x80");
    } else {
      result->mutable_blocks()->mutable_blocks(0)->mutable_text()->append("\x80");
    }
    const absl::Status status = BuildRequest(request, TestDefaults()).status();
    EXPECT_FALSE(status.ok());
    EXPECT_THAT(status.ToString(), testing::Not(HasSubstr("CANARY")));
  }
}

TEST(SerializeRequestTest, AnEscapedBodyOverTheApisLimitIsRefused) {
  v1::AnswerRequest request = WithSearchResult("source: 's' title: 't'");
  request.mutable_search_results(0)->mutable_chunking()->set_policy(v1::Chunking::POLICY_WHOLE);
  // Each control character has six bytes in JSON; the check before only knows that it has two.
  request.mutable_search_results(0)->set_text(std::string(10 << 20, '\x01') + "a");
  const absl::StatusOr<IndexedRequest> indexed = IndexRequest(request, TestDefaults());
  ASSERT_TRUE(indexed.ok()) << indexed.status();
  const absl::Status status = SerializeRequest(*indexed).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status::ErrorReason(status), "REQUEST_TOO_LARGE");
  EXPECT_THAT(std::string(status.message()), HasSubstr("33554432"));
  EXPECT_EQ(status::ErrorMetadata(status, "max_request_bytes"), "33554432");
}

TEST(SerializeRequestTest, ARequestThatIsCertainlyTooLargeIsRefused) {
  v1::AnswerRequest request = WithSearchResult("source: 's' title: 't' text: 'x'");
  request.mutable_model_options()->set_system(std::string(33 << 20, 'x'));
  const absl::StatusOr<IndexedRequest> indexed = IndexRequest(request, TestDefaults());
  ASSERT_TRUE(indexed.ok()) << indexed.status();
  const absl::Status status = SerializeRequest(*indexed).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status::ErrorReason(status), "REQUEST_TOO_LARGE");
  EXPECT_THAT(std::string(status.message()), HasSubstr("33554432"));
}

TEST(IndexRequestTest, SourcesThatAreTooLargeAreRefusedBeforeTheyAreRead) {
  v1::AnswerRequest request = WithSearchResult("source: 's' title: 't'");
  request.mutable_search_results(0)->set_text(std::string(33 << 20, 'x'));
  request.clear_question();
  const absl::Status status = IndexRequest(request, TestDefaults()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status::ErrorReason(status), "REQUEST_TOO_LARGE");
  EXPECT_THAT(std::string(status.message()), HasSubstr("33554432"));
}

TEST(SerializeRequestTest, MovesTheSourcesModelAndLimitsOfTheIndex) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_failure_options()->set_max_attempts(7);
  absl::StatusOr<IndexedRequest> indexed = IndexRequest(request, TestDefaults());
  ASSERT_TRUE(indexed.ok()) << indexed.status();
  const absl::StatusOr<SerializedRequest> serialized = SerializeRequest(*std::move(indexed));
  ASSERT_TRUE(serialized.ok()) << serialized.status();
  EXPECT_EQ(serialized->json, MustBuild(request).json);
  EXPECT_EQ(serialized->model, "claude-test");
  EXPECT_EQ(serialized->retry.max_attempts, 7);
  EXPECT_EQ(serialized->sources.search_results().size(), 2u);
}

TEST(IndexRequestTest, PathsOfViolationsBeginWithTheRoot) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_search_results(1)->clear_title();
  request.mutable_model_options()->set_max_tokens(0);
  EXPECT_THAT(
      ViolationsIn(
          IndexRequest(request, TestDefaults(), RequestPurpose::kStream, "request").status()),
      ElementsAre(HasReason("request.model_options.max_tokens", v1::OUT_OF_RANGE),
                  HasReason("request.search_results[1].title", v1::EMPTY)));
}

TEST(IndexRequestTest, OnlyAStreamedRequestAsksForAStream) {
  const v1::AnswerRequest request = TwoHits();
  for (const RequestPurpose purpose : {RequestPurpose::kAnswer, RequestPurpose::kStream}) {
    const absl::StatusOr<IndexedRequest> indexed = IndexRequest(request, TestDefaults(), purpose);
    ASSERT_TRUE(indexed.ok()) << indexed.status();
    const absl::StatusOr<SerializedRequest> serialized = SerializeRequest(*indexed);
    ASSERT_TRUE(serialized.ok()) << serialized.status();
    EXPECT_EQ(Json::parse(serialized->json).value("stream", false),
              purpose == RequestPurpose::kStream);
  }
}

TEST(RequestBuilderTest, CacheBreakpointsAreSentAsRequestedAndListedInTheApisOrder) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_model_options()->set_system("S");
  request.mutable_model_options()->mutable_system_cache_control()->set_ttl(
      v1::CacheControl::TTL_1H);
  request.mutable_search_results(1)->mutable_cache_control();
  v1::Tool* tool = request.add_tools();
  tool->mutable_custom()->set_name("t");
  tool->mutable_custom()->set_input_schema_json(R"({"type":"object"})");
  tool->mutable_cache_control()->set_ttl(v1::CacheControl::TTL_1H);
  const BuiltRequest built = MustBuild(request);
  const Json json = Json::parse(built.json);
  const Json hour = {{"type", "ephemeral"}, {"ttl", "1h"}};
  EXPECT_EQ(json["tools"][0]["cache_control"], hour);
  EXPECT_EQ(json["system"][0]["cache_control"], hour);
  EXPECT_FALSE(json["messages"][0]["content"][0].contains("cache_control"));
  EXPECT_EQ(json["messages"][0]["content"][1]["cache_control"], Json({{"type", "ephemeral"}}));
  std::vector<std::string> fields;
  for (const PlannedBreakpoint& breakpoint : built.cache_breakpoints)
    fields.push_back(breakpoint.field);
  EXPECT_THAT(fields, ElementsAre("tools[0].cache_control", "model_options.system_cache_control",
                                  "search_results[1].cache_control"));
}

TEST(RequestBuilderTest, SixCacheBreakpointsAreAViolationOfEachOfThem) {
  // B53
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(
      absl::StrCat(R"pb(
                     question: "Q"
                     model_options {
                       system: "S"
                       system_cache_control {}
                     }
                     tools {
                       custom { name: "t" input_schema_json: "{\"type\":\"object\"}" }
                       cache_control {}
                     })pb",
                   kSearchResult, "cache_control {} } ", kSearchResult, "cache_control {} } ",
                   kSearchResult, "cache_control {} } ", kSearchResult, "cache_control {} }"));
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(Violates("tools[0].cache_control", "one of 6"),
                          Violates("model_options.system_cache_control", "at most 4"),
                          Violates("search_results[0].cache_control", "one of 6"),
                          Violates("search_results[1].cache_control", "one of 6"),
                          Violates("search_results[2].cache_control", "one of 6"),
                          Violates("search_results[3].cache_control", "one of 6")));
}

TEST(RequestBuilderTest, ATextThatIsSplitIntoTooManyBlocksIsAViolation) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  v1::SearchResult* result = request.add_search_results();
  result->set_source("s");
  result->set_title("t");
  for (int i = 0; i < 200001; ++i) result->mutable_text()->append("a\n\n");
  EXPECT_THAT(ViolationsOf(request), ElementsAre(Violates("search_results[0]", "blocks")));
}

TEST(RequestBuilderTest, ACacheBreakpointInAToolResultPrecedesThatOfTheToolResult) {
  const std::string kTurns = R"pb(
    turns { user { question: "P" } }
    turns { assistant { blocks { tool_use { id: "u" name: "n" input_json: "{}" } } } }
  )pb";
  const v1::AnswerRequest valid = FromText<v1::AnswerRequest>(
      absl::StrCat(kTurns, "tool_results { tool_use_id: 'u' cache_control { ttl: TTL_5M } ",
                   kSearchResult, "cache_control { ttl: TTL_1H } } }"));
  std::vector<std::string> fields;
  for (const PlannedBreakpoint& breakpoint : MustBuild(valid).cache_breakpoints)
    fields.push_back(breakpoint.field);
  EXPECT_THAT(fields, ElementsAre("tool_results[0].search_results[0].cache_control",
                                  "tool_results[0].cache_control"));
  const v1::AnswerRequest reversed = FromText<v1::AnswerRequest>(
      absl::StrCat(kTurns, "tool_results { tool_use_id: 'u' cache_control { ttl: TTL_1H } ",
                   kSearchResult, "cache_control { ttl: TTL_5M } } }"));
  EXPECT_THAT(ViolationsOf(reversed),
              ElementsAre(HasReason("tool_results[0].cache_control", v1::CACHE_BREAKPOINT_ORDER)));
}

}  // namespace
}  // namespace footnote::answering::building
