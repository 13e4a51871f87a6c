// SPDX-License-Identifier: Apache-2.0
#include "client/cli/text/printable.h"

#include <string>

#include "gtest/gtest.h"

namespace footnote::client {
namespace {

TEST(PrintableTest, DoesNotChangeOrdinaryText) {
  const std::string text = "Line one\n\tLine “two” — 日本語 🗾 e\u0301";
  EXPECT_EQ(Printable(text), text);
}

TEST(PrintableTest, ShowsTheNamesOfInvisibleCharacters) {
  EXPECT_EQ(Printable("a\u200Bb"), "a<U+200B>b");
  EXPECT_EQ(Printable("\u00AD\u200E\u200F\u2028\u2029\u2060\u2064\uFEFF"),
            "<U+00AD><U+200E><U+200F><U+2028><U+2029><U+2060><U+2064><U+FEFF>");
  EXPECT_EQ(Printable("\u034F\u115F\u1160\u180E\u3164\uFFA0\uFFF9"),
            "<U+034F><U+115F><U+1160><U+180E><U+3164><U+FFA0><U+FFF9>");
  EXPECT_EQ(Printable("\U000E0001\U000E0041\U000E007F"), "<U+E0001><U+E0041><U+E007F>");
}

TEST(PrintableTest, KeepsJoinersAndSelectorsThatShapeTheirCharacter) {
  for (const char* text : {"👩\u200D🚀", "❤\uFE0F\u200D🔥", "1\uFE0F\u20E3", "می\u200Cخواهم",
                           "क्\u200Dष", "葛\U000E0100", "🏴\u200D☠\uFE0F", "✔\uFE0E"}) {
    EXPECT_EQ(Printable(text), text);
  }
}

TEST(PrintableTest, ShowsJoinersAndSelectorsThatShapeNothing) {
  EXPECT_EQ(Printable("a\u200Db"), "a<U+200D>b");
  EXPECT_EQ(Printable("\u200C"), "<U+200C>");
  EXPECT_EQ(Printable("🚀\uFE0F\uFE01\uFE02"), "🚀\uFE0F<U+FE01><U+FE02>");
  EXPECT_EQ(Printable("🚀\u200D\u200D"), "🚀\u200D<U+200D>");
  EXPECT_EQ(Printable("x\U000E0101"), "x<U+E0101>");
}

TEST(PrintableTest, RemembersTheLastCharacterBetweenPieces) {
  PrintableStream stream;
  EXPECT_EQ(stream.Add("❤"), "❤");
  EXPECT_EQ(stream.Add("\uFE0F"), "\uFE0F");
  EXPECT_EQ(stream.Add("\u200D"), "\u200D");
  EXPECT_EQ(stream.Add("\u200D"), "<U+200D>");
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
