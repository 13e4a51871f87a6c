// SPDX-License-Identifier: Apache-2.0
#include "service/messages/message.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "tests/messages/fixture.h"

namespace footnote::messages {
namespace {

Message Parse(std::string json) {
  absl::StatusOr<Message> message = ParseMessage(std::move(json));
  EXPECT_TRUE(message.ok()) << message.status();
  return message.ok() ? *std::move(message) : Message();
}

TEST(ParseMessageTest, TheDocumentedReplyToTopLevelSearchResultsIsParsed) {
  const Message message = Parse(ReadFixture("documented_reply_top_level.json"));
  ASSERT_EQ(message.content.size(), 3);
  EXPECT_EQ(message.content[0].text,
            "All API requests must include an API key in the Authorization header. Keys can be "
            "generated from the dashboard.");
  ASSERT_EQ(message.content[0].citations.size(), 1);
  const TextCitation& citation = message.content[0].citations[0];
  EXPECT_EQ(citation.kind, TextCitation::Kind::kSearchResult);
  EXPECT_EQ(citation.source, "https://docs.company.com/api-reference");
  EXPECT_EQ(citation.title, "API Reference - Authentication");
  EXPECT_EQ(citation.index, 0);
  EXPECT_EQ(citation.start, 0);
  EXPECT_EQ(citation.end, 1);
  EXPECT_TRUE(absl::StartsWith(*citation.cited_text, "All API requests must include"));
  EXPECT_EQ(message.content[1].text, "\n\nTo set this up from scratch, you'll need to ");
  EXPECT_TRUE(message.content[1].citations.empty());
  EXPECT_EQ(message.content[2].citations[0].index, 1);
}

TEST(ParseMessageTest, FieldsThatThePartialDocumentedReplyOmitsAreAbsent) {
  const Message message = Parse(ReadFixture("documented_reply_both_methods.json"));
  EXPECT_EQ(message.content.size(), 4);
  EXPECT_EQ(message.id, "");
  EXPECT_EQ(message.model, "");
  EXPECT_EQ(message.stop_reason, std::nullopt);
  EXPECT_EQ(message.stop_sequence, std::nullopt);
  EXPECT_FALSE(message.usage.has_value());
}

class EveryKindTest : public testing::Test {
 protected:
  const Message message_ = Parse(ReadFixture("reply_every_kind.json"));
};

TEST_F(EveryKindTest, TheFieldsOfTheMessageAreParsed) {
  EXPECT_EQ(message_.id, "msg_01XFDUDYJgAACzvnptvVoYEL");
  EXPECT_EQ(message_.model, "claude-opus-5-5");
  EXPECT_EQ(message_.stop_reason, "stop_sequence");
  EXPECT_EQ(message_.stop_sequence, "###");
  EXPECT_EQ(message_.ill_formed_strings, 0);
  ASSERT_EQ(message_.content.size(), 8);
}

TEST_F(EveryKindTest, TheUsageIsParsed) {
  ASSERT_TRUE(message_.usage.has_value());
  EXPECT_EQ(message_.usage->input_tokens, 2679);
  EXPECT_EQ(message_.usage->output_tokens, 503);
  EXPECT_EQ(message_.usage->cache_creation_input_tokens, 456);
  EXPECT_EQ(message_.usage->cache_read_input_tokens, 0);
  EXPECT_EQ(message_.usage->ephemeral_5m_input_tokens, 400);
  EXPECT_EQ(message_.usage->ephemeral_1h_input_tokens, 56);
  EXPECT_EQ(message_.usage->thinking_tokens, 99);
  EXPECT_EQ(message_.usage->web_search_requests, 1);
  EXPECT_EQ(message_.usage->service_tier, "standard");
}

TEST_F(EveryKindTest, DocumentCitationsAreParsed) {
  ASSERT_EQ(message_.content[1].citations.size(), 3);
  const TextCitation& chars = message_.content[1].citations[0];
  EXPECT_EQ(chars.kind, TextCitation::Kind::kChar);
  EXPECT_EQ(chars.cited_text, "The grass is green. ");
  EXPECT_EQ(chars.index, 0);
  EXPECT_EQ(chars.title, "Example Document");
  EXPECT_EQ(chars.start, 0);
  EXPECT_EQ(chars.end, 20);
  EXPECT_EQ(chars.file_id, std::nullopt);

  const TextCitation& pages = message_.content[1].citations[1];
  EXPECT_EQ(pages.kind, TextCitation::Kind::kPage);
  EXPECT_EQ(pages.index, 1);
  EXPECT_EQ(pages.start, 5);
  EXPECT_EQ(pages.end, 6);
  EXPECT_EQ(pages.file_id, "file_011CNha8iCJcU1wXNR6q4V8w");

  const TextCitation& blocks = message_.content[1].citations[2];
  EXPECT_EQ(blocks.kind, TextCitation::Kind::kContentBlock);
  EXPECT_EQ(blocks.index, 2);
  EXPECT_EQ(blocks.title, std::nullopt);
  EXPECT_EQ(blocks.start, 0);
  EXPECT_EQ(blocks.end, 1);
}

TEST_F(EveryKindTest, SearchResultCitationsAreParsed) {
  ASSERT_EQ(message_.content[2].citations.size(), 3);
  const TextCitation& search_result = message_.content[2].citations[0];
  EXPECT_EQ(search_result.kind, TextCitation::Kind::kSearchResult);
  EXPECT_EQ(search_result.source, "https://docs.company.com/api-guide");
  EXPECT_EQ(search_result.title, "API Documentation");
  EXPECT_EQ(search_result.index, 0);
  EXPECT_EQ(search_result.start, 1);
  EXPECT_EQ(search_result.end, 2);
  EXPECT_EQ(search_result.json, "");

  const TextCitation& web = message_.content[2].citations[1];
  EXPECT_EQ(web.kind, TextCitation::Kind::kWebSearchResult);
  EXPECT_EQ(web.cited_text, "Shannon was born in 1916…");
  EXPECT_EQ(web.url, "https://en.wikipedia.org/wiki/Claude_Shannon");
  EXPECT_EQ(web.title, "Claude Shannon - Wikipedia");
  EXPECT_EQ(web.encrypted_index, "Eo8BCioIAhgBIiQyYjQ0OWJmZi1lNm==");
  EXPECT_EQ(web.index, std::nullopt);
  EXPECT_EQ(web.source, std::nullopt);
}

TEST_F(EveryKindTest, ACitationOfAnUnknownKindHasItsTypeAndJson) {
  const TextCitation& unknown = message_.content[2].citations[2];
  EXPECT_EQ(unknown.kind, TextCitation::Kind::kUnknown);
  EXPECT_EQ(unknown.type, "table_location");
  EXPECT_EQ(unknown.cited_text, "42");
  EXPECT_EQ(unknown.json, R"({"type":"table_location","cited_text":"42","row":7})");
}

TEST_F(EveryKindTest, TextIsUnescaped) {
  EXPECT_EQ(message_.content[2].text, "limits apply.\n\"Grüße\" \u2713 😀");
}

TEST_F(EveryKindTest, AToolUseHasItsInputInCanonicalForm) {
  const ContentBlock& use = message_.content[4];
  EXPECT_EQ(use.kind, ContentBlock::Kind::kToolUse);
  EXPECT_EQ(use.tool_use_id, "toolu_01A09q90qw90lq917835lq9");
  EXPECT_EQ(use.tool_name, "search_knowledge_base");
  EXPECT_EQ(use.tool_input_json, R"({"query":"Acme \"pricing\"","limit":10})");
}

TEST_F(EveryKindTest, OpaqueBlocksHaveTheirJsonInCanonicalForm) {
  EXPECT_EQ(message_.content[0].kind, ContentBlock::Kind::kOpaque);
  EXPECT_EQ(message_.content[0].type, "thinking");
  EXPECT_TRUE(message_.content[0].known);
  EXPECT_EQ(message_.content[0].json,
            R"({"type":"thinking","thinking":"Look at { \"both\": [sources] }.",)"
            R"("signature":"EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl"})");
  EXPECT_EQ(message_.content[5].type, "server_tool_use");
  EXPECT_TRUE(message_.content[5].known);
  EXPECT_EQ(message_.content[6].type, "web_search_tool_result");
  EXPECT_TRUE(message_.content[6].known);
  EXPECT_EQ(message_.content[7].type, "hologram");
  EXPECT_FALSE(message_.content[7].known);
  EXPECT_EQ(message_.content[7].json, R"({"type":"hologram","frames":[1,2.5e3,-0,true,null]})");
}

TEST(ParseMessageTest, TheLastOfRepeatedKeysCounts) {
  const Message message = Parse(R"({"content":[{"type":"text","text":"gone"}],"id":"a","id":"b",)"
                                R"("content":[{"type":"text","text":"a","text":"b"}]})");
  EXPECT_EQ(message.id, "b");
  ASSERT_EQ(message.content.size(), 1);
  EXPECT_EQ(message.content[0].text, "b");
}

TEST(ParseMessageTest, AMessageMayHaveEmptyContent) {
  EXPECT_TRUE(Parse(R"({"content":[]})").content.empty());
}

TEST(ParseMessageTest, LoneSurrogatesAreReplacedAndCountedOncePerString) {
  const Message message =
      Parse(R"({"content":[{"type":"text","text":"a\ud83d\ud83d","citations":[)"
            R"({"type":"char_location","cited_text":"\ude00"}]},{"type":"x","y":"\ud83d"}]})");
  EXPECT_EQ(message.content[0].text, "a\uFFFD\uFFFD");
  EXPECT_EQ(message.content[0].citations[0].cited_text, "\uFFFD");
  EXPECT_EQ(message.content[1].json, R"({"type":"x","y":"\ud83d"})");
  EXPECT_EQ(message.ill_formed_strings, 2);
}

TEST(ParseMessageTest, BodiesThatAreNotMessagesAreRefusedWithoutQuotingThem) {
  const std::vector<std::pair<const char*, std::string>> cases = {
      {"nothing", ""},
      {"HTML", "<html>canary</html>"},
      {"an array", R"([{"content":[]}])"},
      {"a string", R"("canary")"},
      {"no content", R"({"id":"canary"})"},
      {"null as content", R"({"content":null,"id":"canary"})"},
      {"a string as content", R"({"content":"canary"})"},
      {"an object as content", R"({"content":{"canary":1}})"},
      {"an array, then a string as content", R"({"content":[],"content":"canary"})"},
      {"an error", R"({"type":"error","error":{"type":"api_error","message":"canary"}})"},
      {"an error with content", R"({"type":"error","content":[],"x":"canary"})"},
      {"broken after the content", R"({"content":[],"usage":{"canary":tru}})"},
      {"broken inside an unknown field", R"({"content":[],"new":[1,{"canary":}]})"},
      {"broken inside an opaque block", R"({"content":[{"type":"x","canary":[}]})"},
      {"text after the message", R"({"content":[]} canary)"},
      {"two messages", R"({"content":[]}{"content":[]})"},
      {"ill-formed UTF-8", "{\"content\":[],\"x\":\"canary\xff\"}"},
  };
  for (const auto& [name, json] : cases) {
    const absl::Status status = ParseMessage(json).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << name;
    EXPECT_FALSE(absl::StrContains(status.message(), "canary")) << name;
  }
}

TEST(ParseMessageTest, DeepNestingInsideABlockIsAnError) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "[";
  EXPECT_FALSE(ParseMessage(absl::StrCat(R"({"content":[{"type":"x","y":)", deep, "}]}")).ok());
}

