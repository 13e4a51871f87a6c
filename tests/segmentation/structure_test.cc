// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/structure.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace footnote::segmentation {
namespace {

// A text, given as its parts. Each part has its expected kind, "P" if a paragraph begins with it
// and "I" if an item does, and after "|" its text.
struct PartsCase {
  const char* name;
  std::vector<std::string> parts;
};

std::string Describe(const Part& part) {
  constexpr const char* kKinds[] = {"prose", "heading", "fence", "table", "row", "verbatim"};
  return absl::StrCat(kKinds[part.kind], part.paragraph || part.item ? " " : "",
                      part.paragraph ? "P" : "", part.item ? "I" : "");
}

void PrintTo(const PartsCase& row, std::ostream* out) { *out << row.name; }

class FindPartsTest : public testing::TestWithParam<PartsCase> {};

TEST_P(FindPartsTest, FindsEachPart) {
  std::string text;
  std::vector<std::string> expected;
  for (const std::string& part : GetParam().parts) {
    const size_t bar = part.find('|');
    expected.push_back(absl::StrCat(part.substr(0, bar), " at ", text.size()));
    text += part.substr(bar + 1);
  }
  std::vector<std::string> found;
  for (const Part& part : FindParts(text, *FindLanguage("en"))) {
    found.push_back(absl::StrCat(Describe(part), " at ", part.begin));
  }
  EXPECT_EQ(found, expected) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Texts, FindPartsTest,
    testing::Values(
        PartsCase{"Empty", {"prose PI|"}}, PartsCase{"OneLine", {"prose PI|a"}},
        PartsCase{"Paragraphs", {"prose PI|a\nb\n\n", "prose PI|c"}},
        PartsCase{"LeadingBlankLines", {"prose PI|\n\na\n\n", "prose PI|b"}},
        PartsCase{"LeadingBlankLinesBeforeAFence", {"fence PI|\n\n```\na\n```\n", "prose PI|b"}},
        PartsCase{"HeadingAndText", {"heading PI|# a\n\n", "prose|b\n\n", "prose P|c"}},
        PartsCase{"HeadingBelowHeading", {"heading PI|# a\n", "heading I|## b\n", "prose|c"}},
        PartsCase{"SevenMarksAreProse", {"prose PI|####### a\n"}},
        PartsCase{"HeadingIndentedByThree", {"heading PI|   # a\n", "prose|b"}},
        PartsCase{"HeadingIndentedByFour", {"prose PI|    # a\nb"}},
        PartsCase{"UnderlinedTitle", {"heading PI|a\n---\n", "prose|b"}},
        PartsCase{"UnderlineBelowTwoLines", {"prose PI|a\nb\n---\n", "prose PI|c"}},
        PartsCase{"UnderlineIndentedByFour", {"prose PI|a\n    ---\nb"}},
        PartsCase{"TildeTitle", {"heading PI|a\n~~~\n\n", "prose|b"}},
        PartsCase{"TildesAtTheEnd", {"heading PI|abc\n~~~"}},
        PartsCase{"TildesOfTheSameLength", {"heading PI|äbc\n~~~\n\n", "prose|d"}},
        PartsCase{"TildesTooShort", {"prose PI|abcd\n", "fence PI|~~~\n\nb"}},
        PartsCase{"ThematicBreak", {"prose PI|a\n\n---\n", "prose PI|b"}},
        PartsCase{"EqualSignsAreProse", {"prose PI|a\n\n", "prose PI|===\nb"}},
        PartsCase{"Fence", {"prose PI|a\n", "fence PI|```\nb\n\n```\n", "prose PI|c"}},
        PartsCase{"FenceUnderAHeading", {"heading PI|# a\n", "fence|```\nb\n```\n", "prose P|c"}},
        PartsCase{"FenceInAnItem", {"prose PI|- a\n", "fence|  ```\n  b\n  ```\n", "prose I|- c"}},
        PartsCase{"FenceAfterAMarker", {"fence PI|- ```\n  a\n  ```\n", "prose I|- b"}},
        PartsCase{"FenceAfterAList", {"prose PI|- a\n\n", "fence PI|```\nb\n```\n", "prose PI|c"}},
        PartsCase{"FenceInAQuotation",
                  {"prose PI|> a\n", "fence|> ```\n> b\n> ```\n", "prose PI|c"}},
        PartsCase{"Html", {"verbatim PI|<div>\na\n</div>\n\n", "prose PI|b"}},
        PartsCase{"HtmlClosedInItsLine", {"verbatim PI|<pre>a</pre>\n", "prose PI|b"}},
        PartsCase{"HtmlWithoutItsCloser", {"verbatim PI|<pre>\na\n\n", "prose PI|b"}},
        PartsCase{"HtmlInAnItem", {"prose PI|- a\n", "verbatim|  <div>\n\n", "prose|  b"}},
        PartsCase{"HtmlIndentedByFour", {"prose PI|    <div>\na"}},
        PartsCase{"DollarMath", {"prose PI|a\n\n", "verbatim PI|$$\nb\n\n$$\n", "prose PI|c"}},
        PartsCase{"BracketMath", {"prose PI|a\n", "verbatim PI|\\[\nb\n\\]\n", "prose PI|c"}},
        PartsCase{"MathThatDoesNotClose", {"prose PI|$$\na\n\n", "prose PI|b"}},
        PartsCase{"MathWithTextInItsLine", {"prose PI|$$ a\n$$\n"}},
        PartsCase{"FrontMatter", {"verbatim PI|---\na: b\n---\n", "prose PI|c"}},
        PartsCase{"FrontMatterWithoutColon", {"prose PI|---\na\n---\n"}},
        PartsCase{"FrontMatterWithoutEnd", {"prose PI|---\na: b\n\n", "prose PI|c"}},
        PartsCase{"FrontMatterWithALongEnd", {"prose PI|---\na: b\n----\n"}},
        PartsCase{"Table",
                  {"prose PI|a\n\n", "table PI|| b |\n|---|\n", "row I|| c |\n", "row I|| d |\n\n",
                   "prose PI|e"}},
        PartsCase{"TableWithoutDelimiter", {"table PI|| a |\n", "row I|| b |\n", "prose PI|c"}},
        PartsCase{"OnePipedLineIsProse", {"prose PI|| a |\nb"}},
        PartsCase{"Items", {"prose PI|a:\n", "prose I|- b\n", "prose I|- c\n"}},
        PartsCase{"ItemsWithBlankLines", {"prose PI|- a\n\n", "prose PI|- b\n\n", "prose PI|c"}},
        PartsCase{"NestedItems", {"prose PI|- a\n", "prose|  - b\n", "prose I|- c\n"}},
        PartsCase{"ContinuedItem", {"prose PI|- a\n  b\n\n", "prose|  c\n", "prose I|- d"}},
        PartsCase{"EmphasisIsNoBullet", {"prose PI|a\n** b\n"}},
        PartsCase{"NumberInAParagraph", {"prose PI|a\n5. b\n"}},
        PartsCase{"OneInAParagraph", {"prose PI|a\n", "prose I|1. b\n", "prose I|2. c\n"}},
        PartsCase{"NumbersThatSkipALittle", {"prose PI|1. a\n", "prose I|3. b\n"}},
        PartsCase{"NumbersThatSkipALot", {"prose PI|1. a\n12. b\n"}},
        PartsCase{"NumbersThatGoBack", {"prose PI|2. a\n2. b\n"}},
        PartsCase{"DifferentMarkers", {"prose PI|1. a\n2) b\n"}},
        PartsCase{"DifferentBullets", {"prose PI|- a\n", "prose I|* b\n"}},
        PartsCase{"Terms", {"prose PI|A: b\n", "prose I|C: d\n\n", "prose PI|e"}},
        PartsCase{"OneTerm", {"prose PI|A: b\nc\n"}},
        PartsCase{"TermsInAParagraph", {"prose PI|a\nB: c\nD: e\n"}},
        PartsCase{"Questions",
                  {"prose PI|Q: a?\nA: b\n\n", "prose P|c\n\n", "prose PI|Q: d?\nA: e"}},
        PartsCase{"Sections", {"prose PI|Section 1. a\n", "prose|(1) b\n", "prose I|Section 2. c"}},
        PartsCase{"Quotation", {"prose PI|> a\n> b\n\n", "prose PI|> c\n\n", "prose PI|d"}},
        PartsCase{"QuotationInAnItem", {"prose PI|- a\n  > b\n", "prose I|- c"}},
        PartsCase{"QuotationEndsAList", {"prose PI|- a\n\n", "prose PI|> b\n\n", "prose PI|  - c"}},
        PartsCase{"QuotationInASection",
                  {"prose PI|Section 1. a\n\n", "prose P|> b\n\n", "prose P|(1) c"}},
        PartsCase{"FenceEndsAList",
                  {"prose PI|- a\n\n", "fence PI|```\nb\n```\n\n", "prose PI|  - c"}},
        PartsCase{"FenceInASection",
                  {"prose PI|Section 1. a\n\n", "fence P|```\nb\n```\n\n", "prose P|(1) c"}},
        PartsCase{"HtmlEndsAList", {"prose PI|- a\n\n", "verbatim PI|<div>\n\n", "prose PI|  - c"}},
        PartsCase{"HtmlInASection",
                  {"prose PI|Section 1. a\n\n", "verbatim P|<div>\n\n", "prose P|(1) c"}},
        PartsCase{"ParagraphEndsAList", {"prose PI|- a\n\n", "prose PI|b\n\n", "prose PI|  - c"}},
        PartsCase{"ParagraphInASection",
                  {"prose PI|Section 1. a\n\n", "prose P|b\n\n", "prose P|(1) c"}},
        PartsCase{"WideSpace", {"prose PI|a\n", "prose PI|\u3000b\n"}},
        PartsCase{"ByteOrderMark", {"heading PI|\uFEFF# a\n", "prose|b"}},
        PartsCase{"CrLineEnds", {"prose PI|a\r\r", "prose PI|b\r"}}),
    [](const testing::TestParamInfo<PartsCase>& info) { return info.param.name; });

}  // namespace
}  // namespace footnote::segmentation
