// SPDX-License-Identifier: Apache-2.0
// Splits the labelled texts in tests/testdata/segmentation, one test for each row.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "service/segmentation/chunker.h"
#include "tests/segmentation/chunking_testing.h"

namespace footnote::segmentation {
namespace {

struct Row {
  std::string id;
  std::string lang;
  std::string mode;
  std::string text;
  std::vector<std::string> blocks;
};

// Prints a row in the messages of a failed test.
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.id << " (" << row.lang << ", " << row.mode << ")";
}

// Reads the rows of tests/testdata/segmentation/`name`.jsonl.
std::vector<Row> ReadRows(const std::string& name) {
  std::ifstream in("tests/testdata/segmentation/" + name + ".jsonl");
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    const nlohmann::json json = nlohmann::json::parse(line);
    rows.push_back({json.at("id"), json.at("lang"), json.at("mode"), json.at("text"),
                    json.at("blocks").get<std::vector<std::string>>()});
  }
  return rows;
}

ChunkingPolicy PolicyOf(const Row& row) {
  if (row.mode == "paragraph") return ChunkingPolicy::kParagraph;
  if (row.mode == "item") return ChunkingPolicy::kItem;
  return ChunkingPolicy::kSentence;
}

class LabelledRowTest : public testing::TestWithParam<Row> {};

TEST_P(LabelledRowTest, IsSplitAsLabelled) {
  const Row& row = GetParam();
  ASSERT_EQ(absl::StrJoin(row.blocks, ""), row.text) << "the blocks must join to the text";
  ChunkingRules rules = Rules(PolicyOf(row));
  rules.language = FindLanguage(row.lang);
  EXPECT_THAT(Split(row.text, rules), testing::ElementsAreArray(row.blocks));
}

std::string NameOf(const testing::TestParamInfo<Row>& info) {
  std::string name = absl::StrCat(info.param.lang, "_", info.param.mode, "_", info.param.id);
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Own, LabelledRowTest, testing::ValuesIn(ReadRows("own")), NameOf);
INSTANTIATE_TEST_SUITE_P(Rules, LabelledRowTest, testing::ValuesIn(ReadRows("rules")), NameOf);

TEST(LabelledRowsTest, AllFilesAreReadAndIdsAreUnique) {
  std::set<std::string> ids;
  size_t rows = 0;
  for (const char* name : {"own", "rules"}) {
    const std::vector<Row> of_file = ReadRows(name);
    EXPECT_GE(of_file.size(), 100u) << name;
    rows += of_file.size();
    for (const Row& row : of_file) ids.insert(row.id);
  }
  EXPECT_EQ(ids.size(), rows);
}

}  // namespace
}  // namespace footnote::segmentation