TEST(ParseMessageTest, EveryTruncationOfABodyIsAnError) {
  for (const char* name : {"reply_every_kind.json", "documented_reply_both_methods.json"}) {
    std::string body = ReadFixture(name);
    while (!body.empty() && body.back() == '\n') body.pop_back();
    ASSERT_TRUE(ParseMessage(body).ok());
    for (size_t size = 0; size < body.size(); ++size) {
      ASSERT_FALSE(ParseMessage(body.substr(0, size)).ok()) << name << " truncated at " << size;
    }
  }
}

TEST(ParseMessageTest, ABodyWithOneChangedByteIsParsedOrRefused) {
  const std::string body = ReadFixture("reply_every_kind.json");
  for (const char byte : {'\0', '"', '\\', '{', '}', '[', ']', ',', ':', '0', 'x', '\xff'}) {
    for (size_t i = 0; i < body.size(); ++i) {
      std::string changed = body;
      changed[i] = byte;
      const absl::StatusOr<Message> message = ParseMessage(std::move(changed));
      ASSERT_TRUE(message.ok() || message.status().code() == absl::StatusCode::kInvalidArgument);
    }
  }
}

TEST(ParseMessageOrErrorTest, ReturnsTheResultOfParseApiErrorIfThereIsOneElseThatOfParseMessage) {
  for (const char* json : {
           R"({"type":"message","id":"m","content":[]})",
           R"({"content":[]})",
           R"({"type":"message","content":[],"error":{"message":"m"},"request_id":"r"})",
           R"({"type":"error","error":{"type":"overloaded_error","message":"m"},"request_id":"r"})",
           R"({"error":{"message":"m"}})",
           R"({"error":{"message":"m"},"content":[]})",
           R"({"content":[],"error":{"message":"m"},"error":null})",
           R"({"content":[],"error":"down"})",
           R"({"type":"error","content":[]})",
           R"({"type":"error","error":{"message":"m"},"type":"message","content":[]})",
           R"({"type":7,"error":{"message":"m"}})",
           R"({"type":"message","content":7})",
           R"({"type":"message","content":[],"error":{"message":"\ud83d"},"x":"\ud83d"})",
           R"({"type":"message","id":"\ud83d","content":[]})",
           R"({"error":{"message":"m"})",
           R"([])",
           "",
       }) {
    const auto read = ParseMessageOrError(json);
    const std::optional<ApiError> error = ParseApiError(json);
    const absl::StatusOr<Message> message = ParseMessage(json);
    if (error.has_value()) {
      ASSERT_TRUE(read.ok()) << json;
      ASSERT_TRUE(std::holds_alternative<ApiError>(*read)) << json;
      EXPECT_EQ(std::get<ApiError>(*read).message, error->message) << json;
      EXPECT_EQ(std::get<ApiError>(*read).request_id, error->request_id) << json;
    } else if (message.ok()) {
      ASSERT_TRUE(read.ok()) << json;
      ASSERT_TRUE(std::holds_alternative<Message>(*read)) << json;
      EXPECT_EQ(std::get<Message>(*read).id, message->id) << json;
      EXPECT_EQ(std::get<Message>(*read).ill_formed_strings, message->ill_formed_strings) << json;
    } else {
      EXPECT_EQ(read.status(), message.status()) << json;
    }
  }
}

