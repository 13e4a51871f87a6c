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

v1::AnswerRequest WithHit(const std::string& hit) {
  return FromText<v1::AnswerRequest>(absl::StrCat("question: 'Q' hits {", hit, "}"));
}

// ---- What is sent ----

TEST(RequestBuilderTest, HitsStandBeforeTheQuestionInTheCallersOrder) {
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

TEST(RequestBuilderTest, CitationsAreOffOnEveryHitOrOnNone) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_citations()->set_mode(v1::CitationOptions::MODE_OFF);
  const Json json = SentJson(request);
  for (const Json& block : json["messages"][0]["content"]) {
    EXPECT_FALSE(block.contains("citations")) << block;
  }
  EXPECT_FALSE(MustBuild(request).sources.citable());
  request.mutable_citations()->set_mode(v1::CitationOptions::MODE_ON);
  EXPECT_TRUE(MustBuild(request).sources.citable());
}

TEST(RequestBuilderTest, TextIsCutByTheHitsChunkingElseTheRequestsElseByParagraph) {
  const std::string kText = "text: 'One.\\n\\nTwo.' source: 's' title: 't'";
  const auto blocks = [](const v1::AnswerRequest& request) {
    return SentJson(request)["messages"][0]["content"][0]["content"].size();
  };
  v1::AnswerRequest request = WithHit(kText);
  EXPECT_EQ(blocks(request), 2u);
  request.mutable_chunking()->set_policy(v1::Chunking::POLICY_WHOLE);
  EXPECT_EQ(blocks(request), 1u);
  request.mutable_hits(0)->mutable_chunking()->set_policy(v1::Chunking::POLICY_PARAGRAPH);
  EXPECT_EQ(blocks(request), 2u);
}

