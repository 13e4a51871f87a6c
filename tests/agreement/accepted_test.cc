// SPDX-License-Identifier: Apache-2.0
// The emulator accepts, under both versions of the API, what the service sends.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "tests/agreement/verdicts.h"

namespace footnote::agreement {
namespace {

struct Row {
  std::string name;
  std::string request;
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

class AcceptedTest : public testing::TestWithParam<Row> {};

TEST_P(AcceptedTest, TheServiceAndBothVersionsOfTheEmulatorAcceptTheRequest) {
  const absl::StatusOr<std::string> body = Build(Parse(GetParam().request));
  ASSERT_TRUE(body.ok()) << body.status();
  EXPECT_EQ(EmulatorVerdict(*body, kOldVersion), kAccepted) << *body;
  EXPECT_EQ(EmulatorVerdict(*body, kNewVersion), kAccepted) << *body;
}

std::string NameOf(const testing::TestParamInfo<Row>& info) { return info.param.name; }

const std::string kQ = "question: 'Q' ";
const std::string kSearchResultProto = "search_results { source: 's' title: 't' text: 'x' } ";
const std::string kTool =
    R"(tools { custom { name: 'n' input_schema_json: '{"type":"object"}' } } )";
const std::string kUse = "blocks { tool_use { id: 'u' name: 'n' input_json: '{}' } } ";
const std::string kP = "turns { user { question: 'P' search { outcome: OUTCOME_SKIPPED } } } ";
const std::string kUsesTool = kP + "turns { assistant { " + kUse + "} } ";
const std::string kPdf = "documents { pdf: '%PDF-1.7' } ";
const std::string kPng = R"(data: '\x89PNG\r\n\x1a\n')";
const std::string kFiveMinutes = "cache_control {} ";
const std::string kHour = "cache_control { ttl: TTL_1H } ";

// Returns an assistant turn with one text and this citation.
std::string Cites(const std::string& location) {
  return "turns { assistant { blocks { text { text: 'A' citations { cited_text: 'x' location { " +
         location + " } } } } } } ";
}

// Returns an assistant turn with these opaque blocks, each with its type and JSON.
std::string Opaque(const std::vector<std::pair<std::string, std::string>>& blocks) {
  std::string turn = "turns { assistant { ";
  for (const auto& [type, json] : blocks) {
    absl::StrAppend(&turn, "blocks { opaque { type: '", type, "' json: '", json, "' } } ");
  }
  return turn + "} } ";
}

const std::pair<std::string, std::string> kSearchUse = {
    "server_tool_use",
    R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"q"}})"};
const std::pair<std::string, std::string> kSearchResult = {
    "web_search_tool_result",
    R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","url":"https://e.com","title":"t","encrypted_content":"e","page_age":null}]})"};
const std::pair<std::string, std::string> kSearchError = {
    "web_search_tool_result",
    R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"web_search_tool_result_error","error_code":"unavailable"}})"};
const std::pair<std::string, std::string> kThinking = {
    "thinking", R"({"type":"thinking","thinking":"","signature":"s"})"};
const std::pair<std::string, std::string> kRedacted = {
    "redacted_thinking", R"({"type":"redacted_thinking","data":"d"})"};