TEST(ParseApiErrorTest, AnErrorIsParsedWithItsDetails) {
  const std::optional<ApiError> error = ParseApiError(
      R"({"type":"error","error":{"type":"rate_limit_error","message":"Spend \"limit\"",)"
      R"("details":{"error_code":"enforced_spend_limit_reached","extra":[1]}},)"
      R"("request_id":"req_011EXAMPLE"})");
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->type, "rate_limit_error");
  EXPECT_EQ(error->message, "Spend \"limit\"");
  EXPECT_EQ(error->error_code, "enforced_spend_limit_reached");
  EXPECT_EQ(error->request_id, "req_011EXAMPLE");
}

TEST(ParseApiErrorTest, AnErrorMayHaveAbsentOrNullFields) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"null details",
       R"({"type":"error","error":{"type":"api_error","message":"m","details":null}})"},
      {"no details", R"({"type":"error","error":{"type":"api_error","message":"m"}})"},
      {"padding", R"({"type":"error","error":{"type":"api_error","message":"m"}            })"},
      {"no top-level type", R"({"error":{"type":"api_error","message":"m"}})"},
      {"a null request id",
       R"({"type":"error","error":{"type":"api_error","message":"m"},"request_id":null})"},
      {"details of another type",
       R"({"type":"error","error":{"type":"api_error","message":"m","details":"d"}})"},
  };
  for (const auto& [name, json] : cases) {
    const std::optional<ApiError> error = ParseApiError(json);
    ASSERT_TRUE(error.has_value()) << name;
    EXPECT_EQ(error->type, "api_error") << name;
    EXPECT_EQ(error->message, "m") << name;
    EXPECT_EQ(error->error_code, "") << name;
    EXPECT_EQ(error->request_id, "") << name;
  }
}

TEST(ParseApiErrorTest, AnErrorWithoutATypeHasAnEmptyType) {
  const std::optional<ApiError> error = ParseApiError(R"({"error":{"message":"m"}})");
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->type, "");
}

TEST(ParseApiErrorTest, BodiesOfAnotherFormAreNotErrors) {
  for (const char* json : {
           "",
           "<html>413 Request Entity Too Large</html>",
           "Bad Gateway",
           "{}",
           "[]",
           "\"error\"",
           R"({"error":"overloaded"})",
           R"({"error":null})",
           R"({"error":{}})",
           R"({"error":{"code":400}})",
           R"({"type":"message","error":{"type":"api_error","message":"m"}})",
           R"({"type":"error","error":{"type":"api_error","message":"m"})",
           R"({"type":"error","error":{"type":"api_error","message":"m"}} x)",
           R"({"type":"error","error":{"type":"api_error","message":"m"},"x":tru})",
       }) {
    EXPECT_FALSE(ParseApiError(json).has_value()) << json;
  }
}

}  // namespace
}  // namespace footnote::messages
