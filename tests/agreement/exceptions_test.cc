// SPDX-License-Identifier: Apache-2.0
// Where the service and the API do not agree, and why that is meant.
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
using emulator::Hit;
using emulator::kHi;
using emulator::PlainText;
using emulator::Text;
using emulator::User;

const std::string kQ = "question: 'Q' ";
const std::string kHitProto = "search_results { source: 's' title: 't' text: 'x' } ";
const std::string kP = "turns { user { question: 'P' search { outcome: OUTCOME_SKIPPED } } } ";

// ---- The service refuses, the API does not ----

struct StricterRow {
  std::string name;
  std::string why;
  std::string request;
  std::string field;  // that the service names
  std::string body;   // that would have been sent
};

std::ostream& operator<<(std::ostream& out, const StricterRow& row) {
  return out << row.name << ": " << row.why;
}

class StricterTest : public testing::TestWithParam<StricterRow> {};

TEST_P(StricterTest, IsTheServiceForAReason) {
  const StricterRow& row = GetParam();
  const absl::StatusOr<std::string> built = Build(Parse(row.request));
  ASSERT_FALSE(built.ok()) << *built;
  const std::vector<std::string> fields = FieldsIn(built.status());
  EXPECT_NE(std::find(fields.begin(), fields.end(), row.field), fields.end()) << built.status();
  EXPECT_EQ(EmulatorsVerdict(row.body, kOldVersion), kAccepted);
  EXPECT_EQ(EmulatorsVerdict(row.body, kNewVersion), kAccepted);
}

