// SPDX-License-Identifier: Apache-2.0
#include "client/cli/search_results/search_results_file.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;

v1::AnswerRequest Parsed(const std::string& json) {
  absl::StatusOr<v1::AnswerRequest> request = ParseSearchResults(json);
  EXPECT_TRUE(request.ok()) << request.status();
  return request.ok() ? *std::move(request) : v1::AnswerRequest();
}

// A block of the API's form, with `more` members after the required ones.
std::string Block(const std::string& more = "") {
  return absl::StrCat(
      R"({"type": "search_result", "source": "kb://1", "title": "Keys",)",
      R"( "content": [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}])",
      more.empty() ? "" : ", ", more, "}");
}

TEST(SearchResultsFileTest, ReadsTheBlocksOfTheMessagesApi) {
  const v1::AnswerRequest request = Parsed(
      "[" + Block(R"("citations": {"enabled": true}, "cache_control": {"type": "ephemeral"})") +
      "]");
  ASSERT_EQ(request.search_results_size(), 1);
  const v1::SearchResult& hit = request.search_results(0);
  EXPECT_EQ(hit.source(), "kb://1");
  EXPECT_EQ(hit.title(), "Keys");
  ASSERT_EQ(hit.blocks().blocks_size(), 2);
  EXPECT_EQ(hit.blocks().blocks(1).text(), "Two.");
  EXPECT_TRUE(hit.has_cache_control());
  EXPECT_EQ(hit.cache_control().ttl(), v1::CacheControl::TTL_UNSPECIFIED);
  EXPECT_EQ(request.citation_options().mode(), v1::CitationOptions::MODE_UNSPECIFIED);
}

TEST(SearchResultsFileTest, ReadsOneBlockWithoutBrackets) {
  EXPECT_EQ(Parsed(Block()).search_results(0).title(), "Keys");
}

TEST(SearchResultsFileTest, ReadsCacheTtls) {
  EXPECT_EQ(Parsed(Block(R"("cache_control": {"type": "ephemeral", "ttl": "1h"})"))
                .search_results(0)
                .cache_control()
                .ttl(),
            v1::CacheControl::TTL_1H);
  EXPECT_FALSE(Parsed(Block(R"("cache_control": null)")).search_results(0).has_cache_control());
}

TEST(SearchResultsFileTest, TurnsCitationsOffOnlyIfTheBlocksDo) {
  const std::string off = Block(R"("citations": {"enabled": false})");
  EXPECT_EQ(Parsed("[" + off + "," + off + "]").citation_options().mode(),
            v1::CitationOptions::MODE_OFF);
  EXPECT_EQ(Parsed("[" + off + "," + Block() + "]").citation_options().mode(),
            v1::CitationOptions::MODE_OFF);
  EXPECT_EQ(Parsed("[" + Block() + "]").citation_options().mode(),
            v1::CitationOptions::MODE_UNSPECIFIED);
}

TEST(SearchResultsFileTest, ReadsSearchResultsInProtobufsForm) {
  const v1::AnswerRequest request = Parsed(
      R"([{"id": "a", "source": "s", "title": "t", "text": "x", "documentKey": "d",
           "metadata": {"page": "3"}, "chunking": {"policy": "POLICY_WHOLE"}},
          {"source": "s", "title": "t", "blocks": {"blocks": [{"text": "x"}]}, "document_key": "e"}])");
  ASSERT_EQ(request.search_results_size(), 2);
  EXPECT_EQ(request.search_results(0).id(), "a");
  EXPECT_EQ(request.search_results(0).document_key(), "d");
  EXPECT_EQ(request.search_results(0).metadata().at("page"), "3");
  EXPECT_EQ(request.search_results(0).chunking().policy(), v1::Chunking::POLICY_WHOLE);
  EXPECT_EQ(request.search_results(1).document_key(), "e");
  EXPECT_EQ(Parsed(R"({"source": "s", "title": "t", "text": "x"})").search_results_size(), 1);
}

