// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/inspection/imitations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace footnote::answering::resolving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The parts of `text` that are found.
std::vector<std::string> Found(const std::string& text, size_t max = 100) {
  std::vector<std::string> parts;
  for (const text::ByteRange& range : FindImitations(text, max)) {
    parts.push_back(text.substr(range.begin, range.end - range.begin));
  }
  return parts;
}

struct Case {
  const char* name;
  const char* text;
  const char* found;  // null for nothing
};

class ImitationTest : public testing::TestWithParam<Case> {};

TEST_P(ImitationTest, IsFoundOrNot) {
  if (GetParam().found == nullptr) {
    EXPECT_THAT(Found(GetParam().text), IsEmpty());
  } else {
    EXPECT_THAT(Found(GetParam().text), ElementsAre(GetParam().found));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Definitions, ImitationTest,
    testing::Values(
        Case{"OfANumber", "[^1]: kb://1", "[^1]:"},
        Case{"OfAName", "See.\n[^note]: kb://1", "[^note]:"},
        Case{"InAQuotation", "A.\n\n > [^f-3]: x", "[^f-3]:"},
        Case{"WithinALine", "the class [^abc]: x", nullptr},
        Case{"OfAnEmptyName", "[^]: x", nullptr}, Case{"OfANameWithASpace", "[^a b]: x", nullptr},
        Case{"OfATooLongName",
             "[^aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]: x",
             nullptr},
        Case{"WithoutAnEnd", "[^abc", nullptr}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Marks, ImitationTest,
    testing::Values(Case{"OfTheCommand", "Data is kept 90 years [1a].", "[1a]"},
                    Case{"OfManyCitations", "So it is.[123ab]", "[123ab]"},
                    Case{"OfMarkdown", "So it is.[^1]", "[^1]"},
                    Case{"OfMarkdownWithALetter", "So it is.[^12c]", "[^12c]"},
                    Case{"Evidence", "[1a] │ Data is kept 90 years.", "[1a]"},
                    Case{"ANumberAlone", "So it is [1].", nullptr},
                    Case{"UpperCase", "row [1A]", nullptr}, Case{"LettersAlone", "[ab]", nullptr},
                    Case{"ThreeLetters", "[1abc]", nullptr},
                    Case{"ANameOfMarkdown", "the class [^abc]", nullptr},
                    Case{"WithoutAnEnd", "[1a", nullptr}, Case{"InCode", "`x[1a]`", nullptr},
                    Case{"EvidenceInCode", "```\n[1a] │ Data is kept 90 years.\n```", "[1a]"}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Coverages, ImitationTest,
    testing::Values(Case{"OfTheCommand", "A.\nCoverage: 100 % of what needs a citation",
                         "Coverage: 100 %"},
                    Case{"Bold", "**Coverage:** 99.5%", "Coverage:** 99.5%"},
                    Case{"InAQuotation", "> Coverage: 1,5\u00A0%", "Coverage: 1,5\u00A0%"},
                    Case{"InCode", "```\nCoverage: 100 %\n```", "Coverage: 100 %"},
                    Case{"WithinALine", "The Coverage: 100 %", nullptr},
                    Case{"WithoutAColon", "Coverage 100 %", nullptr},
                    Case{"WithoutAPercentSign", "Coverage: 100 districts", nullptr},
                    Case{"WithoutANumber", "Coverage: %", nullptr},
                    Case{"AtTheEnd", "Coverage: 10", nullptr}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Images, ImitationTest,
    testing::Values(Case{"WithAnAddress", "![](http://x.example/a.png)", "![]("},
                    Case{"WithADescription", "See ![a [b] c](a.png).", "![a [b] c]("},
                    Case{"WithAReference", "![logo][1]", "![logo]["},
                    Case{"ALink", "[a](http://x.example)", nullptr},
                    Case{"AnExclamation", "Stop![sic]", nullptr},
                    Case{"OverParagraphs", "Stop![sic\n\na](b)", nullptr},
                    Case{"InCode", "`![](a)`", nullptr}),
    [](const auto& info) { return info.param.name; });

TEST(ImitationsTest, AreFoundInOrder) {
  EXPECT_THAT(Found("A [1a] ![](x)\nCoverage: 5 %\n[^1]: y\n[2b]"),
              ElementsAre("[1a]", "![](", "Coverage: 5 %", "[^1]:", "[2b]"));
}

TEST(ImitationsTest, OnlyTheFirstAreReturned) {
  EXPECT_THAT(Found("[1a][1b][1c]", 2), ElementsAre("[1a]", "[1b]"));
}

TEST(ImitationsTest, TakeLinearTime) {
  for (const char* piece : {"![", "[", "[^1", "![]\n\n(", "![a]", "Coverage:", "Coverage: 1",
                            "`[1a", "[^aaaaaaaaaaaaaaaa]", "* * * [1a"}) {
    std::string text;
    while (text.size() < size_t{2} << 20) text += piece;
    const auto start = std::chrono::steady_clock::now();
    FindImitations(text, 100);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(3)) << piece;
  }
}

}  // namespace
}  // namespace footnote::answering::resolving