TEST(RequestBuilderTest, MetadataKeysAndIdsAreNeverSent) {
  const BuiltRequest built = MustBuild(WithHit(R"pb(
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
  request.mutable_hits(0)->mutable_blocks(1)->set_text(text);
  const Json json = SentJson(request);
  EXPECT_EQ(json["messages"][0]["content"][0]["content"][1]["text"].get<std::string>(), text);
}

TEST(RequestBuilderTest, AZeroWidthSpaceIsText) {
  // B51: the API takes it, being no white space in Unicode's sense.
  const v1::AnswerRequest request = WithHit(R"pb(source: "s"
                                                 title: "t"
                                                 blocks { text: "\342\200\213" })pb");
  EXPECT_EQ(SentJson(request)["messages"][0]["content"][0]["content"][0]["text"], "\u200B");
}

TEST(RequestBuilderTest, ATitleOrSourceOfAnyScriptAndTheSameTextTwiceAreFine) {
  // B37: grouping is opt-in, so nothing about equal sources is wrong.
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    hits { source: "同じ" title: "題" text: "a" }
    hits { source: "同じ" title: "題" text: "b" }
    hits { source: "同じ" title: "題" text: "a" }
  )pb");
  EXPECT_EQ(MustBuild(request).sources.hits().size(), 3u);
}

TEST(RequestBuilderTest, TheSourceIndexSurvivesItsBuilderAndMoves) {
  const v1::AnswerRequest request = TwoHits();
  BuiltRequest built = MustBuild(request);
  const SourceIndex moved = std::move(built.sources);
  built = {};
  ASSERT_EQ(moved.hits().size(), 2u);
  EXPECT_EQ(moved.hits()[1].hit, &request.hits(1));
  EXPECT_EQ(moved.hits()[1].blocks[1], "返金は30日以内です。");
}

// ---- What is refused ----

struct RuleCase {
  const char* name;
  std::string request;
  const char* field;
  const char* problem;
};

constexpr char kHit[] = "hits { source: 's' title: 't' text: 'x' ";

std::string Hit(const std::string& fields) { return absl::StrCat("question: 'Q' ", fields); }

class RuleTest : public testing::TestWithParam<RuleCase> {};

TEST_P(RuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(FromText<v1::AnswerRequest>(GetParam().request)),
              ElementsAre(Violates(GetParam().field, GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, RuleTest,
    testing::Values(
        RuleCase{"NothingAtAll", "", "question", "empty"},
        // B51
        RuleCase{"BlankQuestion", "question: ' '", "question", "white space"},
        RuleCase{"NoBlocksAndNoText", Hit("hits { source: 's' title: 't' }"), "hits[0]",
                 "neither `text` nor `blocks`"},
        RuleCase{"EmptyBlock", Hit("hits { source: 's' title: 't' blocks {} }"),
                 "hits[0].blocks[0].text", "empty"},
        RuleCase{"BlankBlock",
                 Hit("hits { source: 's' title: 't' blocks { text: 'a' } "
                     "blocks { text: '  \\n\\t' } }"),
                 "hits[0].blocks[1].text", "white space"},
        RuleCase{"IdeographicSpaceBlock",
                 Hit("hits { source: 's' title: 't' blocks { text: '\u3000' } }"),
                 "hits[0].blocks[0].text", "white space"},
        RuleCase{"BlankText", Hit("hits { source: 's' title: 't' text: '\\n\\n' }"), "hits[0].text",
                 "white space"},
        // B56
        RuleCase{"NoTitle", Hit("hits { source: 's' text: 'x' }"), "hits[0].title", "empty"},
        RuleCase{"BlankTitle", Hit("hits { source: 's' title: ' ' text: 'x' }"), "hits[0].title",
                 "white space"},
        RuleCase{"NoSource", Hit("hits { title: 't' text: 'x' }"), "hits[0].source", "empty"},
        RuleCase{"TextAndBlocks", Hit(absl::StrCat(kHit, "blocks { text: 'y' } }")), "hits[0]",
                 "both `text` and `blocks`"},
        RuleCase{"ChunkingOfBlocks",
                 Hit("hits { source: 's' title: 't' blocks { text: 'y' } chunking {} }"),
                 "hits[0].chunking", "for `text`"},
        RuleCase{"UnknownPolicyOfHit", Hit(absl::StrCat(kHit, "chunking { policy: 77 } }")),
                 "hits[0].chunking.policy", "no value 77"},
        RuleCase{"UnknownPolicy", "question: 'Q' chunking { policy: -1 }", "chunking.policy",
                 "no value -1"},
        RuleCase{"LongId", Hit(absl::StrCat(kHit, "id: '", std::string(513, 'i'), "' }")),
                 "hits[0].id", "513 bytes"},
        // B37
        RuleCase{"SameIdTwice", Hit(absl::StrCat(kHit, "id: 'a' } ", kHit, "id: 'a' }")),
                 "hits[1].id", "duplicate: hit 0"},
        RuleCase{"SameIdInAnEarlierTurn",
                 Hit(absl::StrCat("turns { user { question: 'P' ", kHit, "id: 'a' } } } ", kHit,
                                  "id: 'a' }")),
                 "hits[0].id", "duplicate: hit 0"},
        RuleCase{"SameIdInAToolResult",
                 Hit(absl::StrCat("turns { user { question: 'P' } } turns { assistant { blocks { "
                                  "tool_use { id: 'u' name: 'n' input_json: '{}' } } } } "
                                  "tool_results { tool_use_id: 'u' ",
                                  kHit, "id: 'a' } ", kHit, "id: 'a' } }")),
                 "tool_results[0].hits[1].id", "duplicate: hit 0"},
        RuleCase{"UnknownMode", "question: 'Q' citations { mode: 8 }", "citations.mode",
                 "no value 8"},
        RuleCase{"UnknownTtl", Hit(absl::StrCat(kHit, "cache_control { ttl: 5 } }")),
                 "hits[0].cache_control.ttl", "no value 5"}),
    [](const testing::TestParamInfo<RuleCase>& info) { return info.param.name; });

TEST(RequestBuilderTest, IllFormedTextIsNamedByPlaceAndByte) {
  // B46
  v1::AnswerRequest request = TwoHits();
  v1::SearchResult* hit = request.mutable_hits(0);
  hit->set_id("\x80");
  hit->set_source("s\x80");
  hit->set_title("ti\x80");
  hit->set_document_key("key\xFF");
  hit->mutable_blocks(0)->set_text("a\xED\xA0\xBD");
  hit->mutable_blocks(1)->set_text(std::string("円😀").substr(0, 5));
  request.mutable_hits(1)->clear_blocks();
  request.mutable_hits(1)->set_text("One.\n\n\xC0\xAF");
  request.set_question("\x80?");
  EXPECT_THAT(
      ViolationsOf(request),
      ElementsAre(Violates("hits[0].id", "byte 0"), Violates("hits[0].document_key", "byte 3"),
                  Violates("hits[0].source", "byte 1"), Violates("hits[0].title", "byte 2"),
                  Violates("hits[0].blocks[0].text", "byte 1"),
                  Violates("hits[0].blocks[1].text", "byte 3"), Violates("hits[1].text", "byte 6"),
                  Violates("question", "byte 0")));
}

TEST(RequestBuilderTest, OneHitShowsAllItsFaultsAtOnce) {
  const v1::AnswerRequest request = WithHit(R"pb(
    text: " "
    blocks { text: "" }
    chunking { policy: 9 }
    cache_control { ttl: 9 })pb");
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(Violates("hits[0].source", "empty"), Violates("hits[0].title", "empty"),
                          Violates("hits[0]", "both"), Violates("hits[0].text", "white space"),
                          Violates("hits[0].blocks[0].text", "empty"),
                          Violates("hits[0].chunking", "for `text`"),
                          Violates("hits[0].cache_control.ttl", "no value 9")));
}

TEST(RequestBuilderTest, EveryPartShowsItsFaultsAtOnceInTheApisOrder) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    citations { mode: 8 }
    chunking { policy: 8 }
    tools { name: "" input_schema_json: "[]" }
    model_options { max_tokens: 0 }
    turns {}
    turns { user { search { outcome: 8 } } }
    hits { source: "s" title: "t" }
  )pb");
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(Violates("citations.mode", ""), Violates("chunking.policy", ""),
                          Violates("tools[0].name", ""), Violates("tools[0].input_schema_json", ""),
                          Violates("model_options.max_tokens", ""), Violates("turns[0]", ""),
                          Violates("turns[1].user.search.outcome", ""),
                          Violates("turns[1].user.question", ""), Violates("hits[0]", ""),
                          Violates("question", "")));
}