std::vector<Row> CitationRows() {
  return {
      {"C1_CitationsOff", kQ + kSearchResultProto + "citation_options { mode: MODE_OFF }"},
      {"C1_DocumentsWithCitationsOff",
       kQ + kPdf + "documents { text: 'a' } citation_options { mode: MODE_OFF }"},
      {"C2_OneSettingForSearchResultsOfAllTurnsAndToolResults",
       "turns { user { question: 'P' " + kSearchResultProto + "} } turns { assistant { " + kUse +
           "} } " + "tool_results { tool_use_id: 'u' " + kSearchResultProto + "} " +
           kSearchResultProto},
      {"C3_OneSettingForDocumentsOfAllTurnsAndToolResults",
       "turns { user { question: 'P' " + kPdf + "} } turns { assistant { " + kUse + "} } " +
           "tool_results { tool_use_id: 'u' documents { text: 'a' } } documents { blocks { blocks "
           "{ text: 'b' } } }"},
      {"C4_SearchResultsAndDocuments", kQ + kSearchResultProto + kPdf},
      {"C5_OnlySearchResultsInAToolResult", kUsesTool + "tool_results { tool_use_id: 'u' " +
                                                kSearchResultProto + kSearchResultProto + "}"},
      {"C5_DocumentsImagesAndTextInAToolResult",
       kUsesTool +
           "tool_results { tool_use_id: 'u' text: 'note' documents { text: 'a' } images { " + kPng +
           " } }"},
      {"C6_NoSearchResults", kQ},
      {"C6_NoSearchResultsAsAToolResult", kQ + "search { delivery: DELIVERY_TOOL_RESULT }"},
      {"C6_FailedSearchAsAToolResult",
       kQ + "search { delivery: DELIVERY_TOOL_RESULT outcome: OUTCOME_FAILED }"},
      {"C6_EmptyToolResult", kUsesTool + "tool_results { tool_use_id: 'u' }"},
      {"C6_FailedToolWithoutText", kUsesTool + "tool_results { tool_use_id: 'u' is_error: true }"},
      {"C7_SearchResultsInATurn", kQ + kSearchResultProto},
      {"C7_SearchResultsAsAToolResult",
       kQ + kSearchResultProto + "search { delivery: DELIVERY_TOOL_RESULT }"},
      {"C8_ZeroWidthSpaceIsNotBlank",
       kQ + "search_results { source: 's' title: 't' blocks { blocks { text: '\\u200b' } } }"},
      {"C9_WebSearchWithCitedSearchResults", kQ + kSearchResultProto + "tools { web_search {} }"},
      {"C9_WebSearchWithoutSearchResults",
       kQ + "tools { web_search {} } citation_options { mode: MODE_OFF }"},
      {"C10_OutputSchemaWithoutCitations",
       kQ + kSearchResultProto +
           "citation_options { mode: MODE_OFF } model_options { output_schema_json: "
           R"('{"type":"object"}' })"},
      {"C10_OutputSchemaWithoutSources",
       kQ + R"(model_options { output_schema_json: '{"type":"object"}' })"},
      {"C13_CitationOfASearchResult",
       "turns { user { question: 'P' " + kSearchResultProto + "} } " +
           Cites("search_result { search_result_index: 0 start_block_index: 0 end_block_index: 1 "
                 "source: 's' title: 't' }") +
           kQ},
      {"C13_CitationOfADocument",
       "turns { user { question: 'P' documents { text: 'x' } } } " +
           Cites("character { document_index: 0 start_char_index: 0 end_char_index: 1 }") + kQ},
      {"C13_CitationOfAPage",
       "turns { user { question: 'P' " + kPdf + "} } " +
           Cites("page { document_index: 0 start_page_number: 1 end_page_number: 2 "
                 "document_title: '' file_id: 'f' }") +
           kQ},
      {"C13_CitationOfABlock",
       "turns { user { question: 'P' documents { blocks { blocks { text: 'x' } } } } } " +
           Cites("content_block { document_index: 0 start_block_index: 0 end_block_index: 1 }") +
           kQ},
      {"C13_CitationOfARemovedSource",
       kP + Cites("character { document_index: 7 start_char_index: 0 end_char_index: 1 }") + kQ},
      {"C13_CitationWithoutItsRange", kP + Cites("character { document_index: 0 }") + kQ},
      {"C13_CitationWithNumbersThatTheApiNeverReturns",
       "turns { user { question: 'P' " + kPdf + "} } " +
           Cites("page { document_index: 0 start_page_number: 0 end_page_number: 0 }") + kQ},
      {"C13_CitationOfAnUnknownKind",
       kP + Cites(R"(unknown { type: 'video_location' json: '{"type":"video_location"}' })") + kQ},
      {"C14_WebSearchReplayed",
       kP + Opaque({kSearchUse, kSearchResult}) + kQ + "tools { web_search {} }"},
      {"C14_WebSearchReplayedWithoutTheTool", kP + Opaque({kSearchUse, kSearchResult}) + kQ},
      {"C14_FailedWebSearchReplayed", kP + Opaque({kSearchUse, kSearchError}) + kQ},
      {"C14_WebCitation",
       kP + Cites("web_search_result { url: 'https://e.com' encrypted_index: 'i' title: 't' }") +
           kQ},
      {"C14_WebCitationWithoutTitle",
       kP + Cites("web_search_result { url: 'https://e.com' encrypted_index: 'i' }") + kQ},
  };
}

INSTANTIATE_TEST_SUITE_P(Citations, AcceptedTest, testing::ValuesIn(CitationRows()), NameOf);

