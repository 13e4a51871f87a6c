// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/inspection/leaked_markup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "service/answering/resolving/inspection/code_regions.h"

namespace footnote::answering::resolving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The markup in `text` as "opening|closing|targets", with "-" for a missing tag.
std::vector<std::string> Found(const std::string& text) {
  const std::vector<text::ByteRange> code = CodeFinder().Next(text);
  std::vector<std::string> found;
  const auto slice = [&text](const std::optional<text::ByteRange>& range) {
    return range ? text.substr(range->begin, range->end - range->begin) : "-";
  };
  for (const LeakedMarkup& markup : FindLeakedMarkup(text, code)) {
    found.push_back(absl::StrCat(
        slice(markup.opening), "|", slice(markup.closing), "|",
        absl::StrJoin(markup.targets, " ", [](std::string* out, const LeakedTarget& target) {
          absl::StrAppend(out, target.source, ":", target.first_block, "-", target.end_block);
        })));
  }
  return found;
}

std::string TargetsOf(const std::string& index) {
  const std::vector<std::string> found = Found("<cite index=\"" + index + "\">a</cite>");
  return found.size() == 1 ? found[0].substr(found[0].rfind('|') + 1) : "?";
}

// Markup (B61)

TEST(LeakedMarkupTest, FindsTagsWithEachKindOfBracket) {
  EXPECT_THAT(Found(R"(The limit is (cite index="0-0">1000 per hour</cite>.)"),
              ElementsAre(R"((cite index="0-0">|</cite>|0:0-1)"));
  EXPECT_THAT(Found(R"(<cite index="0-0">a</cite>)"),
              ElementsAre(R"(<cite index="0-0">|</cite>|0:0-1)"));
  EXPECT_THAT(Found(R"([cite index="0-0"]a[/cite])"),
              ElementsAre(R"([cite index="0-0"]|[/cite]|0:0-1)"));
  EXPECT_THAT(Found(R"((cite index="0-0")a(/cite))"),
              ElementsAre(R"((cite index="0-0")|(/cite)|0:0-1)"));
}

TEST(LeakedMarkupTest, FindsTagsWithPrefixesQuotationMarksAndOtherAttributes) {
  EXPECT_THAT(Found("<x:cite index='1-2'>a</x:cite>"),
              ElementsAre("<x:cite index='1-2'>|</x:cite>|1:2-3"));
  EXPECT_THAT(Found("<cite source=\"s\" index = '1-2' >a</cite >"),
              ElementsAre("<cite source=\"s\" index = '1-2' >|</cite >|1:2-3"));
  EXPECT_THAT(Found("<cite index=1-2>a</cite>"), ElementsAre("<cite index=1-2>|</cite>|1:2-3"));
  EXPECT_THAT(Found(R"(<cite index=\"1-2\">a</cite>)"),
              ElementsAre(R"(<cite index=\"1-2\">|</cite>|1:2-3)"));
}

TEST(LeakedMarkupTest, ParsesListsAndRangesWithAnInclusiveEnd) {
  EXPECT_EQ(TargetsOf("0-1"), "0:1-2");
  EXPECT_EQ(TargetsOf("0-1,2-0"), "0:1-2 2:0-1");
  EXPECT_EQ(TargetsOf("0-1, 2-0:4"), "0:1-2 2:0-5");
  EXPECT_EQ(TargetsOf("0-1:3"), "0:1-4");
  EXPECT_EQ(TargetsOf("0-3:1"), "0:3-2");
}

TEST(LeakedMarkupTest, AMalformedIndexHasNoTargets) {
  for (const char* index :
       {"", "0", "-", "0-", "-1", "a-b", "0-1-2", "0-1:", "0.5-1", "0-99999999999", "٠-١"}) {
    EXPECT_EQ(TargetsOf(index), "") << index;
  }
  EXPECT_EQ(TargetsOf("x,0-1,,3"), "0:1-2");
}