TEST(RequestBuilderTest, AThousandViolationsFitInOneErrorWithTheirNumber) {
  v1::AnswerRequest request;
  request.set_question("Q");
  for (int i = 0; i < 500; ++i) {
    v1::SearchResult* hit = request.add_hits();
    hit->set_source("s");
    hit->add_blocks();  // and no title
  }
  const absl::Status status = BuildRequest(request, TestDefaults()).status();
  EXPECT_EQ(status::ErrorReason(status), "INVALID_REQUEST");
  EXPECT_THAT(std::string(status.message()), testing::StartsWith("1000 violations: hits[0].title"));
  size_t bytes = status.message().size();
  status.ForEachPayload([&bytes](absl::string_view url, const absl::Cord& payload) {
    bytes += url.size() + payload.size();
  });
  EXPECT_LT(bytes, 4096u);
  const std::vector<FieldViolation> shown = ViolationsIn(status);
  ASSERT_GT(shown.size(), 10u);
  EXPECT_THAT(shown[0], Violates("hits[0].title", "empty"));
  EXPECT_THAT(shown[1], Violates("hits[0].blocks[0].text", "empty"));
  EXPECT_THAT(shown[2], Violates("hits[1].title", "empty"));
}

TEST(RequestBuilderTest, NoViolationHoldsTextOfAHit) {
  v1::AnswerRequest request = WithHit(R"pb(
    source: "s"
    text: "CANARY"
    blocks { text: "CANARY" }
    chunking { policy: 9 })pb");
  request.mutable_hits(0)->mutable_blocks(0)->set_text("CANARY\x80");
  const absl::Status status = BuildRequest(request, TestDefaults()).status();
  EXPECT_THAT(status.ToString(), testing::Not(HasSubstr("CANARY")));
}