TEST(SearchResultsFileTest, ReadsARequestThatHasOnlyDocuments) {
  EXPECT_EQ(Parsed(R"({"documents": [{"text": "x"}]})").documents_size(), 1);
}

TEST(SearchResultsFileTest, ReadsACompleteRequest) {
  const v1::AnswerRequest request = Parsed(
      R"({"question": "Why?", "search_results": [{"source": "s", "title": "t", "text": "x"}],
          "modelOptions": {"maxTokens": 100}})");
  EXPECT_EQ(request.question(), "Why?");
  EXPECT_EQ(request.search_results_size(), 1);
  EXPECT_EQ(request.model_options().max_tokens(), 100);
}

TEST(SearchResultsFileTest, ReadsAnEmptyList) {
  EXPECT_EQ(Parsed(" [] ").search_results_size(), 0);
}

TEST(SearchResultsFileTest, IgnoresAByteOrderMark) {
  EXPECT_EQ(Parsed("\xEF\xBB\xBF[" + Block() + "]").search_results_size(), 1);
}

TEST(SearchResultsFileTest, KeepsEveryCharacterOfTheText) {
  EXPECT_EQ(Parsed(R"([{"source": "s", "title": "t", "text": "a\u0000\ud83d\uddfe\u001b日"}])")
                .search_results(0)
                .text(),
            std::string("a\0\xF0\x9F\x97\xBE\x1b日", 10));
}

struct Bad {
  const char* name;
  std::string json;
  const char* path;     // how the message starts
  const char* problem;  // a part of the message
};

