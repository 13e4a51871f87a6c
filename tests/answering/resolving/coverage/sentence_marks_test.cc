// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/sentence_marks.h"

#include <gtest/gtest.h>

#include <string>

namespace footnote::answering::resolving {
namespace {

// Checks that `is_mark` is true for each of `marks` and false for each of `others`.
void ExpectMarks(bool (*is_mark)(char32_t), const std::u32string& marks,
                 const std::u32string& others) {
  for (const char32_t c : marks) EXPECT_TRUE(is_mark(c)) << std::hex << static_cast<int>(c);
  for (const char32_t c : others) EXPECT_FALSE(is_mark(c)) << std::hex << static_cast<int>(c);
}

TEST(SentenceMarksTest, EmphasisIsThatOfMarkdown) { ExpectMarks(IsEmphasis, U"*_", U"`~#-a"); }

TEST(SentenceMarksTest, QuestionMarksAreOfEachScript) {
  ExpectMarks(IsQuestionMark, U"?\u037E\u055E\u061F\u1367\uFF1F\u203D", U"!.;:\u0589a");
}

TEST(SentenceMarksTest, ClauseMarksSeparateClauses) {
  ExpectMarks(IsClauseMark, U",;:\u060C\u3001\uFF0C\u2014", U".!?-'\u3002a");
}

TEST(SentenceMarksTest, StopsEndStatements) {
  ExpectMarks(IsStop, U".!\u3002\uFF01\u0964\u06D4\u1362\u0589\u104B", U"?,:;\u061Fa");
}

TEST(SentenceMarksTest, BracketsAndQuotationMarksHaveASide) {
  ExpectMarks(IsOpening, U"([\"\u201C\u300C\uFF08", U")]\u201D\u300D\uFF09'a");
  ExpectMarks(IsClosing, U")]\"\u201D\u300D\uFF09", U"([\u201C\u300C\uFF08'a");
}

TEST(SentenceMarksTest, ApostrophesAreOfUnicode) {
  ExpectMarks(IsApostrophe, U"\u2018\u2019\u02BC\uFF07", U"'\"\u201Ca");
}

TEST(SentenceMarksTest, ColonsAreOfEachScript) {
  ExpectMarks(IsColon, U":\uFF1A\uFE55\u1365", U";.,\u0589a");
}

}  // namespace
}  // namespace footnote::answering::resolving
