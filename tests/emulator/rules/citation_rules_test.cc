// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/citation_rules.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/emulator/request/block_json.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"
#include "tests/emulator/rules/rule_verdict.h"

namespace footnote::emulator {
namespace {

std::optional<ApiError> CheckWithDefaults(const ParsedRequest& request) {
  return CheckCitationRules(request, {});
}

class CitationRulesTableTest : public testing::TestWithParam<Case> {};

TEST_P(CitationRulesTableTest, ReturnsTheVerdictInBothVersions) {
  ExpectVerdicts(GetParam(), CheckWithDefaults);
}

std::vector<Case> SettingCases() {
  const std::string cited = SearchResult(Text("a"), Cited());
  const std::string uncited = SearchResult(Text("a"));
  const std::string off = SearchResult(Text("a"), R"("citations":{"enabled":false})");
  const std::string mixed_results =
      "Citations must be either enabled or disabled on all `search_result` blocks. A mixture of "
      "enabling and disabling is not supported.";
  return {
      {"AllSearchResultsEnabled", Body(User("[" + cited + "," + cited + "]")), "ok"},
      {"AbsentEmptyAndFalseSettings",
       Body(User("[" + uncited + "," + off + "," + SearchResult(Text("a"), R"("citations":{})") +
                 "]")),
       "ok"},
      {"MixedSearchResults", Body(User("[" + cited + "," + uncited + "]")), mixed_results},
      {"MixedSearchResultsInAMessageAndAToolResult",
       Body("[" + Turn("user", cited) + "," + Turn("assistant", kUse) + "," +
            Turn("user", ToolResult(uncited)) + "]"),
       mixed_results},
      {"MixedDocuments",
       Body("[" + Turn("user", PlainText("a", Cited())) + "," + Turn("user", PlainText("b")) + "]"),
       "messages.1.content: Citations must be either enabled or disabled on all `document` blocks. "
       "A mixture of enabling and disabling is not supported at this time."},
      {"MixedDocumentsInAMessageAndAToolResult",
       Body("[" + Turn("user", PlainText("a", Cited())) + "," + Turn("assistant", kUse) + "," +
            Turn("user", ToolResult(Pdf())) + "]"),
       "messages.2.content: Citations must be either enabled or disabled on all `document` blocks. "
       "A mixture of enabling and disabling is not supported at this time."},
      {"WebSearchWithUncitedResults",
       Body(User("[" + uncited + "]"),
            R"("tools":[{"type":"web_search_20250305","name":"web_search"}])"),
       "Citations must be enabled on all `search_result` blocks when the web search tool is "
       "provided."},
      {"WebSearchWithCitedResults",
       Body(User("[" + cited + "]"),
            R"("tools":[{"type":"web_search_20250305","name":"web_search"}])"),
       "ok"},
      {"WebSearchWithUncitedDocument",
       Body(User("[" + PlainText("a") + "]"),
            R"("tools":[{"type":"web_search_20250305","name":"web_search"}])"),
       "ok"},
      {"OutputFormatWithCitedSearchResult",
       Body(User("[" + cited + "]"),
            R"("output_config":{"format":{"type":"json_schema","schema":{}}})"),
       "Citations cannot be enabled when output format is set. Please disable citations on "
       "uploaded document blocks."},
      {"OutputFormatWithCitedDocument",
       Body(User("[" + PlainText("a", Cited()) + "]"),
            R"("output_config":{"format":{"type":"json_schema","schema":{}}})"),
       "Citations cannot be enabled when output format is set. Please disable citations on "
       "uploaded document blocks."},
      {"OutputFormatWithoutCitations",
       Body(User("[" + uncited + "]"),
            R"("output_config":{"format":{"type":"json_schema","schema":{}}})"),
       "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Settings, CitationRulesTableTest, testing::ValuesIn(SettingCases()),
                         NameOf);

std::vector<Case> ToolResultCases() {
  const std::string cited = SearchResult(Text("a"), Cited());
  return {
      {"SearchResultAndText", Body(Round(kUse, ToolResult(cited + "," + Text("note")))),
       "messages.2.content.0.tool_result: if any blocks in a tool result are of type "
       "`search_result`, all blocks must be of that type"},
      {"SearchResultAndDocument",
       Body(Round(kUse, ToolResult(SearchResult(Text("a")) + "," + PlainText("b")))),
       "messages.2.content.0.tool_result: if any blocks in a tool result are of type "
       "`search_result`, all blocks must be of that type"},
      {"OnlyText", Body(Round(kUse, ToolResult(Text("No results found.")))), "ok"},
      {"OnlySearchResults", Body(Round(kUse, ToolResult(cited + "," + cited))), "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(ToolResults, CitationRulesTableTest, testing::ValuesIn(ToolResultCases()),
                         NameOf);

std::vector<Case> CitedTextCases() {
  const std::string cited_text = R"({"type":"text","text":"t","citations":)" + kCharCitation + "}";
  return {
      {"InUserText",
       Body(User(R"([{"type":"text","text":"t","citations":)" + kCharCitation + "}]")), "ok",
       "messages.0.content.0.text.citations: citations are only permitted on text of assistant "
       "messages"},
      {"EmptyListInUserText", Body(User(R"([{"type":"text","text":"t","citations":[]}])")), "ok"},
      {"InASearchResult",
       Body(User("[" +
                 SearchResult(R"({"type":"text","text":"t","citations":)" + kCharCitation + "}") +
                 "]")),
       "ok",
       "messages.0.content.0.search_result.content.0.citations: citations are only permitted on "
       "text of assistant messages"},
      {"InADocument", WithQuestion(Custom("[" + cited_text + "]")), "ok",
       "messages.0.content.0.document.content.0.citations: citations are only permitted on text of "
       "assistant messages"},
      {"InAToolResult", Body(Round(kUse, ToolResult(cited_text))), "ok",
       "messages.2.content.0.tool_result.content.0.text.citations: citations are only permitted on "
       "text of assistant messages"},
      {"InAssistantText",
       Body(Round(R"({"type":"text","text":"t","citations":)" + kCharCitation + "}", Text("q"))),
       "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(CitedTexts, CitationRulesTableTest, testing::ValuesIn(CitedTextCases()),
                         NameOf);

TEST(CitationRulesTest, DocumentsAndSearchResultsMayDifferUnlessTheOptionForbidsIt) {
  const std::string different =
      "Citations must be either enabled or disabled on all `search_result` and `document` blocks.";
  const std::string cited_result =
      WithQuestion(PlainText("a") + "," + SearchResult(Text("b"), Cited()));
  const std::string cited_document =
      WithQuestion(PlainText("a", Cited()) + "," + SearchResult(Text("b")));
  const std::string equal = WithQuestion(PlainText("a") + "," + SearchResult(Text("b")));
  for (const auto& [body, expected] : {std::pair{cited_result, different},
                                       {cited_document, different},
                                       {equal, std::string("ok")}}) {
    for (const bool one_setting : {false, true}) {
      const auto check = [one_setting](const ParsedRequest& request) {
        return CheckCitationRules(request, {one_setting});
      };
      EXPECT_EQ(RuleVerdict(body, ApiVersion::k20230601, check), one_setting ? expected : "ok")
          << body;
    }
  }
}

}  // namespace
}  // namespace footnote::emulator
