// SPDX-License-Identifier: Apache-2.0
#include "client/cli/search_results/api_search_results.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::nlohmann::json;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

json Block() {
  return json::parse(R"({"type": "search_result", "source": "s", "title": "t",
                         "content": [{"type": "text", "text": "One."}]})");
}

std::vector<std::string> Faults(const json& blocks) {
  v1::AnswerRequest request;
  std::vector<std::string> faults;
  ReadApiSearchResults(blocks, &request, &faults);
  return faults;
}

TEST(ReadApiSearchResultsTest, AppendsToTheSearchResultsOfTheRequest) {
  v1::AnswerRequest request;
  request.add_search_results()->set_source("first");
  std::vector<std::string> faults;
  ReadApiSearchResults(json::array({Block()}), &request, &faults);
  EXPECT_THAT(faults, IsEmpty());
  ASSERT_EQ(request.search_results_size(), 2);
  EXPECT_EQ(request.search_results(1).source(), "s");
  EXPECT_EQ(request.search_results(1).blocks().blocks(0).text(), "One.");
}

TEST(ReadApiSearchResultsTest, ReportsEveryFaultOfABlock) {
  json block = Block();
  block["source"] = "";
  block["title"] = 7;
  block["content"][0]["text"] = nullptr;
  block["extra"] = true;
  EXPECT_THAT(Faults(json::array({block})),
              ElementsAre(StartsWith("[0].extra: "), StartsWith("[0].source: "),
                          StartsWith("[0].title: "), StartsWith("[0].content[0].text: ")));
}

TEST(ReadApiSearchResultsTest, RefusesMixedCitationSettings) {
  json on = Block();
  on["citations"]["enabled"] = true;
  EXPECT_THAT(Faults(json::array({on, on})), IsEmpty());
  EXPECT_THAT(Faults(json::array({on, Block()})), ElementsAre(StartsWith("[1].citations: ")));
  EXPECT_THAT(Faults(json::array({Block(), Block(), on})),
              ElementsAre(StartsWith("[0].citations: ")));
}

TEST(ReadApiSearchResultsTest, EscapesUnknownNames) {
  json block = Block();
  block["\x1b[2J"] = 1;
  const std::vector<std::string> faults = Faults(json::array({block}));
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_THAT(faults[0], StartsWith("[0].␛[2J: "));
}

}  // namespace
}  // namespace footnote::client