std::vector<Row> ContentRows() {
  return {
      {"DocumentsOfAllKinds",
       kQ + kPdf +
           "documents { text: '\\xef\\xbb\\xbfa\\r\\nb' title: 'T' context: 'C' } "
           "documents { pdf_url: 'https://e.com/a.pdf' } documents { file_id: 'file_1' } "
           "documents { blocks { blocks { text: 'a' } blocks { image { " +
           kPng + " } } } } documents { text: 'One. Two.' chunking { policy: POLICY_SENTENCE } }"},
      // B56
      {"DocumentWithEmptyTitleAndContext", kQ + "documents { text: 'a' title: '' context: '' }"},
      {"DocumentWithTheLongestTitle",
       kQ + "documents { text: 'a' title: '" + std::string(500, 't') + "' }"},
      {"ReplayedTitleThatTheApiDoesNotAccept",
       "turns { user { question: 'P' documents { text: 'a' } } } " +
           Cites("character { document_index: 0 start_char_index: 0 end_char_index: 1 "
                 "document_title: '" +
                 std::string(256, 't') + "' }") +
           kQ},
      {"PdfAfterOtherBytes", kQ + "documents { pdf: 'junk%PDF-1.7' }"},
      {"ImagesOfAllKinds",
       kQ + "images { " + kPng +
           " } images { data: '\\xff\\xd8\\xff\\xe0' } images { data: "
           "'GIF89a' } images { data: 'RIFF\\x04\\x00\\x00\\x00WEBP' } images { url: "
           "'http://e.com/a.png' } images { file_id: 'file_1' }"},
      // B46
      {"ControlCharacters",
       kQ + "search_results { source: 's' title: 't' text: 'a\\x00\\x07\\x1b' }"},
      {"TextThatLooksLikeJson", "question: '\"}\\\\ {\"' " + kSearchResultProto},
      {"FieldsThatAreOnlyForTheCallerAreNotSent",
       kQ + "search_results { id: 'i' document_key: 'k' metadata { key: 'k' value: 'v' } source: "
            "'s' title: "
            "'t' text: 'x' } documents { id: 'j' document_key: 'k' text: 'a' metadata { key: 'k' "
            "value: 'v' } }"},
  };
}

INSTANTIATE_TEST_SUITE_P(Content, AcceptedTest, testing::ValuesIn(ContentRows()), NameOf);

std::vector<Row> MessageRows() {
  return {
      {"FirstTurnIsAUserTurn", kP + kQ},
      {"TurnsOfOneRoleInARow", kP + kP + kQ},
      {"BlankAnswerIsOmitted",
       kP + "turns { assistant { blocks { text { text: ' \\n' } } } } " + kQ},
      {"AnswerWithoutBlocksIsOmitted", kP + "turns { assistant {} } " + kQ},
      {"MalformedBlocksAreOmitted", kP + Opaque({{"text", R"({"type":"text"})"}}) + kQ},
      {"ThinkingIsSentBack", kP + Opaque({kThinking, kRedacted}) + kQ},
      {"PausedTurnEndsTheRequest", kP + Opaque({kSearchUse}) + "tools { web_search {} }"},
      {"PausedTurnAfterAResultEndsTheRequest",
       kP + Opaque({kSearchUse, kSearchResult}) + "tools { web_search {} }"},
      {"PausedInTheCodeExecutionOfTheWebSearch",
       kP +
           Opaque({{"server_tool_use", R"({"type":"server_tool_use","id":"srvtoolu_1",)"
                                       R"("name":"code_execution","input":{"code":"1"}})"}}) +
           "tools { web_search { tool_version: 'web_search_20260209' } }"},
      {"ServerToolUseHasItsResultAfterToolResults",
       kP + "turns { assistant { blocks { opaque { type: 'server_tool_use' json: '" +
           kSearchUse.second + "' } } " + kUse +
           "} } turns { user { tool_results { tool_use_id: 'u' text: 'r' } } } " +
           Opaque({kSearchResult}) + kQ + "tools { web_search {} }"},
      {"AllModelOptions",
       kQ + "model_options { max_tokens: 1 system: 'S' stop_sequences: 'x' thinking { mode: "
            "MODE_ADAPTIVE } effort: EFFORT_XHIGH user_id: 'u' service_tier: "
            "SERVICE_TIER_STANDARD_ONLY }"},
      {"ThinkingWithABudget",
       kQ + "model_options { model: 'claude-opus-4-5' thinking { mode: MODE_ENABLED "
            "budget_tokens: 1024 } }"},
  };
}

INSTANTIATE_TEST_SUITE_P(Messages, AcceptedTest, testing::ValuesIn(MessageRows()), NameOf);

