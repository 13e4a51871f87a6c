// SPDX-License-Identifier: Apache-2.0
#include "client/cli/text/printable.h"

#include <string>

#include "gtest/gtest.h"

namespace footnote::client {
namespace {

TEST(PrintableTest, DoesNotChangeOrdinaryText) {
  const std::string text = "Line one\n\tLine “two” — 日本語 🗾 e\u0301 \u200B\u200F";
  EXPECT_EQ(Printable(text), text);
}

TEST(PrintableTest, ReplacesEscapeSequences) {
  EXPECT_EQ(Printable("\x1b[31mred\x1b[0m\x1b]0;title\x07"), "␛[31mred␛[0m␛]0;title␇");
}

TEST(PrintableTest, ShowsEveryC0ControlAndDel) {
  for (char c = 0; c < 0x20; ++c) {
    if (c == '\n' || c == '\t') continue;
    const std::string shown = Printable(absl::string_view(&c, 1));
    EXPECT_EQ(shown.substr(0, 2), "\xE2\x90") << static_cast<int>(c);
  }
  EXPECT_EQ(Printable("\x7F"), "␡");
}

TEST(PrintableTest, ReplacesC1ControlsAndDirectionOverrides) {
  EXPECT_EQ(Printable("a\u009B31m\u202Eb\u2066c\u2069"), "a\uFFFD31m\uFFFDb\uFFFDc\uFFFD");
}

TEST(PrintableTest, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(Printable("a\xFF\xC3z"), "a\uFFFD\uFFFDz");
  EXPECT_EQ(Printable("\xED\xA0\xBD").find('\xED'), std::string::npos);
}

TEST(PrintableTest, EndsLinesWithALineFeedAndShowsALoneCarriageReturn) {
  EXPECT_EQ(Printable("a\r\nb\rc\r"), "a\nb␍c␍");
}

TEST(PrintableStreamTest, GivesTheSameForEverySplitBetweenCharacters) {
  const std::string text = "a\r\nb\r\r\n\x1b[31mred\x1b[0m e\u0301 日\u009B\r";
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    if (cut < text.size() && (text[cut] & 0xC0) == 0x80) continue;
    PrintableStream stream;
    std::string out = stream.Add(absl::string_view(text).substr(0, cut));
    out += stream.Add(absl::string_view(text).substr(cut));
    out += stream.End();
    EXPECT_EQ(out, Printable(text)) << cut;
  }
}

TEST(PrintableStreamTest, CanContinueAfterEnd) {
  PrintableStream stream;
  EXPECT_EQ(stream.Add("a\r"), "a");
  EXPECT_EQ(stream.End(), "␍");
  EXPECT_EQ(stream.Add("\nb"), "\nb");
  EXPECT_EQ(stream.End(), "");
}

TEST(PrintableLineTest, StaysOnOneLine) { EXPECT_EQ(PrintableLine("a\nb\tc\r\nd"), "a b c d"); }

TEST(PrintableJsonTest, EscapesOnlyWhatATerminalInterprets) {
  EXPECT_EQ(PrintableJson("{\n  \"a\": \"日\u009B\x7F\u202E\"\n}"),
            "{\n  \"a\": \"日\\u009b\\u007f\\u202e\"\n}");
}

TEST(IsUtf8Test, DistinguishesWellFormedFromIllFormed) {
  EXPECT_TRUE(IsUtf8(""));
  EXPECT_TRUE(IsUtf8("日本語 🗾"));
  for (const char* bad : {"\xFF", "\xE6\x97", "\xED\xA0\x80", "\xC0\x80", "\xF4\x90\x80\x80"}) {
    EXPECT_FALSE(IsUtf8(bad));
  }
}

}  // namespace
}  // namespace footnote::client
