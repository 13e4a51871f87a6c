// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/content_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "service/answering/building/validation/field.h"
#include "tests/answering/building/content/rule_testing.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using messages::ContentBlockParam;
using testing::ElementsAre;
using testing::IsEmpty;

class ContentBuilderTest : public testing::Test {
 protected:
  // Builds the `content` of `turn`, a UserTurn in text format.
  std::vector<ContentBlockParam> Build(const std::string& turn) {
    turn_ = FromText<v1::UserTurn>(turn);
    std::vector<ContentBlockParam> blocks;
    content_.AddContent(turn_.content(), {4, std::nullopt, 0}, root_, &blocks);
    return blocks;
  }

  // Builds `result`, a ToolResult in text format.
  messages::ToolResultParam BuildResult(const std::string& result) {
    result_ = FromText<v1::ToolResult>(result);
    return content_.BuildToolResult(result_, 4, 2, root_.Element("tool_results", 2));
  }

  v1::UserTurn turn_;
  v1::ToolResult result_;
  Violations violations_;
  const Field root_{&violations_};
  SourceIndex sources_;
  CacheBreakpoints breakpoints_;
  ContentBuilder content_{{}, &sources_, &breakpoints_};
};

TEST_F(ContentBuilderTest, OrderedContentIsBuiltInItsOrder) {
  const std::vector<ContentBlockParam> blocks = Build(R"pb(
    content { text { text: "See" } }
    content { image { file_id: "f" } }
    content { search_result { source: "s" title: "t" text: "x" } }
    content { text { text: "and" } }
    content { document { text: "d" } }
    content { search_result { source: "s" title: "t" text: "y" } }
  )pb");
  EXPECT_EQ(violations_.count(), 0u);
  ASSERT_EQ(blocks.size(), 6u);
  EXPECT_EQ(std::get<messages::TextParam>(blocks[0]).text, "See");
  EXPECT_EQ(std::get<messages::ImageParam>(blocks[1]).data, "f");
  EXPECT_THAT(std::get<messages::SearchResultParam>(blocks[2]).content, ElementsAre("x"));
  EXPECT_EQ(std::get<messages::TextParam>(blocks[3]).text, "and");
  EXPECT_EQ(std::get<messages::DocumentParam>(blocks[4]).data, "d");
  EXPECT_THAT(std::get<messages::SearchResultParam>(blocks[5]).content, ElementsAre("y"));
}

TEST_F(ContentBuilderTest, ThePositionOfASourceInOrderedContentIsItsIndexInIt) {
  Build(R"pb(
    content { text { text: "See" } }
    content { search_result { source: "s" title: "t" text: "x" } }
    content { document { text: "d" } }
    content { search_result { source: "s" title: "t" text: "y" } }
  )pb");
  ASSERT_EQ(sources_.search_results().size(), 2u);
  EXPECT_EQ(sources_.search_results()[0].position.turn, 4);
  EXPECT_FALSE(sources_.search_results()[0].position.tool_result.has_value());
  EXPECT_EQ(sources_.search_results()[0].position.position, 1);
  EXPECT_EQ(sources_.search_results()[1].position.position, 3);
  ASSERT_EQ(sources_.documents().size(), 1u);
  EXPECT_EQ(sources_.documents()[0].position.position, 2);
}

TEST_F(ContentBuilderTest, BreakpointsOfOrderedContentHaveTheirFields) {
  const std::vector<ContentBlockParam> blocks = Build(R"pb(
    content {
      text {
        text: "See"
        cache_control { ttl: TTL_1H }
      }
    }
    content {
      image {
        file_id: "f"
        cache_control {}
      }
    }
  )pb");
  EXPECT_EQ(std::get<messages::TextParam>(blocks[0]).cache, messages::CacheTtl::k1Hour);
  EXPECT_EQ(std::get<messages::ImageParam>(blocks[1]).cache, messages::CacheTtl::k5Minutes);
  ASSERT_EQ(breakpoints_.breakpoints().size(), 2u);
  EXPECT_EQ(breakpoints_.breakpoints()[0].field, "content[0].text.cache_control");
  EXPECT_EQ(breakpoints_.breakpoints()[1].field, "content[1].image.cache_control");
}

TEST_F(ContentBuilderTest, ViolationsOfOrderedContentHaveTheirFields) {
  Build(R"pb(
    content {}
    content { text { text: " " } }
    content { text {} }
    content { image {} }
    content { document { text: "" } }
    content { search_result { source: "s" title: "t" } }
  )pb");
  EXPECT_THAT(violations_.kept(),
              ElementsAre(ViolatesRule("content[0]", "REQUIRED", "one of `text`"),
                          ViolatesRule("content[1].text.text", "EMPTY", "blank"),
                          ViolatesRule("content[2].text.text", "EMPTY", ""),
                          ViolatesRule("content[3].image", "REQUIRED", "one of `data`"),
                          ViolatesRule("content[4].document.text", "EMPTY", ""),
                          ViolatesRule("content[5].search_result", "REQUIRED", "`blocks`")));
}