std::vector<Row> ToolRows() {
  return {
      {"UseAndResult", kUsesTool + kTool + "tool_results { tool_use_id: 'u' text: 'r' } "},
      {"TwoUsesWithResultsInAnotherOrder",
       kP + "turns { assistant { " + kUse +
           "blocks { tool_use { id: 'v' name: 'n' input_json: '{}' } } } } " + kTool +
           "tool_results { tool_use_id: 'v' text: 'r' } tool_results { tool_use_id: 'u' " +
           kSearchResultProto + "} " + kQ},
      {"SearchResultsAsAToolResultAfterAResult",
       kUsesTool + "tool_results { tool_use_id: 'u' text: 'r' } " + kQ + kSearchResultProto +
           "search { delivery: DELIVERY_TOOL_RESULT }"},
      {"SearchResultsAsAToolResultInEveryTurn",
       "turns { user { question: 'P' " + kSearchResultProto +
           "search { delivery: DELIVERY_TOOL_RESULT } } } " +
           "turns { assistant { blocks { text { text: 'A' } } } } " + kQ + kSearchResultProto +
           "search { delivery: DELIVERY_TOOL_RESULT }"},
      {"LongestToolName", kQ + "tools { custom { name: '" + std::string(64, 'n') +
                              R"(' input_schema_json: '{"type":"object"}' } })"},
      {"ServerToolUseAndToolUse",
       kP + "turns { assistant { blocks { opaque { type: 'server_tool_use' json: '" +
           kSearchUse.second + "' } } " + kUse + "} } " + kTool +
           "tools { web_search {} } tool_results { tool_use_id: 'u' text: 'r' }"},
      {"WebSearchWithAllFields",
       kQ + "tools { web_search { tool_version: 'web_search_20260318' max_uses: 1 allowed_domains: "
            "'e.com/docs' "
            "user_location { city: 'Tokyo' region: 'Tokyo' country: 'JP' timezone: 'Asia/Tokyo' } "
            "} cache_control {} }"},
      {"WebSearchWithBlockedDomains",
       kQ +
           "tools { web_search { tool_version: 'web_search_20260209' blocked_domains: 'e.com' } }"},
  };
}

INSTANTIATE_TEST_SUITE_P(Tools, AcceptedTest, testing::ValuesIn(ToolRows()), NameOf);

std::vector<Row> CacheRows() {
  const std::string with_breakpoint =
      "search_results { source: 's' title: 't' text: 'x' " + kFiveMinutes + "} ";
  const std::string many =
      with_breakpoint + with_breakpoint + with_breakpoint + with_breakpoint + with_breakpoint;
  return {
      {"FourCacheBreakpoints", kQ + "model_options { system: 'S' system_cache_control {} } " +
                                   with_breakpoint + with_breakpoint + "documents { text: 'a' " +
                                   kFiveMinutes + "}"},
      {"LongerTimeToLiveFirst",
       kQ + "model_options { system: 'S' system_cache_control { ttl: TTL_1H } } " +
           with_breakpoint},
      {"LongerTimeToLiveInsideAToolResult",
       kUsesTool +
           "tool_results { tool_use_id: 'u' search_results { source: 's' title: 't' text: 'x' " +
           kHour + "} " + kFiveMinutes + "}"},
      {"CacheBreakpointsOnEveryKindOfElement",
       kQ +
           R"(tools { custom { name: 'n' input_schema_json: '{"type":"object"}' } cache_control {} } )" +
           "tools { web_search {} cache_control {} } images { " + kPng + " cache_control {} } " +
           "documents { pdf: '%PDF-1.7' cache_control {} }"},
      {"PolicyNoneOmitsAllCacheBreakpoints", kQ + many + "cache_options { policy: POLICY_NONE }"},
      {"PolicyAutoKeepsFourCacheBreakpoints", kQ + many + "cache_options { policy: POLICY_AUTO }"},
      {"PolicyAutoAddsCacheBreakpoints",
       "turns { user { question: 'P' documents { text: '" + std::string(20000, 'd') +
           "' } } } turns { assistant { blocks { text { text: 'A' } } } } " + kQ +
           "model_options { system: '" + std::string(20000, 's') +
           "' } cache_options { policy: POLICY_AUTO ttl: TTL_1H }"},
      {"PolicyAutoBeforeALongerTimeToLive",
       kQ + "model_options { system: '" + std::string(20000, 's') +
           "' } search_results { source: 's' title: 't' text: 'x' " + kHour +
           "} cache_options { policy: POLICY_AUTO }"},
  };
}

INSTANTIATE_TEST_SUITE_P(Caches, AcceptedTest, testing::ValuesIn(CacheRows()), NameOf);

}  // namespace
}  // namespace footnote::agreement
