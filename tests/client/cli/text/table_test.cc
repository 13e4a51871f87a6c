// SPDX-License-Identifier: Apache-2.0
#include "client/cli/text/table.h"

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "client/cli/text/columns.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

Table Sample() {
  Table table({{"name"}, {"count", true}, {"note"}, {"text", false, true}});
  table.Add({"短い名前", "7", "", "some words that go on and on"});
  table.Add({"b", "1234", "", "語語語語語語語語語語語語語語"});
  return table;
}

TEST(TableTest, AlignsCellsAndOmitsEmptyColumns) {
  EXPECT_EQ(Sample().Render(100),
            "  name      count  text\n"
            "  短い名前      7  some words that go on and on\n"
            "  b          1234  語語語語語語語語語語語語語語\n");
}

TEST(TableTest, TruncatesShrinkableColumnsToTheWidth) {
  EXPECT_EQ(Sample().Render(31),
            "  name      count  text\n"
            "  短い名前      7  some words …\n"
            "  b          1234  語語語語語…\n");
  for (size_t width = 27; width < 60; ++width) {
    for (const auto& line : absl::StrSplit(Sample().Render(width), '\n')) {
      EXPECT_LE(ColumnsOf(line), width);
    }
  }
}

TEST(TableTest, TruncatesTheWidestColumnFirst) {
  Table table({{"a", false, true}, {"b", false, true}});
  table.Add({"aaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbb"});
  EXPECT_EQ(table.Render(28), "  a             b\n  aaaaaaaaaaaa  bbbbbbbbbbb…\n");
}

TEST(TableTest, NeverTruncatesOtherColumnsNorBelowEight) {
  EXPECT_EQ(Sample().Render(1),
            "  name      count  text\n"
            "  短い名前      7  some wo…\n"
            "  b          1234  語語語…\n");
}

TEST(TableTest, ConvertsCellsToOnePrintableLine) {
  Table table({{"a"}});
  table.Add({"x\x1b[2J\ny\tz"});
  EXPECT_EQ(table.Render(80), "  a\n  x␛[2J y z\n");
}

TEST(TableTest, IsEmptyWithoutRows) { EXPECT_EQ(Table({{"a"}}).Render(80), ""); }

}  // namespace
}  // namespace footnote::client
