// SPDX-License-Identifier: Apache-2.0
#include "client/cli/help.h"

#include <string>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "client/cli/text/columns.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;

TEST(HelpTest, FitsInto100Columns) {
  for (const absl::string_view text : {kAbout, kFooter, kInputFooter, kAskFooter, kResolveFooter}) {
    for (const absl::string_view line : absl::StrSplit(text, '\n')) {
      EXPECT_LE(ColumnsOf(line), 100u) << line;
    }
  }
}

TEST(HelpTest, ListsEveryExitCode) {
  for (const char* code : {"\n  0 ", "\n  1 ", "\n  2 ", "\n  3 ", "\n  130 ", "\n  141 "}) {
    EXPECT_THAT(kFooter, HasSubstr(code));
  }
}

}  // namespace
}  // namespace footnote::client
