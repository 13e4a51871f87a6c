// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/answer_lines.h"

#include <string>
#include <vector>

#include "client/cli/output/render.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/cli/output/cited_answer.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The line on coverage with these sentences and this ratio; empty if there is none.
std::string CoverageOf(const std::string& coverage) {
  const std::string text = RenderText(
      {}, FromText<v1::Answer>("complete: true model: 'm' coverage { " + coverage + " }"), false);
  const size_t start = text.find("Coverage: ");
  return start == std::string::npos ? "" : text.substr(start, text.find('\n', start) - start);
}

TEST(CoverageTest, StatesTheShareAndTheNumberOfSentences) {
  EXPECT_EQ(
      CoverageOf("ratio: 0.834 sentences { state: STATE_CITED } sentences { state: STATE_CITED }"
                 " sentences { state: STATE_NEEDS_NONE } sentences { state: STATE_UNCITED }"),
      "Coverage: 83 % of what needs a citation is cited (2 of 3 sentences).");
  EXPECT_EQ(CoverageOf("ratio: 1 sentences { state: STATE_CITED }"),
            "Coverage: 100 % of what needs a citation is cited (1 of 1 sentence).");
}

TEST(CoverageTest, States0And100PercentOnlyIfExact) {
  const std::string both = "sentences { state: STATE_CITED } sentences { state: STATE_UNCITED }";
  EXPECT_THAT(CoverageOf("ratio: 0.9999 " + both), HasSubstr(" 99 %"));
  EXPECT_THAT(CoverageOf("ratio: 0.0001 " + both), HasSubstr(" 1 %"));
  EXPECT_THAT(CoverageOf("ratio: 0 sentences { state: STATE_UNCITED }"), HasSubstr(" 0 %"));
}

TEST(CoverageTest, IsEmptyIfNothingNeedsACitation) {
  EXPECT_EQ(CoverageOf("sentences { state: STATE_NEEDS_NONE }"), "");
}

TEST(RemarksTest, ShowsTheAddressOfALinkAndTheMarkupThatANoticeIsAbout) {
  const v1::Answer answer = FromText<v1::Answer>(R"(
    text: "See https://x.example/\033[2J (cite index=\"0\">." complete: true model: "m"
    notices { kind: KIND_UNSOURCED_LINK message: "unsourced" span { byte_start: 4 byte_end: 26 } }
    notices { kind: KIND_LEAKED_MARKUP message: "leaked." span { byte_start: 27 byte_end: 43 } }
    notices { kind: KIND_PLACEHOLDER_CHARACTER message: "odd" span { byte_end: 1 } }
    notices { kind: KIND_UNSOURCED_LINK message: "off" span { byte_start: 4 byte_end: 99 } })");
  const std::string text = RenderText({}, answer, false);
  EXPECT_THAT(text, HasSubstr("! unsourced: https://x.example/␛[2J\n"));
  EXPECT_THAT(text, HasSubstr("! leaked: (cite index=\"0\">\n"));
  EXPECT_THAT(text, HasSubstr("! odd\n"));
  EXPECT_THAT(text, HasSubstr("! off\n"));
}

TEST(RemarksTest, TruncatesALongAddressBetweenCharacters) {
  v1::Answer answer;
  std::string address = "https://x.example/a";
  while (address.size() < 900) address += "日";
  answer.set_text(address);
  v1::Notice* const notice = answer.add_notices();
  notice->set_kind(v1::Notice::KIND_UNSOURCED_LINK);
  notice->mutable_span()->set_byte_end(static_cast<int>(address.size()));
  const std::string text = RenderText({}, answer, false);
  EXPECT_THAT(text, HasSubstr("日…\n"));
  EXPECT_THAT(text, Not(HasSubstr("\uFFFD")));
}

}  // namespace
}  // namespace footnote::client
