// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/live_text.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

// Returns what LiveText writes for each event, with marks like {1,0}.
std::vector<std::string> Written(const std::vector<std::string>& events) {
  LiveText text(NewPlainModelText(), [](const std::vector<int>& numbers) {
    return absl::StrCat("{", absl::StrJoin(numbers, ","), "}");
  });
  std::vector<std::string> written;
  for (const std::string& event : events) {
    written.push_back(text.Take(FromText<v1::AnswerEvent>(event)));
  }
  return written;
}

using Strings = std::vector<std::string>;

TEST(LiveTextUnitTest, HoldsBackWhiteSpaceThatMayEndABlock) {
  EXPECT_EQ(Written({"text_delta { text: 'a ' }", "text_delta { text: 'b\\n' }",
                     "block_finished {}", "text_delta { block_index: 1 text: 'c' }"}),
            (Strings{"a", " b", "", "\nc"}));
}

TEST(LiveTextUnitTest, MarksABlockWhenItIsFinished) {
  EXPECT_EQ(Written({"citation { citation { reference_index: 0 } new_reference { number: 7 } }",
                     "text_delta { text: 'a ' }", "citation { citation { reference_index: 0 } }",
                     "block_finished {}"}),
            (Strings{"", "a", "", "{7}"}));
}

TEST(LiveTextUnitTest, MarksUnknownSourcesAndRowsWith0) {
  EXPECT_EQ(Written({"citation { citation {} }", "citation { citation { reference_index: 5 } }",
                     "citation { citation { reference_index: -1 } }", "block_finished {}"}),
            (Strings{"", "", "", "{0}"}));
}

TEST(LiveTextUnitTest, AddsTheRowsOfRecoveredCitations) {
  EXPECT_EQ(Written({"text_delta { text: 'a' }",
                     "block_finished { recovered_citations { reference_index: 1 }"
                     "  recovered_citations { reference_index: 0 }"
                     "  new_references { number: 1 } new_references { number: 2 } }"}),
            (Strings{"a", "{2,1}"}));
}

TEST(LiveTextUnitTest, HasTextAfterTheFirstOutput) {
  LiveText text(NewPlainModelText(), [](const std::vector<int>&) { return std::string("*"); });
  EXPECT_FALSE(text.has_text());
  text.Take(FromText<v1::AnswerEvent>("text_delta { text: ' ' }"));
  EXPECT_FALSE(text.has_text());
  text.Take(FromText<v1::AnswerEvent>("text_delta { text: 'a' }"));
  EXPECT_TRUE(text.has_text());
}

}  // namespace
}  // namespace footnote::client
