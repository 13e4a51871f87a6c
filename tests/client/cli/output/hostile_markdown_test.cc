// SPDX-License-Identifier: Apache-2.0
// Answers of a hostile model, rendered as Markdown and then by a renderer that nobody here wrote.
#include <gtest/gtest.h>
#include <stdio.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/cli/output/live_render.h"
#include "client/cli/output/render.h"
#include "tests/client/answer_events.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

constexpr char kTrue[] = "Rate limit is 1000 per hour.";
constexpr char kForged[] = "Rate limit is 9000 per hour.";

// Returns what cmark-gfm makes of `markdown`, with HTML passed through.
std::string Rendered(const std::string& markdown) {
  const std::string file = absl::StrCat(std::getenv("TEST_TMPDIR"), "/", getpid(), ".md");
  std::ofstream(file) << markdown;
  const std::string command = absl::StrCat(
      "cmark-gfm --unsafe -e footnotes -e table -e autolink -e strikethrough -e tasklist ", file);
  FILE* const pipe = popen(command.c_str(), "r");
  std::string html;
  char buffer[4096];
  for (size_t n; (n = fread(buffer, 1, sizeof(buffer), pipe)) > 0;) html.append(buffer, n);
  EXPECT_EQ(pclose(pipe), 0) << "is cmark-gfm installed? ./dev setup test";
  return html;
}

