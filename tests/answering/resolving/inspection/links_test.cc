// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/inspection/links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace footnote::answering::resolving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Links(const std::string& text) {
  std::vector<std::string> links;
  for (const text::ByteRange& range : FindLinks(text)) {
    links.push_back(text.substr(range.begin, range.end - range.begin));
  }
  return links;
}

TEST(LinksTest, FindsTargetsOfMarkdownLinksWithAnyScheme) {
  // B59
  EXPECT_THAT(Links("[Policy](http://evil)"), ElementsAre("http://evil"));
  EXPECT_THAT(Links("[a](javascript:alert(1)) ![b](img.png \"t\") [c](<x y>) [d](mailto:a@b.c)"),
              ElementsAre("javascript:alert(1)", "img.png", "x y", "mailto:a@b.c"));
  EXPECT_THAT(Links("[a](https://en.example/A_(b)) and (more)"),
              ElementsAre("https://en.example/A_(b)"));
}

TEST(LinksTest, IgnoresFragmentsOfTheTextAndEmptyTargets) {
  EXPECT_THAT(Links("[a](#top) [b]() [c]( )"), IsEmpty());
}

TEST(LinksTest, AnEnclosedTargetEndsAtTheFirstBracketOfItsLine) {
  EXPECT_THAT(Links("[a](<b>)"), ElementsAre("b"));
  EXPECT_THAT(Links("[a](  <b c>)"), ElementsAre("b c"));
  EXPECT_THAT(Links("[a](<b> c>)"), ElementsAre("b"));
  for (const char* text : {"[a](<>)", "[a](<> b>)", "[a](<<b>)", "[a](<b<c>)", "[a](<\nb>)",
                           "[a](<b\nc>)", "[a](<b", "[a](<"}) {
    EXPECT_THAT(Links(text), IsEmpty()) << text;
  }
}

TEST(LinksTest, BareAddressesEndBeforePunctuation) {
  EXPECT_THAT(Links("See https://a.example/b?c=d#e. Or (http://f.example/g)! <https://h.example>"),
              ElementsAre("https://a.example/b?c=d#e", "http://f.example/g", "https://h.example"));
  EXPECT_THAT(Links("HTTPS://A.example/(x), \"http://b.example\" **http://c.example**"),
              ElementsAre("HTTPS://A.example/(x)", "http://b.example", "http://c.example"));
}

TEST(LinksTest, AJapaneseSentenceContinuesAfterAnAddress) {
  EXPECT_THAT(Links("詳細はhttps://a.exampleを参照。（https://b.example/c）"),
              ElementsAre("https://a.example", "https://b.example/c"));
  EXPECT_THAT(Links("https://ja.example/wiki/日本。"), ElementsAre("https://ja.example/wiki/日本"));
}

TEST(LinksTest, IgnoresBareAddressesWithOtherSchemesOrWithoutAHost) {
  EXPECT_THAT(Links("kb://1 ftp://a.example xhttp://b.example http:// :// http"), IsEmpty());
}

TEST(LinksTest, IgnoresCode) {
  EXPECT_THAT(
      Links("`http://a.example` and `[a](b)`\n```\nhttp://c.example\n```\nhttp://d.example"),
      ElementsAre("http://d.example"));
}

TEST(LinksTest, HostileTextsTakeLinearTime) {
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "](";
  EXPECT_LE(Links(text).size(), 200000u);
  text.clear();
  for (int i = 0; i < 100000; ++i) text += "http://";
  EXPECT_LE(Links(text).size(), 100000u);
}

class KnownAddressesTest : public testing::Test {
 protected:
  KnownAddressesTest() {
    answer_.add_references()->set_source("https://web.example/");
    answer_.add_references();
    Source search_result;
    search_result.address = "https://docs.example/limits#top";
    sources_.AddSearchResult(search_result);
    Source document;
    document.kind = Source::Kind::kFile;
    document.address = "file_1";
    sources_.AddDocument(document);
    document.kind = Source::Kind::kUrl;
    document.address = "https://docs.example/a.pdf";
    sources_.AddDocument(document);
  }

  v1::Answer answer_;
  SourceIndex sources_;
};

TEST_F(KnownAddressesTest, HasAddressesOfSearchResultsDocumentsAndCitedPages) {
  const KnownAddresses known(sources_, answer_);
  for (const char* address :
       {"https://docs.example/limits", "https://docs.example/limits#other",
        "https://docs.example/limits.", "file_1", "https://docs.example/a.pdf",
        "https://web.example/", "https://docs.example/limitsを参照"}) {
    EXPECT_TRUE(known.Has(address)) << address;
  }
}

TEST_F(KnownAddressesTest, ComparesAddressesExactly) {
  const KnownAddresses known(sources_, answer_);
  for (const char* address : {"", "https://docs.example/limit", "https://docs.example/limits/",
                              "http://docs.example/limits", "https://docs.example",
                              "HTTPS://docs.example/limits", "https://web.example"}) {
    EXPECT_FALSE(known.Has(address)) << address;
  }
}

}  // namespace
}  // namespace footnote::answering::resolving