TEST(SearchResultsFileTest, ErrorsStateThePathAndWhatToChange) {
  const std::vector<Bad> cases = {
      {"empty", "", "the top level", "ends too soon"},
      {"not JSON", "source: kb", "the top level", "not JSON"},
      {"cut off", R"([{"type": "search_result", "source": "k)", "[0].source", "line 1"},
      {"trailing text", "[] []", "the top level", "not JSON"},
      {"lone high surrogate", R"([{"type": "search_result", "title": "a \ud83d b"}])", "[0].title",
       "surrogate"},
      {"lone low surrogate", R"([{"source": "s"}, {"blocks": {"blocks": [{"text": "\udc00"}]}}])",
       "[1].blocks.blocks[0].text", "surrogate"},
      {"ill-formed UTF-8", "[{\"title\": \"\xFF\"}]", "[0].title", "save the file as UTF-8"},
      {"UTF-16", std::string("\xFF\xFE[\0]\0", 6), "the top level", "UTF-16"},
      {"raw line break", "[{\"title\": \"a\nb\"}]", "[0].title", "control character"},
      {"deep", std::string(100, '['), "the JSON is nested", "64 levels"},
      {"a string", "\"hits\"", "the top level", "must be an array"},
      {"a number", "7", "the top level", "must be an array"},
      {"another object", R"({"results": []})", "the top level", "must be an array"},
      {"whole API request", R"({"model": "m", "messages": []})", "messages",
       "search_result blocks"},
      {"unknown block type", R"([{"type": "document", "title": "t"}])", "[0].type", "document"},
      {"type of wrong type", R"([{"type": 3}])", "[0].type", "not a string"},
      {"missing type", "[" + Block() + R"(, {"source": "s"}])", "[1].type", "missing"},
      {"not an object", "[" + Block() + ", 3]", "[1]", "not an object"},
      {"missing source", R"([{"type": "search_result", "title": "t", "content": []}])",
       "[0].source", "missing"},
      {"source of wrong type",
       R"([{"type": "search_result", "source": 1, "title": "t", "content": "x"}])", "[0].source",
       "not a string but number"},
      {"content is a string",
       R"([{"type": "search_result", "source": "s", "title": "t", "content": "x"}])", "[0].content",
       "write [{"},
      {"no content", R"([{"type": "search_result", "source": "s", "title": "t", "content": []}])",
       "[0].content", "at least one text block"},
      {"image in content",
       R"([{"type": "search_result", "source": "s", "title": "t",
            "content": [{"type": "image"}]}])",
       "[0].content[0].type", "only \"text\""},
      {"empty text",
       R"([{"type": "search_result", "source": "s", "title": "t",
            "content": [{"type": "text", "text": ""}]}])",
       "[0].content[0].text", "empty"},
      {"cache mark inside",
       R"([{"type": "search_result", "source": "s", "title": "t",
            "content": [{"type": "text", "text": "x", "cache_control": null}]}])",
       "[0].content[0].cache_control", "unknown"},
      {"unknown member", Block(R"("score": 0.5)"), "[0].score", "remove it"},
      {"citations of wrong type", Block(R"("citations": true)"), "[0].citations", "enabled"},
      {"enabled of wrong type", Block(R"("citations": {"enabled": "yes"})"),
       "[0].citations.enabled", "neither true nor false"},
      {"wrong ttl", Block(R"("cache_control": {"type": "ephemeral", "ttl": "2h"})"),
       "[0].cache_control.ttl", "5m"},
      {"citations on and off",
       "[" + Block(R"("citations": {"enabled": true})") + "," +
           Block(R"("citations": {"enabled": false})") + "]",
       "[1].citations", "on at [0]"},
      {"citations on and unsaid",
       "[" + Block() + "," + Block(R"("citations": {"enabled": true})") + "]", "[0].citations",
       "on at [1]"},
      {"unknown field", R"([{"source": "s", "titel": "t", "text": "x"}])", "[0].titel",
       "no such field"},
      {"field of wrong type", R"([{"source": "s", "title": [], "text": "x"}])", "[0].title", ": "},
      {"number in place of text", R"([{"source": "s", "title": "t", "text": true}])", "[0]", ": "},
      {"neither text nor blocks", R"([{"source": "s", "title": "t"}])", "[0]", "\"text\""},
      {"text and blocks",
       R"([{"source": "s", "title": "t", "text": "x", "blocks": {"blocks": [{"text": "y"}]}}])",
       "[0]", "oneof"},
      {"hit is a string", R"(["text"])", "[0]", "not an object"},
      {"unknown field of the request", R"({"question": "q", "search_results": [{"titel": "t"}]})",
       "search_results[0].titel", "no such field"},
  };
  for (const Bad& bad : cases) {
    SCOPED_TRACE(bad.name);
    const absl::Status status = ParseSearchResults(bad.json).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    const std::string message(status.message());
    EXPECT_EQ(message.substr(0, std::string(bad.path).size()), bad.path) << message;
    EXPECT_THAT(message, HasSubstr(bad.problem));
  }
}

TEST(SearchResultsFileTest, ReportsUpToTwentyErrorsAtOnce) {
  std::string json = "[";
  for (int i = 0; i < 30; ++i) absl::StrAppend(&json, i == 0 ? "" : ",", R"({"type": "image"})");
  const std::string message(ParseSearchResults(json + "]").status().message());
  EXPECT_THAT(message, HasSubstr("[0].type"));
  EXPECT_THAT(message, HasSubstr("\n[19].type"));
  EXPECT_THAT(message, HasSubstr("\n... and 10 more"));
}

TEST(SearchResultsFileTest, RefusesEveryTruncationOfAValidFileWithItsPosition) {
  const std::string json = "[" + Block(R"("citations": {"enabled": true})") + "]";
  for (size_t length = 0; length < json.size(); ++length) {
    const absl::Status status = ParseSearchResults(json.substr(0, length)).status();
    ASSERT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << length;
    ASSERT_THAT(std::string(status.message()), HasSubstr("line 1, byte")) << length;
  }
}

}  // namespace
}  // namespace footnote::client
