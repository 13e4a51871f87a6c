// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/cache_rules.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/emulator/request/block_json.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"
#include "tests/emulator/rules/rule_verdict.h"

namespace footnote::emulator {
namespace {

class CacheRulesTest : public testing::TestWithParam<Case> {};

TEST_P(CacheRulesTest, ReturnsTheVerdictInBothVersions) {
  ExpectVerdicts(GetParam(), CheckCacheRules);
}

std::vector<Case> CountCases() {
  const std::string five_minutes = R"("cache_control":{"type":"ephemeral"})";
  const auto text = [](const std::string& cache) {
    return R"({"type":"text","text":"t",)" + cache + "}";
  };
  const std::string three =
      text(five_minutes) + "," + text(five_minutes) + "," + text(five_minutes);
  const std::string four = three + "," + text(five_minutes);
  return {
      {"FourBreakpoints", Body(User("[" + four + "]")), "ok"},
      {"FiveBreakpoints", Body(User("[" + four + "]"), "\"system\":[" + text(five_minutes) + "]"),
       "A maximum of 4 blocks with cache_control may be provided. Found 5."},
      {"AutomaticBreakpointAfterFour", Body(User("[" + four + "," + Text("q") + "]"), five_minutes),
       "A maximum of 4 blocks with cache_control may be provided. Found 5."},
      {"AutomaticBreakpointOnTheFourth", Body(User("[" + four + "]"), five_minutes), "ok"},
      {"FiveBreakpointsWithFourInAToolResult",
       Body(Round(kUse, ToolResult(four) + "," + text(five_minutes))),
       "A maximum of 4 blocks with cache_control may be provided. Found 5."},
      {"FiveBreakpointsWithOneInADocument",
       WithQuestion(Custom(R"([{"type":"text","text":"t",)" + five_minutes + "}]", five_minutes) +
                    "," + PlainText("a", five_minutes) + "," + PlainText("b", five_minutes) + "," +
                    PlainText("c", five_minutes)),
       "A maximum of 4 blocks with cache_control may be provided. Found 5."},
      {"BreakpointsOnDocumentsAndImages",
       WithQuestion(PlainText("a", five_minutes) + "," + Pdf(five_minutes) + "," +
                    Image(R"({"type":"url","url":"u"})", five_minutes)),
       "ok"},
      {"NullBreakpoint", WithQuestion(PlainText("a", R"("cache_control":null)")), "ok"},
      {"AutomaticBreakpointAfterThree",
       Body(User("[" + three + "," + Text("q") + "]"), five_minutes), "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Counts, CacheRulesTest, testing::ValuesIn(CountCases()), NameOf);

std::vector<Case> TtlCases() {
  const std::string five_minutes = R"("cache_control":{"type":"ephemeral"})";
  const std::string one_hour = R"("cache_control":{"type":"ephemeral","ttl":"1h"})";
  const auto text = [](const std::string& cache) {
    return R"({"type":"text","text":"t",)" + cache + "}";
  };
  const auto round = [](const std::string& inner, const std::string& outer) {
    return Body(Round(kUse, R"({"type":"tool_result","tool_use_id":"toolu_1",)" + outer +
                                R"(,"content":[)" + SearchResult(Text("a"), inner) + "]}"));
  };
  const std::string order =
      "cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' "
      "cache_control block. Note that blocks are processed in the following order: `tools`, "
      "`system`, `messages`.";
  return {
      {"OneHourBeforeFiveMinutes",
       Body(User("[" + text(one_hour) + "," + text(five_minutes) + "]")), "ok"},
      {"OneHourAfterFiveMinutes", Body(User("[" + text(five_minutes) + "," + text(one_hour) + "]")),
       "messages.0.content.1." + order},
      {"FiveMinutesInSystemBeforeOneHourInMessages",
       Body(User("[" + text(one_hour) + "]"), "\"system\":[" + text(five_minutes) + "]"),
       "messages.0.content.0." + order},
      {"AutomaticBreakpointWithAnotherTtl", Body(User("[" + text(one_hour) + "]"), five_minutes),
       "Top-level cache_control has ttl='5m' but the target block already has cache_control with "
       "ttl='1h'"},
      {"OneHourInAToolResultWithFiveMinutes", round(one_hour, five_minutes), "ok"},
      {"FiveMinutesInAToolResultWithOneHour", round(five_minutes, one_hour),
       "messages.2.content.0." + order},
      {"FiveMinutesInToolsBeforeOneHourInSystem",
       Body(kHi, R"("tools":[{"name":"search","input_schema":{"type":"object"},)" + five_minutes +
                     R"(}],"system":[)" + text(one_hour) + "]"),
       "system.0." + order},
      {"FiveMinutesBeforeAutomaticOneHour",
       Body(User("[" + text(five_minutes) + "," + Text("q") + "]"), one_hour), order},
      {"OneHourBeforeAutomaticFiveMinutes",
       Body(User("[" + text(one_hour) + "," + Text("q") + "]"), five_minutes), "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Ttls, CacheRulesTest, testing::ValuesIn(TtlCases()), NameOf);

}  // namespace
}  // namespace footnote::emulator