TEST_F(ContentBuilderTest, SourcesAreCitableIfTheIndexIs) {
  constexpr char kTurn[] = R"pb(
    content { search_result { source: "s" title: "t" text: "x" } }
    content { document { text: "d" } }
  )pb";
  std::vector<ContentBlockParam> blocks = Build(kTurn);
  EXPECT_FALSE(std::get<messages::SearchResultParam>(blocks[0]).citations_enabled);
  EXPECT_FALSE(std::get<messages::DocumentParam>(blocks[1]).citations_enabled);
  sources_.set_citable(true);
  blocks = Build(kTurn);
  EXPECT_TRUE(std::get<messages::SearchResultParam>(blocks[0]).citations_enabled);
  EXPECT_TRUE(std::get<messages::DocumentParam>(blocks[1]).citations_enabled);
}

TEST_F(ContentBuilderTest, AToolResultHasDocumentsThenImagesThenText) {
  const messages::ToolResultParam result = BuildResult(R"pb(
    tool_use_id: "u"
    text: "T"
    images { file_id: "f" }
    documents { text: "d" }
  )pb");
  EXPECT_EQ(violations_.count(), 0u);
  EXPECT_EQ(result.tool_use_id, "u");
  EXPECT_FALSE(result.is_error);
  ASSERT_EQ(result.content.size(), 3u);
  EXPECT_TRUE(std::holds_alternative<messages::DocumentParam>(result.content[0]));
  EXPECT_TRUE(std::holds_alternative<messages::ImageParam>(result.content[1]));
  EXPECT_EQ(std::get<messages::TextParam>(result.content[2]).text, "T");
  EXPECT_EQ(sources_.documents()[0].position.turn, 4);
  EXPECT_EQ(sources_.documents()[0].position.tool_result, 2);
}

TEST_F(ContentBuilderTest, AToolResultWithoutContentHasADefaultText) {
  const messages::ToolResultParam empty = BuildResult("tool_use_id: 'u'");
  ASSERT_EQ(empty.content.size(), 1u);
  EXPECT_EQ(std::get<messages::TextParam>(empty.content[0]).text, "No results found.");
  const messages::ToolResultParam failed = BuildResult("tool_use_id: 'u' is_error: true");
  ASSERT_EQ(failed.content.size(), 1u);
  EXPECT_EQ(std::get<messages::TextParam>(failed.content[0]).text, "The tool failed.");
  EXPECT_TRUE(failed.is_error);
  EXPECT_THAT(violations_.kept(), IsEmpty());
}

TEST_F(ContentBuilderTest, TheBreakpointOfAToolResultFollowsThoseOfItsContent) {
  BuildResult(R"pb(
    tool_use_id: "u"
    cache_control {}
    search_results {
      source: "s"
      title: "t"
      text: "x"
      cache_control {}
    }
  )pb");
  ASSERT_EQ(breakpoints_.breakpoints().size(), 2u);
  EXPECT_EQ(breakpoints_.breakpoints()[0].field, "tool_results[2].search_results[0].cache_control");
  EXPECT_EQ(breakpoints_.breakpoints()[1].field, "tool_results[2].cache_control");
}

TEST_F(ContentBuilderTest, AToolResultWithSearchResultsMustNotHaveOtherContent) {
  BuildResult(R"pb(
    tool_use_id: "u"
    search_results { source: "s" title: "t" text: "x" }
    text: "T"
    documents { text: "d" }
    images { file_id: "f" }
    is_error: true
  )pb");
  EXPECT_THAT(
      violations_.kept(),
      ElementsAre(
          ViolatesRule("tool_results[2].text", "CONFLICTING_FIELDS", "`search_results`"),
          ViolatesRule("tool_results[2].documents", "CONFLICTING_FIELDS", "`search_results`"),
          ViolatesRule("tool_results[2].images", "CONFLICTING_FIELDS", "`search_results`"),
          ViolatesRule("tool_results[2].is_error", "CONFLICTING_FIELDS", "`search_results`")));
}

TEST_F(ContentBuilderTest, AFailedToolResultHasOnlyText) {
  BuildResult(R"pb(
    tool_use_id: "u"
    is_error: true
    text: "T"
    documents { text: "d" }
    images { file_id: "f" }
  )pb");
  EXPECT_THAT(
      violations_.kept(),
      ElementsAre(ViolatesRule("tool_results[2].documents", "CONFLICTING_FIELDS", "`is_error`"),
                  ViolatesRule("tool_results[2].images", "CONFLICTING_FIELDS", "`is_error`")));
}

TEST_F(ContentBuilderTest, BlankTextOfAToolResultIsAViolation) {
  BuildResult("tool_use_id: 'u' text: ' '");
  EXPECT_THAT(violations_.kept(),
              ElementsAre(ViolatesRule("tool_results[2].text", "EMPTY", "blank")));
}

}  // namespace
}  // namespace footnote::answering::building
