// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "client/cli/output/model_text.h"
#include "tests/client/cli/output/written.h"

namespace footnote::client {
namespace {

TEST(PlainModelTextTest, EscapesWhatIsWrittenLikeAMark) {
  ExpectWritten(&NewPlainModelText, {{"a [1] b", "a \\[1] b"},
                                     {"[1a] │ Data", "\\[1a] │ Data"},
                                     {"[[2]]", "[\\[2]]"},
                                     {"[?]", "\\[?]"},
                                     {"［1］", "\\［1］"},
                                     {"[²]", "\\[²]"},
                                     {"[a] [] [", "[a] [] ["}});
}

TEST(PlainModelTextTest, EscapesWhatIsWrittenLikeTheLineBeforeTheEvidence) {
  ExpectWritten(&NewPlainModelText, {{"── Checked by Footnote ──", "\\── Checked by Footnote ──"},
                                     {"a\n \t—— x", "a\n \t\\—— x"},
                                     {"\u3000━━", "\u3000\\━━"},
                                     {"— a dialogue", "— a dialogue"},
                                     {"a ──", "a ──"},
                                     {"-- a\n--- b", "-- a\n--- b"}});
}

}  // namespace
}  // namespace footnote::client