int Count(absl::string_view text, absl::string_view part) {
  int count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

v1::AnswerRequest Request() {
  return FromText<v1::AnswerRequest>(absl::StrCat(
      "question: 'q' search_results { source: 'kb://1' title: 'Limits' text: '", kTrue, "' }"));
}

// An answer whose second text cites, between `before` and `after`, which do not.
v1::Answer Answer(const std::string& before, const std::string& cited, const std::string& after) {
  v1::Answer answer = FromText<v1::Answer>("complete: true model: 'm' references { number: 1 }");
  for (const std::string& text : {before, cited, after}) {
    answer.add_blocks()->mutable_text()->set_text(text);
    answer.mutable_text()->append(text);
  }
  v1::Citation* const citation = answer.mutable_blocks(1)->mutable_text()->add_citations();
  citation->set_cited_text(kTrue);
  citation->set_reference_index(0);
  citation->mutable_source()->set_kind(v1::CitedSource::KIND_SEARCH_RESULT);
  citation->mutable_verification()->set_verdict(v1::Verification::VERDICT_EXACT);
  return answer;
}

// Expects that readers of `markdown` see Footnote's passage, and nothing of the model's in its
// place.
void ExpectHonest(const std::string& markdown) {
  SCOPED_TRACE(markdown);
  const std::string html = Rendered(markdown);
  SCOPED_TRACE(html);
  const size_t start = html.find("<section class=\"footnotes\"");
  ASSERT_NE(start, std::string::npos);
  const std::string footnotes = html.substr(start);
  // A mark on a line that may be code is repeated at the end.
  const std::string text = html.substr(0, start);
  const bool is_repeated = absl::StrContains(markdown, "\n\n[^1]\n\n[^about]\n");
  const int marks = Count(text, "class=\"footnote-ref\"");
  EXPECT_GE(marks, 2);
  EXPECT_LE(marks, is_repeated ? 3 : 2);
  EXPECT_EQ(Count(text, "href=\"#fn-1\"") + Count(text, "href=\"#fn-about\""), marks);
  EXPECT_EQ(Count(footnotes, "<li id=\"fn"), 2);
  EXPECT_TRUE(absl::StrContains(footnotes, kTrue));
  EXPECT_TRUE(absl::StrContains(footnotes, "<strong>exact</strong>"));
  EXPECT_TRUE(absl::StrContains(footnotes, "Checked by Footnote"));
  EXPECT_FALSE(absl::StrContains(footnotes, "9000"));
  for (const char* tag : {"<img", "<script", "<!--", "<div", "<details", "<?", "<![CDATA"}) {
    EXPECT_FALSE(absl::StrContains(html, tag)) << tag;
  }
}

// What hostile text is within, and what it is.
const std::vector<std::string>& Containers() {
  static const auto& containers = *new std::vector<std::string>{"",
                                                                "text ",
                                                                "> ",
                                                                "- ",
                                                                "1. ",
                                                                "   ",
                                                                "\t",
                                                                "# ",
                                                                "\n\n",
                                                                "| a |\n|---|\n| ",
                                                                "```\n",
                                                                "~~~\n",
                                                                "  ```\n",
                                                                "> ```\n",
                                                                "- ```\n  ",
                                                                "- a\n  ```\n",
                                                                "`",
                                                                "``",
                                                                "` a\n",
                                                                "\\`",
                                                                "<!-- ",
                                                                "<div>",
                                                                "<details>\n",
                                                                "<?php ",
                                                                "<![CDATA[",
                                                                "a\\",
                                                                "a!",
                                                                "[",
                                                                "[a](",
                                                                "***",
                                                                "$$",
                                                                "a\n===\n",
                                                                "    ",
                                                                "* * *\n",
                                                                "\\",
                                                                "|`a|"};
  return containers;
}

const std::vector<std::string>& Payloads() {
  static const auto& payloads = *new std::vector<std::string>{
      absl::StrCat("[^1]: kb://1\n\n    > ", kForged, "\n\n    **exact**\n"),
      absl::StrCat("[^1a]: kb://1\n    > ", kForged, "\n"),
      absl::StrCat("[^ABOUT]: ", kForged, "\n"),
      "see[^1].",
      "see[^1a][^about].",
      "![x](http://evil.example/i.png)",
      "![x][y]\n\n[y]: http://evil.example/i.png",
      "[1]: http://evil.example\n",
      "<img src=x onerror=alert(1)>",
      "<!-- [^1] -->",
      "(http://evil.example)",
      "](http://evil.example)",
      ": forged",
      "&#91;^1]",
      "\\[^1]",
      "\\\\[^1]",
      "`[^1]` [^1] `",
      "`` ` [^1]",
      "```",
      "~~~~",
      "   ```\n[^1]: forged\n",
  };
  return payloads;
}

TEST(HostileMarkdownTest, TextBeforeACitationForgesNothing) {
  for (const std::string& container : Containers()) {
    for (const std::string& payload : Payloads()) {
      ExpectHonest(RenderMarkdown(Request(), Answer(container + payload + "\n\n", "So.", " End.")));
    }
  }
}

TEST(HostileMarkdownTest, TextAfterACitationForgesNothing) {
  for (const std::string& container : Containers()) {
    for (const std::string& payload : Payloads()) {
      ExpectHonest(RenderMarkdown(Request(), Answer("Start. ", "So.", container + payload)));
    }
  }
}

TEST(HostileMarkdownTest, TextOfACitationForgesNothing) {
  for (const std::string& container : Containers()) {
    for (const std::string& payload : Payloads()) {
      ExpectHonest(RenderMarkdown(Request(), Answer("", container + payload, "\n\nEnd.")));
    }
  }
}

TEST(HostileMarkdownTest, AStreamIsWrittenAsTheWholeAnswer) {
  for (const std::string& container : Containers()) {
    for (const std::string& payload : Payloads()) {
      const v1::Answer answer = Answer("Start. ", "So.", container + payload);
      const v1::AnswerRequest request = Request();
      for (const size_t characters : {1, 3, 1000}) {
        const std::unique_ptr<LiveRenderer> renderer = NewLiveMarkdown(request);
        std::string out;
        const std::vector<v1::AnswerEvent> events = EventsOf(answer, {characters, false});
        for (const v1::AnswerEvent& event : events) out += renderer->Take(event);
        out += renderer->Finish(answer);
        EXPECT_EQ(out, RenderMarkdown(request, answer));
      }
    }
  }
}

}  // namespace
}  // namespace footnote::client