std::vector<StricterRow> StricterRows() {
  const std::string asked_with_a_hit =
      Body(User("[" + Hit(Text("x"), Cited()) + "," + Text("Q") + "]"));
  const auto ask = [](const std::string& block) {
    return Body(User("[" + block + "," + Text("Q") + "]"));
  };
  const std::string image = R"({"type":"image","source":{"type":"file","file_id":"file_1"}})";
  const std::string hit_of = "search_results { source: 's' title: 't' text: 'x' id: '";
  const std::string object = R"({"type":"object"})";
  return {
      {"EqualIds", "ids are the caller's own and never sent",
       kQ + hit_of + "a' } " + hit_of + "a' }", "search_results[1].id",
       Body(User("[" + Hit(Text("x"), Cited()) + "," + Hit(Text("x"), Cited()) + "]"))},
      {"LongId", "ids are the caller's own and never sent",
       kQ + hit_of + std::string(513, 'i') + "' }", "search_results[0].id", asked_with_a_hit},
      {"CoverageOverOne", "never sent", kQ + kHitProto + "citation_options { min_coverage: 1.5 }",
       "citation_options.min_coverage", asked_with_a_hit},
      {"BadPattern", "never sent",
       kQ + kHitProto + "chunking { policy: POLICY_PATTERN pattern: '(' }", "chunking.pattern",
       asked_with_a_hit},
      {"ChunkingOfBlocks", "it would have no effect",
       kQ + "search_results { source: 's' title: 't' blocks { blocks { text: 'x' } } chunking {} }",
       "search_results[0].chunking",
       asked_with_a_hit},
      {"FailedSearchBesideHits", "one of them would be dropped in silence",
       kQ + kHitProto + "search { outcome: OUTCOME_FAILED }", "search.outcome", asked_with_a_hit},
      {"EmptyTitleOfAHit", "required by its documentation; not known whether it is checked",
       kQ + "search_results { source: 's' title: '' text: 'x' }", "search_results[0].title",
       ask(Hit(Text("x"), Cited(), ""))},
      {"EmptyPlainText", "nothing to cite; not known whether it is checked",
       kQ + "documents { text: '' }", "documents[0].text", ask(PlainText("", Cited()))},
      {"BlankPlainText", "nothing to cite; not known whether it is checked",
       kQ + "documents { text: ' ' }", "documents[0].text", ask(PlainText(" ", Cited()))},
      {"DocumentOfPictures", "nothing to cite; not known whether it is checked",
       kQ + "documents { blocks { blocks { image { file_id: 'file_1' } } } }",
       "documents[0].blocks.blocks", ask(Custom("[" + image + "]", Cited()))},
      {"RelativeUrl", "the API finds out when it fetches it", kQ + "documents { pdf_url: '/a.pdf' }",
       "documents[0].pdf_url", ask(R"({"type":"document","source":{"type":"url","url":"/a.pdf"}})")},
      {"FileIdWithASpace", "the API finds out when it looks for it",
       kQ + "images { file_id: 'a b' }", "images[0].file_id",
       ask(R"({"type":"image","source":{"type":"file","file_id":"a b"}})")},
      {"NameOfSixtyFiveLetters", "documented as the limit; the live one is 128",
       kQ + "tools { custom { name: '" + std::string(65, 'n') + "' input_schema_json: '" + object + "' } }",
       "tools[0].custom.name",
       Body(kHi, R"("tools":[{"name":")" + std::string(65, 'n') + R"(","input_schema":)" + object +
                     "}]")},
      {"DomainWithAScheme", "not known whether it is checked; it would match nothing",
       kQ + "tools { web_search { allowed_domains: 'https://e.com' } }", "tools[0].web_search.allowed_domains[0]",
       Body(kHi, R"("tools":[{"type":"web_search_20250305","name":"web_search",)"
                 R"("allowed_domains":["https://e.com"]}])")},
      {"LocationThatSaysNothing", "it would be dropped in silence",
       kQ + "tools { web_search { user_location {} } }", "tools[0].web_search.user_location",
       Body(kHi, R"("tools":[{"type":"web_search_20250305","name":"web_search",)"
                 R"("user_location":{"type":"approximate"}}])")},
      {"NoTokens", "warms a cache and gives no answer", kQ + "model_options { max_tokens: 0 }",
       "model_options.max_tokens",
       R"({"model":"claude-opus-5","max_tokens":0,"messages":)" + kHi + "}"},
      {"ManyTokensUnstreamed", "SDKs refuse it, for the answer may outlast the API's ten minutes",
       kQ + "model_options { max_tokens: 21334 }", "model_options.max_tokens",
       R"({"model":"claude-opus-5","max_tokens":21334,"messages":)" + kHi + "}"},
      {"TypeTwiceInASchema", "the API reads the last, others the first",
       kQ + R"(tools { custom { name: 'n' input_schema_json: '{"type":"string","type":"object"}' } })",
       "tools[0].custom.input_schema_json",
       Body(kHi, R"("tools":[{"name":"n","input_schema":{"type":"string","type":"object"}}])")},
  };
}

INSTANTIATE_TEST_SUITE_P(Rows, StricterTest, testing::ValuesIn(StricterRows()),
                         [](const testing::TestParamInfo<StricterRow>& info) {
                           return info.param.name;
                         });

// ---- The API refuses, the service does not ----

struct LooserRow {
  std::string name;
  std::string why;
  std::string request;
  std::string message;  // a part of what the emulator says
};

std::ostream& operator<<(std::ostream& out, const LooserRow& row) {
  return out << row.name << ": " << row.why;
}

class LooserTest : public testing::TestWithParam<LooserRow> {};

TEST_P(LooserTest, IsTheServiceForAReason) {
  const LooserRow& row = GetParam();
  const absl::StatusOr<std::string> body = Build(Parse(row.request));
  ASSERT_TRUE(body.ok()) << body.status();
  for (const char* version : {kOldVersion, kNewVersion}) {
    const std::string verdict = EmulatorsVerdict(*body, version);
    EXPECT_TRUE(absl::StrContains(verdict, row.message)) << verdict;
  }
}

// An assistant's turn of one opaque block.
std::string Opaque(const std::string& type, const std::string& json) {
  return absl::StrCat(kP, "turns { assistant { blocks { opaque { type: '", type, "' json: '", json,
                      "' } } } } ", kQ);
}

std::vector<LooserRow> LooserRows() {
  const std::string models = "what a model takes changes with every model; the API says it best";
  const std::string opaque =
      "the block is the API's own and sent back unread; whoever changed it is told by the API";
  return {
      {"UnknownModel", models, kQ + "model_options { model: 'gpt' }", "model: gpt"},
      {"ThinkingOffWhereItIsAlwaysOn", models,
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
      {"SchemaThatMakesNoSense", "schemas are the caller's, and read no further than their type",
       kQ + R"(tools { custom { name: 'n' input_schema_json: '{"type":"object","required":[1]}' } })",
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
      {"KindOfBlockThatTheApiDoesNotHave",
       "an API that sent such a block takes it back; leaving it out would change the conversation",
       Opaque("new_kind", R"({"type":"new_kind"})"), "Input tag 'new_kind' found using 'type'"},
  };
}

INSTANTIATE_TEST_SUITE_P(Rows, LooserTest, testing::ValuesIn(LooserRows()),
                         [](const testing::TestParamInfo<LooserRow>& info) {
                           return info.param.name;
                         });

}  // namespace
}  // namespace footnote::agreement
