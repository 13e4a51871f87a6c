// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/live_render.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/cli/output/render.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/answer_events.h"

namespace footnote::client {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string Play(LiveRenderer* renderer, const std::vector<v1::AnswerEvent>& events) {
  std::string out;
  for (const v1::AnswerEvent& event : events) out += renderer->Take(event);
  return out + renderer->Finish(events.back().completed().answer());
}

std::string LiveText(const v1::Answer& answer, const EventOptions& options = {}) {
  const v1::AnswerRequest request = RichRequest();
  return Play(NewLiveText(request, /*colour=*/false).get(), EventsOf(answer, options));
}

std::string LiveMarkdown(const v1::Answer& answer, const EventOptions& options = {}) {
  const v1::AnswerRequest request = RichRequest();
  return Play(NewLiveMarkdown(request).get(), EventsOf(answer, options));
}

// An answer of `texts`, each of which cites the references of the numbers with it.
v1::Answer Citing(const std::vector<std::pair<std::string, std::vector<int>>>& texts) {
  v1::Answer answer;
  for (const auto& [text, numbers] : texts) {
    answer.mutable_text()->append(text);
    v1::AnswerText* const block = answer.add_blocks()->mutable_text();
    block->set_text(text);
    for (const int number : numbers) {
      v1::Citation* const citation = block->add_citations();
      citation->set_cited_text(absl::StrCat("quote ", number));
      if (number == 0) continue;
      citation->set_reference_index(number - 1);
      citation->mutable_source()->set_api_index(number - 1);
      while (answer.references_size() < number) {
        answer.add_references()->set_number(answer.references_size());
      }
    }
  }
  answer.set_complete(true);
  return answer;
}

// The first lines of a live text, up to the list.
std::string Marked(const std::vector<std::pair<std::string, std::vector<int>>>& texts,
                   const EventOptions& options = {}) {
  const std::string all = LiveText(Citing(texts), options);
  return all.substr(0, all.find("\n\n"));
}

TEST(LiveTextTest, ShowsTheAnswerWithMarksAndEveryCitation) {
  EXPECT_EQ(LiveText(RichAnswer()), R"(短く: kept 30 days, [1] 
and all 🗾 of it. [2] [1] [?]

── Checked by Footnote ──

[1] │ 30 days.
    Retention
    guide.md · bytes [0,8) · blocks [0,1) · exact

[1] │ All of it.
    Export
    guide.md · bytes [0,10) · blocks [0,1) · exact

[2] │ Nothing.
    Other
    other.md · bytes [0,8) · blocks [0,1) · exact

[?] │ From nowhere.
    blocks [0,1) · unknown source

! the model wants to use the tool search with {}
! odd source

claude-test · 12 tokens in, 34 out
)");
}

// B61
TEST(LiveTextTest, MarksAndListsRecoveredCitations) {
  const std::string text = LiveText(LeakedAnswer());
  EXPECT_THAT(text, StartsWith("Kept 30 days. [1] (cite index=\"2-0\">All of it.(/cite) "
                               "(cite index=\"1-0\">So(/cite) [2] [1]\n\n"));
  EXPECT_THAT(text,
              HasSubstr("[2] │ Nothing.\n    Other\n    other.md · bytes [0,8) · blocks [0,1) · "
                        "not checkable (recovered from markup)\n"));
  EXPECT_THAT(text, HasSubstr("! the text has citation markup: (cite index=\"2-0\">\n"));
  EXPECT_THAT(LiveMarkdown(LeakedAnswer()), HasSubstr("So(/cite)[^2][^1]\n"));
}

TEST(LiveTextTest, IsTheSameForEverySplitOfTheTextAndBothOrdersOfTextAndCitation) {
  const std::string whole = LiveText(RichAnswer(), {1000, false});
  const std::string markdown = LiveMarkdown(RichAnswer(), {1000, false});
  for (const bool citations_first : {false, true}) {
    for (size_t characters = 1; characters < 20; ++characters) {
      EXPECT_EQ(LiveText(RichAnswer(), {characters, citations_first}), whole) << characters;
      EXPECT_EQ(LiveMarkdown(RichAnswer(), {characters, citations_first}), markdown) << characters;
    }
  }
}

// The unary form and the live one differ in nothing but the letters of their marks.
TEST(LiveTextTest, HasTheTextOfTheUnaryForm) {
  std::string unary = RenderText(RichRequest(), RichAnswer(), false);
  unary = unary.substr(0, unary.find("\n\n"));
  const std::string live = LiveText(RichAnswer());
  EXPECT_EQ(live.substr(0, live.find("\n\n")),
            absl::StrReplaceAll(unary, {{"[1a]", "[1]"}, {"[1b]", "[1]"}}));
}

TEST(LiveTextTest, MarksABlockOnceForEachReferenceBeforeItsTrailingSpace) {
  for (const bool first : {false, true}) {
    const EventOptions options{1, first};
    EXPECT_EQ(Marked({{"a", {1}}}, options), "a [1]");
    EXPECT_EQ(Marked({{"a ", {1}}, {"b", {}}}, options), "a [1] b");
    EXPECT_EQ(Marked({{"a\n ", {1, 2, 1}}, {"b\t", {2}}, {"c", {}}}, options),
              "a [1] [2]\n b [2]\tc");
    EXPECT_EQ(Marked({{"a", {1}}, {"b", {1}}}, options), "a [1]b [1]");
    EXPECT_EQ(Marked({{"a", {0, 0}}, {"b", {1, 0}}}, options), "a [?]b [1] [?]");
  }
}

TEST(LiveTextTest, MarksABlockWithoutTextLikeTheUnaryForm) {
  EXPECT_EQ(Marked({{"a ", {}}, {"", {1}}, {" b", {}}}), "a  [1] b");
  EXPECT_EQ(Marked({{"a ", {}}, {" ", {1}}, {"b", {}}}), "a  [1] b");
}

// Marks identify only the reference, so the order distinguishes the passages.
TEST(LiveTextTest, ListsThePassagesOfAReferenceInOrderOfCitation) {
  v1::Answer answer = Citing({{"a", {1}}, {"b", {2, 1}}, {"c", {1}}, {"d", {1}}});
  const auto quote = [&answer](int block, int citation, const std::string& text) {
    answer.mutable_blocks(block)->mutable_text()->mutable_citations(citation)->set_cited_text(text);
  };
  quote(0, 0, "Zebra.");
  quote(1, 1, "Mole.");
  quote(2, 0, "Ant.");
  quote(3, 0, "Mole.");  // once more
  for (const std::string& out : {LiveText(answer), LiveMarkdown(answer)}) {
    std::vector<size_t> places;
    for (const char* text : {"Zebra.", "Mole.", "Ant.", "quote 2"}) {
      places.push_back(out.find(text));
      EXPECT_EQ(out.find(text), out.rfind(text)) << out;
    }
    EXPECT_THAT(places, ::testing::WhenSorted(::testing::ElementsAreArray(places))) << out;
    EXPECT_NE(places.back(), std::string::npos) << out;
  }
}

TEST(LiveTextTest, WritesNumbersOfSeveralDigits) {
  std::vector<int> numbers;
  std::string marks = "a";
  for (int i = 1; i <= 12; ++i) numbers.push_back(i);
  EXPECT_EQ(Marked({{"a", numbers}}), "a [1] [2] [3] [4] [5] [6] [7] [8] [9] [10] [11] [12]");
  EXPECT_THAT(LiveText(Citing({{"a", numbers}})), HasSubstr("\n[12] │ quote 12\n     "));
}

TEST(LiveTextTest, LeavesNoWhiteSpaceAtTheEndOfTheAnswer) {
  EXPECT_EQ(Marked({{"a", {}}, {" \n", {}}, {"\n", {}}}), "a");
}

TEST(LiveTextTest, WritesTextAtOnceExceptTrailingSpace) {
  const v1::AnswerRequest request;
  const std::unique_ptr<LiveRenderer> renderer = NewLiveText(request, false);
  EXPECT_EQ(renderer->Take(TextEvent(0, "one")), "one");
  EXPECT_EQ(renderer->Take(TextEvent(0, " two ")), " two");
  EXPECT_EQ(renderer->Take(TextEvent(0, "\n")), "");
  EXPECT_EQ(renderer->Take(TextEvent(0, "three")), " \nthree");
}

TEST(LiveTextTest, ReplacesEscapeSequencesThatAreSplit) {
  for (const char* format : {"text", "markdown", "json"}) {
    const v1::AnswerRequest request;
    const std::unique_ptr<LiveRenderer> renderer =
        std::string(format) == "text"       ? NewLiveText(request, false)
        : std::string(format) == "markdown" ? NewLiveMarkdown(request)
                                            : NewLiveJson();
    std::string out;
    for (const char* piece : {"\x1b", "[2", "J", "\r", "\n", "\xC2\x9B", "31m", "\xE2\x80\xAE",
                              "\r", "x", "\x7F", "\a"}) {
      out += renderer->Take(TextEvent(0, piece));
    }
    for (const char* bad : {"\x1b", "\x07", "\u009B", "\u202E", "\x7F", "\r"}) {
      EXPECT_FALSE(absl::StrContains(out, bad)) << format << ": " << out;
    }
  }
  EXPECT_EQ(Marked({{"\x1b[2J\r\nx\ry", {}}}, {1, false}), "␛\\[2J\nx␍y");
}

TEST(LiveTextTest, ColoursItsMarks) {
  const v1::AnswerRequest request;
  const std::string out = Play(NewLiveText(request, true).get(), EventsOf(Citing({{"a", {1, 2}}})));
  EXPECT_THAT(out, StartsWith("a \x1b[1;36m[1]\x1b[0m \x1b[1;36m[2]\x1b[0m\n\n"));
}

TEST(LiveTextTest, IgnoresEventsOfUnknownKinds) {
  const v1::AnswerRequest request;
  EXPECT_EQ(NewLiveText(request, false)->Take(v1::AnswerEvent()), "");
}

TEST(LiveTextTest, AnAnswerWithoutTextHasOnlyTheList) {
  EXPECT_EQ(LiveText(Citing({})),
            "── Checked by Footnote ──\n\nunknown model · ? tokens in, ? out\n");
}

TEST(LiveMarkdownTest, HasAFootnoteForEachReferenceWithAllItsPassages) {
  EXPECT_EQ(LiveMarkdown(RichAnswer()), R"(短く: kept 30 days,[^1] 
and all 🗾 of it.[^2][^1][^unknown]

[^about]

[^1]: guide.md

    > 30 days.  

    Retention · bytes \[0,8) · blocks \[0,1) · **exact**

    > All of it.  

    Export · bytes \[0,10) · blocks \[0,1) · **exact**

[^2]: other.md

    > Nothing.  

    Other · bytes \[0,8) · blocks \[0,1) · **exact**

[^unknown]: unknown source

    > From nowhere.  

    blocks \[0,1) · **unknown source**

[^about]: Checked by Footnote

    **Note:** the model wants to use the tool search with {}

    **Note:** odd source

    *claude-test · 12 tokens in, 34 out*
)");
}

TEST(LiveMarkdownTest, NamesTheSourceOfAPassageThatDiffersFromTheFootnote) {
  v1::AnswerRequest request = RichRequest();
  request.mutable_search_results(1)->set_source("export.md");
  const std::string out = Play(NewLiveMarkdown(request).get(), EventsOf(RichAnswer()));
  EXPECT_THAT(out, HasSubstr("[^1]: guide.md\n"));
  EXPECT_THAT(out, HasSubstr("Export · export.md · bytes"));
  EXPECT_THAT(out, Not(HasSubstr("Retention · guide.md")));
}

TEST(LiveJsonTest, HasALineForEachEventAndTheAnswerInTheLast) {
  const std::vector<v1::AnswerEvent> events = EventsOf(RichAnswer());
  const std::string out = Play(NewLiveJson().get(), events);
  ASSERT_THAT(out, EndsWith("}\n"));
  const std::vector<std::string> lines = absl::StrSplit(out.substr(0, out.size() - 1), '\n');
  ASSERT_EQ(lines.size(), events.size());
  for (const std::string& line : lines) {
    EXPECT_THAT(line, StartsWith("{"));
    EXPECT_THAT(line, EndsWith("}"));
  }
  EXPECT_THAT(lines.front(), StartsWith("{\"started\":{\"model\":\"claude-test\""));
  EXPECT_THAT(lines.back(), StartsWith("{\"completed\":{\"answer\":{\"text\":"));
}

}  // namespace
}  // namespace footnote::client
