// SPDX-License-Identifier: Apache-2.0
// Deliberate differences between the rules of the service and those of the API, with their reasons.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/agreement/verdicts.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"

namespace footnote::agreement {
namespace {

using emulator::Body;
using emulator::Cited;
using emulator::Custom;
using emulator::kHi;
using emulator::PlainText;
using emulator::SearchResult;
using emulator::Text;
using emulator::User;

const std::string kQ = "question: 'Q' ";
const std::string kSearchResultProto = "search_results { source: 's' title: 't' text: 'x' } ";
const std::string kP = "turns { user { question: 'P' search { outcome: OUTCOME_SKIPPED } } } ";

// ---- Requests that only the service refuses ----

struct StricterRow {
  std::string name;
  std::string why;
  std::string request;
  std::string field;  // that the violation of the service names
  std::string body;   // of the request to the API
};

std::ostream& operator<<(std::ostream& out, const StricterRow& row) {
  return out << row.name << ": " << row.why;
}

class StricterTest : public testing::TestWithParam<StricterRow> {};

TEST_P(StricterTest, OnlyTheServiceRefusesTheRequest) {
  const StricterRow& row = GetParam();
  const absl::StatusOr<std::string> built = Build(Parse(row.request));
  ASSERT_FALSE(built.ok()) << *built;
  const std::vector<std::string> fields = FieldsIn(built.status());
  EXPECT_NE(std::find(fields.begin(), fields.end(), row.field), fields.end()) << built.status();
  EXPECT_EQ(EmulatorVerdict(row.body, kOldVersion), kAccepted);
  EXPECT_EQ(EmulatorVerdict(row.body, kNewVersion), kAccepted);
}

std::vector<StricterRow> StricterRows() {
  const std::string search_result_and_question =
      Body(User("[" + SearchResult(Text("x"), Cited()) + "," + Text("Q") + "]"));
  const auto with_question = [](const std::string& block) {
    return Body(User("[" + block + "," + Text("Q") + "]"));
  };
  const std::string image = R"({"type":"image","source":{"type":"file","file_id":"file_1"}})";
  const std::string search_result_with_id =
      "search_results { source: 's' title: 't' text: 'x' id: '";
  const std::string object = R"({"type":"object"})";
  return {
      {"EqualIds", "ids are never sent",
       kQ + search_result_with_id + "a' } " + search_result_with_id + "a' }",
       "search_results[1].id",
       Body(User("[" + SearchResult(Text("x"), Cited()) + "," + SearchResult(Text("x"), Cited()) +
                 "]"))},
      {"LongId", "ids are never sent", kQ + search_result_with_id + std::string(513, 'i') + "' }",
       "search_results[0].id", search_result_and_question},
      {"CoverageOverOne", "never sent",
       kQ + kSearchResultProto + "citation_options { min_coverage: 1.5 }",
       "citation_options.min_coverage", search_result_and_question},
      {"InvalidPattern", "never sent",
       kQ + kSearchResultProto + "chunking { policy: POLICY_PATTERN pattern: '(' }",
       "chunking.pattern", search_result_and_question},
      {"ChunkingOfBlocks", "it would have no effect",
       kQ + "search_results { source: 's' title: 't' blocks { blocks { text: 'x' } } chunking {} }",
       "search_results[0].chunking", search_result_and_question},
      {"FailedSearchWithSearchResults", "one of them would be dropped silently",
       kQ + kSearchResultProto + "search { outcome: OUTCOME_FAILED }", "search.outcome",
       search_result_and_question},
      {"EmptyTitleOfASearchResult", "required by the documentation; unknown if the API checks it",
       kQ + "search_results { source: 's' title: '' text: 'x' }", "search_results[0].title",
       with_question(SearchResult(Text("x"), Cited(), ""))},
      {"EmptyPlainText", "nothing to cite; unknown if the API checks it",
       kQ + "documents { text: '' }", "documents[0].text", with_question(PlainText("", Cited()))},
      {"BlankPlainText", "nothing to cite; unknown if the API checks it",
       kQ + "documents { text: ' ' }", "documents[0].text", with_question(PlainText(" ", Cited()))},
      {"DocumentOfImages", "nothing to cite; unknown if the API checks it",
       kQ + "documents { blocks { blocks { image { file_id: 'file_1' } } } }",
       "documents[0].blocks.blocks", with_question(Custom("[" + image + "]", Cited()))},
      {"RelativeUrl", "the API checks it when it fetches the document",
       kQ + "documents { pdf_url: '/a.pdf' }", "documents[0].pdf_url",
       with_question(R"({"type":"document","source":{"type":"url","url":"/a.pdf"}})")},
      {"FileIdWithASpace", "the API checks it when it reads the file",
       kQ + "images { file_id: 'a b' }", "images[0].file_id",
       with_question(R"({"type":"image","source":{"type":"file","file_id":"a b"}})")},
      {"ToolNameOfSixtyFiveLetters", "the documented limit; the actual one is 128",
       kQ + "tools { custom { name: '" + std::string(65, 'n') + "' input_schema_json: '" + object +
           "' } }",
       "tools[0].custom.name",
       Body(kHi, R"("tools":[{"name":")" + std::string(65, 'n') + R"(","input_schema":)" + object +
                     "}]")},
      {"DomainWithAScheme", "it would match nothing; unknown if the API checks it",
       kQ + "tools { web_search { allowed_domains: 'https://e.com' } }",
       "tools[0].web_search.allowed_domains[0]",
       Body(kHi, R"("tools":[{"type":"web_search_20250305","name":"web_search",)"
                 R"("allowed_domains":["https://e.com"]}])")},
      {"EmptyUserLocation", "it would be dropped silently",
       kQ + "tools { web_search { user_location {} } }", "tools[0].web_search.user_location",
       Body(kHi, R"("tools":[{"type":"web_search_20250305","name":"web_search",)"
                 R"("user_location":{"type":"approximate"}}])")},
      {"ZeroMaxTokens", "writes to the cache and gives no answer",
       kQ + "model_options { max_tokens: 0 }", "model_options.max_tokens",
       R"({"model":"claude-opus-5","max_tokens":0,"messages":)" + kHi + "}"},
      {"ManyTokensWithoutAStream",
       "SDKs refuse it, since the answer may take longer than ten minutes",
       kQ + "model_options { max_tokens: 21334 }", "model_options.max_tokens",
       R"({"model":"claude-opus-5","max_tokens":21334,"messages":)" + kHi + "}"},
      {"RepeatedTypeInASchema", "the API reads the last value, other parsers the first",
       kQ +
           R"(tools { custom { name: 'n' input_schema_json: '{"type":"string","type":"object"}' } })",
       "tools[0].custom.input_schema_json",
       Body(kHi, R"("tools":[{"name":"n","input_schema":{"type":"string","type":"object"}}])")},
  };
}

INSTANTIATE_TEST_SUITE_P(Rows, StricterTest, testing::ValuesIn(StricterRows()),
                         [](const testing::TestParamInfo<StricterRow>& info) {
                           return info.param.name;
                         });

// ---- Requests that only the API refuses ----

struct LessStrictRow {
  std::string name;
  std::string why;
  std::string request;
  std::string message;  // a part of the emulator's error message
};

std::ostream& operator<<(std::ostream& out, const LessStrictRow& row) {
  return out << row.name << ": " << row.why;
}

class LessStrictTest : public testing::TestWithParam<LessStrictRow> {};

TEST_P(LessStrictTest, OnlyTheEmulatorRefusesTheRequest) {
  const LessStrictRow& row = GetParam();
  const absl::StatusOr<std::string> body = Build(Parse(row.request));
  ASSERT_TRUE(body.ok()) << body.status();
  for (const char* version : {kOldVersion, kNewVersion}) {
    const std::string verdict = EmulatorVerdict(*body, version);
    EXPECT_TRUE(absl::StrContains(verdict, row.message)) << verdict;
  }
}

// Returns a request with an assistant turn of one opaque block.
std::string Opaque(const std::string& type, const std::string& json) {
  return absl::StrCat(kP, "turns { assistant { blocks { opaque { type: '", type, "' json: '", json,
                      "' } } } } ", kQ);
}

std::vector<LessStrictRow> LessStrictRows() {
  const std::string models = "what is supported differs between models, and only the API knows it";
  const std::string opaque =
      "the block is sent back unchanged and not parsed; the API reports changes of the caller";
  return {
      {"UnknownModel", models, kQ + "model_options { model: 'gpt' }", "model: gpt"},
      {"DisabledThinkingOnAModelThatAlwaysThinks", models,
       kQ + "model_options { model: 'claude-opus-5-5' thinking { mode: MODE_DISABLED } }",
       "\"thinking.type.disabled\" is not supported for this model"},
      {"ThinkingBudgetOnANewModel", models,
       kQ + "model_options { thinking { mode: MODE_ENABLED budget_tokens: 1024 } }",
       "\"thinking.type.enabled\" is not supported for this model"},
      {"AdaptiveThinkingOnAnOldModel", models,
       kQ + "model_options { model: 'claude-opus-4-5' thinking { mode: MODE_ADAPTIVE } }",
       "adaptive thinking is not supported on this model"},
      {"EffortOnAnOldModel", models,
       kQ + "model_options { model: 'claude-opus-4-5' effort: EFFORT_XHIGH }",
       "This model does not support effort level 'xhigh'"},
      {"InvalidSchema", "only the type of a schema is checked",
       kQ +
           R"(tools { custom { name: 'n' input_schema_json: '{"type":"object","required":[1]}' } })",
       "input_schema.required.0: Input should be a valid string"},
      {"ThinkingWithoutItsSignature", opaque,
       Opaque("thinking", R"({"type":"thinking","thinking":"t"})"),
       "thinking.signature: Field required"},
      {"WebResultWithoutItsEncryptedContent", opaque,
       kP + "turns { assistant { blocks { opaque { type: 'server_tool_use' json: '" +
           R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}})" +
           "' } } blocks { opaque { type: 'web_search_tool_result' json: '" +
           R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","url":"u","title":"t"}]})" +
           "' } } } } " + kQ,
       "encrypted_content: Field required"},
      {"BlockOfAnUnknownType",
       "an API that returned such a block accepts it; omitting it would change the conversation",
       Opaque("new_kind", R"({"type":"new_kind"})"), "Input tag 'new_kind' found using 'type'"},
  };
}

INSTANTIATE_TEST_SUITE_P(Rows, LessStrictTest, testing::ValuesIn(LessStrictRows()),
                         [](const testing::TestParamInfo<LessStrictRow>& info) {
                           return info.param.name;
                         });

}  // namespace
}  // namespace footnote::agreement