TEST(LeakedMarkupTest, PairsNestedAndConsecutiveTags) {
  EXPECT_THAT(
      Found(R"(<cite index="0-0">a <cite index="0-1">b</cite></cite>)"),
      ElementsAre(R"(<cite index="0-0">|</cite>|0:0-1)", R"(<cite index="0-1">|</cite>|0:1-2)"));
  EXPECT_THAT(
      Found(R"(<cite index="0-0">a</cite> and <cite index="0-1">b</cite>)"),
      ElementsAre(R"(<cite index="0-0">|</cite>|0:0-1)", R"(<cite index="0-1">|</cite>|0:1-2)"));
}

TEST(LeakedMarkupTest, FindsATagWithoutItsCounterpart) {
  EXPECT_THAT(Found(R"(a <cite index="0-0">b)"), ElementsAre(R"(<cite index="0-0">|-|0:0-1)"));
  EXPECT_THAT(Found("a</cite> b"), ElementsAre("-|</cite>|"));
  EXPECT_THAT(Found(R"(a</cite> <cite index="0-0">)"),
              ElementsAre("-|</cite>|", R"(<cite index="0-0">|-|0:0-1)"));
}

TEST(LeakedMarkupTest, FindsAnOpeningTagThatTheEndOfTheTextTruncatesAfterTheIndexAttributeStarts) {
  for (const char* text : {"(cite index=", "(cite index=\"", "(cite index=\"0-", "(cite index=0-1",
                           "(cite index=\"0-1\"", "(cite index=\"0-1\" "}) {
    EXPECT_THAT(Found(text), ElementsAre(absl::StrCat(text, "|-|"))) << text;
  }
  for (const char* text : {"(", "(cite", "(cite ", "(cite ind", "(cite index", "<cit", "</cite"}) {
    EXPECT_THAT(Found(text), IsEmpty()) << text;
  }
}

// Other text

TEST(LeakedMarkupTest, IgnoresWordsAndHtml) {
  for (const char* text :
       {"", "cite", "Please cite (cite) [cite] [cite: 1] your sources.", "(cite them)", "recite>",
        "<cited index=\"0-0\">", "<recite index=\"0-0\">a</recite>", "<cite>The Guardian</cite>",
        "<cite class=\"x\">The Guardian</cite>", "cite index=\"0-0\">", "<cite index=\"0-0\" <b>",
        "<Cite index=\"0-0\">", "< cite index=\"0-0\">", "(cite index of the book)",
        ":cite index=\"0-0\">", "<:cite index=\"0-0\">"}) {
    EXPECT_THAT(Found(text), IsEmpty()) << text;
  }
}

TEST(LeakedMarkupTest, DoesNotPairAnHtmlClosingTagWithMarkup) {
  EXPECT_THAT(Found(R"(<cite>A</cite> <cite index="0-0">b <cite>C</cite></cite>)"),
              ElementsAre(R"(<cite index="0-0">|</cite>|0:0-1)"));
}

TEST(LeakedMarkupTest, IgnoresCode) {
  EXPECT_THAT(Found("Use `<cite index=\"0-0\">` and\n```html\n<cite index=\"0-0\">a</cite>\n```\n"),
              IsEmpty());
  EXPECT_THAT(Found("Use `<cite>`, <cite index=\"0-0\">a</cite>."),
              ElementsAre("<cite index=\"0-0\">|</cite>|0:0-1"));
}

TEST(LeakedMarkupTest, HostileTextsTakeLinearTime) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "<cite ";
  EXPECT_THAT(Found(text), IsEmpty());
  text.clear();
  for (int i = 0; i < 20000; ++i) text += "<cite index=\"";
  EXPECT_LT(Found(text).size(), 20000u);
  text.clear();
  for (int i = 0; i < 50000; ++i) text += "<cite index='0-0'>";
  EXPECT_EQ(Found(text).size(), 50000u);
}

}  // namespace
}  // namespace footnote::answering::resolving