TEST(RequestBuilderTest, ABodyOverTheApisLimitIsRefusedWithBothSizes) {
  v1::AnswerRequest request = WithHit("source: 's' title: 't'");
  request.mutable_hits(0)->mutable_chunking()->set_policy(v1::Chunking::POLICY_WHOLE);
  request.mutable_hits(0)->set_text(std::string(33 << 20, 'a'));
  const absl::Status status = BuildRequest(request, TestDefaults()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status::ErrorReason(status), "REQUEST_TOO_LARGE");
  EXPECT_THAT(std::string(status.message()), HasSubstr("33554432"));
}

// ---- Cache marks ----

TEST(RequestBuilderTest, MarksAreSentWhereTheyWereAskedForAndListedInTheApisOrder) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_model_options()->set_system("S");
  request.mutable_model_options()->mutable_system_cache_control()->set_ttl(
      v1::CacheControl::TTL_1H);
  request.mutable_hits(1)->mutable_cache_control();
  v1::Tool* tool = request.add_tools();
  tool->set_name("t");
  tool->set_input_schema_json(R"({"type":"object"})");
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
                                  "hits[1].cache_control"));
}

TEST(RequestBuilderTest, SixMarksAreRefusedAndAllSixPlacesNamed) {
  // B53
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(
      absl::StrCat(R"pb(
                     question: "Q"
                     model_options {
                       system: "S"
                       system_cache_control {}
                     }
                     tools {
                       name: "t"
                       input_schema_json: "{\"type\":\"object\"}"
                       cache_control {}
                     })pb",
                   kHit, "cache_control {} } ", kHit, "cache_control {} } ", kHit,
                   "cache_control {} } ", kHit, "cache_control {} }"));
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(Violates("tools[0].cache_control", "one of 6"),
                          Violates("model_options.system_cache_control", "at most 4"),
                          Violates("hits[0].cache_control", "one of 6"),
                          Violates("hits[1].cache_control", "one of 6"),
                          Violates("hits[2].cache_control", "one of 6"),
                          Violates("hits[3].cache_control", "one of 6")));
}

TEST(RequestBuilderTest, ATextCutIntoMoreBlocksThanAnyoneCanUseIsRefused) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  v1::SearchResult* hit = request.add_hits();
  hit->set_source("s");
  hit->set_title("t");
  for (int i = 0; i < 200001; ++i) hit->mutable_text()->append("a\n\n");
  EXPECT_THAT(ViolationsOf(request), ElementsAre(Violates("hits[0]", "blocks")));
}

TEST(RequestBuilderTest, ARequestThatIsTooLargeBeyondDoubtIsRefusedWithBothSizes) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  v1::SearchResult* hit = request.add_hits();
  hit->set_source("s");
  hit->set_title("t");
  hit->set_text(std::string(33 << 20, 'x'));
  const absl::Status status = BuildRequest(request, RequestDefaults{"m", 100}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("33554432"));
}

TEST(RequestBuilderTest, AMarkInsideAToolResultComesBeforeTheMarkOfTheResult) {
  const std::string kTurns = R"pb(
    turns { user { question: "P" } }
    turns { assistant { blocks { tool_use { id: "u" name: "n" input_json: "{}" } } } }
  )pb";
  const v1::AnswerRequest legal = FromText<v1::AnswerRequest>(
      absl::StrCat(kTurns, "tool_results { tool_use_id: 'u' cache_control { ttl: TTL_5M } ", kHit,
                   "cache_control { ttl: TTL_1H } } }"));
  std::vector<std::string> fields;
  for (const PlannedBreakpoint& breakpoint : MustBuild(legal).cache_breakpoints)
    fields.push_back(breakpoint.field);
  EXPECT_THAT(fields, ElementsAre("tool_results[0].hits[0].cache_control",
                                  "tool_results[0].cache_control"));
  const v1::AnswerRequest reversed = FromText<v1::AnswerRequest>(
      absl::StrCat(kTurns, "tool_results { tool_use_id: 'u' cache_control { ttl: TTL_1H } ", kHit,
                   "cache_control { ttl: TTL_5M } } }"));
  EXPECT_THAT(ViolationsOf(reversed),
              ElementsAre(Violates("tool_results[0].cache_control", "longer ones first")));
}

}  // namespace
}  // namespace footnote::answering::building
