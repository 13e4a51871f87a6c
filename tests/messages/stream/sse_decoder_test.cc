// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/sse_decoder.h"

#include <malloc.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "tests/messages/fixture.h"

namespace footnote::messages {
namespace {

using Result = SseDecoder::Result;

struct Decoded {
  std::vector<std::pair<std::string, std::string>> events;  // name, data
  Result end = Result::kNotYet;
  bool broke_off = false;

  bool operator==(const Decoded& other) const {
    return events == other.events && end == other.end && broke_off == other.broke_off;
  }
};

// Appends all available events. Returns the first result that is not an event.
Result Drain(SseDecoder& decoder, Decoded& decoded) {
  SseEvent event;
  while (true) {
    const Result result = decoder.Next(&event);
    if (result != Result::kEvent) return result;
    decoded.events.emplace_back(event.name, event.data);
  }
}

Decoded Decode(const std::vector<absl::string_view>& pieces,
               size_t max_event_bytes = SseDecoder::kDefaultMaxEventBytes) {
  SseDecoder decoder(max_event_bytes);
  Decoded decoded;
  for (const absl::string_view piece : pieces) {
    decoder.Push(piece);
    Drain(decoder, decoded);
  }
  decoder.End();
  decoded.end = Drain(decoder, decoded);
  decoded.broke_off = decoder.broke_off();
  return decoded;
}

std::vector<absl::string_view> Bytewise(absl::string_view text) {
  std::vector<absl::string_view> pieces;
  for (size_t i = 0; i < text.size(); ++i) pieces.push_back(text.substr(i, 1));
  return pieces;
}

using Events = std::vector<std::pair<std::string, std::string>>;

TEST(SseDecoderTest, EventsHaveANameAndData) {
  const Decoded decoded = Decode({"event: a\ndata: 1\n\ndata: 2\n\n"});
  EXPECT_EQ(decoded.events, (Events{{"a", "1"}, {"", "2"}}));
  EXPECT_EQ(decoded.end, Result::kNoMore);
  EXPECT_FALSE(decoded.broke_off);
}

TEST(SseDecoderTest, EveryFormOfALineIsAccepted) {  // B07 B09 B10
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"LF", "event: n\ndata: x\ndata: y\n\n"},
      {"CRLF", "event: n\r\ndata: x\r\ndata: y\r\n\r\n"},
      {"CR", "event: n\rdata: x\rdata: y\r\r"},
      {"no space", "event:n\ndata:x\ndata:y\n\n"},
      {"a byte order mark",
       "\xef\xbb\xbf"
       "event: n\ndata: x\ndata: y\n\n"},
      {"comments", ": c\nevent: n\n:data: z\ndata: x\n:\ndata: y\n\n"},
      {"id and retry", "id: 7\nretry: 9\nevent: n\ndata: x\ndata: y\n\n"},
      {"unknown fields", "dat: z\ndatas: z\nevents: m\n data: z\nevent: n\ndata: x\ndata: y\n\n"},
      {"fields without a value", "id\nnothing\nevent: n\ndata: x\ndata: y\n\n"},
      {"two names", "event: m\nevent: n\ndata: x\ndata: y\n\n"},
      {"an event without data before it", "event: m\n\nevent: n\ndata: x\ndata: y\n\n"},
      {"empty lines before and after", "\n\n\nevent: n\ndata: x\ndata: y\n\n\n\n"},
      {"white space lines", " \n\t\nevent: n\ndata: x\n  \ndata: y\n\n \n"},
  };
  for (const auto& [name, text] : cases) {
    const Decoded decoded = Decode({text});
    EXPECT_EQ(decoded.events, (Events{{"n", "x\ny"}})) << name;
    EXPECT_EQ(decoded.end, Result::kNoMore) << name;
    EXPECT_FALSE(decoded.broke_off) << name;
    EXPECT_EQ(Decode(Bytewise(text)), decoded) << name;
  }
}

TEST(SseDecoderTest, OnlyOneSpaceAfterTheColonIsRemoved) {
  EXPECT_EQ(Decode({"data:  x \ndata:\ty\n\n"}).events, (Events{{"", " x \n\ty"}}));
}

TEST(SseDecoderTest, DataLinesMayBeEmpty) {
  EXPECT_EQ(Decode({"data\ndata: x\ndata:\n\n"}).events, (Events{{"", "\nx\n"}}));
  EXPECT_EQ(Decode({"data:\n\n"}).events, (Events{{"", ""}}));
}

TEST(SseDecoderTest, AByteOrderMarkIsSkippedOnlyAtTheStart) {
  const Decoded decoded =
      Decode({"data: \xef\xbb\xbfx\n\n\xef\xbb\xbf"
              "data: y\n\n"});
  EXPECT_EQ(decoded.events, (Events{{"", "\xef\xbb\xbfx"}}));
}

TEST(SseDecoderTest, AnEventIsDeliveredWithTheCrThatEndsIt) {
  SseDecoder decoder;
  SseEvent event;
  decoder.Push("data: x\r\n\r");
  EXPECT_EQ(decoder.Next(&event), Result::kEvent);
  decoder.Push("\ndata: y\r\n\r");
  EXPECT_EQ(decoder.Next(&event), Result::kEvent);
  EXPECT_EQ(event.data, "y");
  EXPECT_EQ(decoder.Next(&event), Result::kNotYet);
}

TEST(SseDecoderTest, NotYetNoMoreAndBrokenAreDistinct) {
  SseDecoder decoder(10);
  SseEvent event;
  event.data = "kept";
  EXPECT_EQ(decoder.Next(&event), Result::kNotYet);
  decoder.Push("data: x");
  EXPECT_EQ(decoder.Next(&event), Result::kNotYet);
  EXPECT_EQ(event.data, "kept");
  decoder.End();
  EXPECT_EQ(decoder.Next(&event), Result::kNoMore);
  EXPECT_EQ(decoder.Next(&event), Result::kNoMore);

  SseDecoder other(10);
  other.Push("data: 1\n\ndata: 12345678\n\ndata: 2\n\n");
  EXPECT_EQ(other.Next(&event), Result::kEvent);
  EXPECT_EQ(other.Next(&event), Result::kBroken);
  other.Push("data: 3\n\n");
  EXPECT_EQ(other.Next(&event), Result::kBroken);
}

TEST(SseDecoderTest, LinesAfterTheLastEmptyLineAreNotAnEvent) {
  const std::vector<std::pair<const char*, bool>> cases = {
      {"", false},
      {"data: 1\n\n", false},
      {"data: 1\n\n\n", false},
      {"data: 1\n\n: comment\n: half a com", false},
      {"data: 1\n\n \t", false},
      {"data: 1\n\ndata: 2\n", true},
      {"data: 1\n\ndata: 2", true},
      {"data: 1\n\nevent: n\n", true},
      {"data: 1\n\nd", true},
      {"\xef\xbb", true},
  };
  for (const auto& [text, broke_off] : cases) {
    const Decoded decoded = Decode({text});
    EXPECT_LE(decoded.events.size(), 1) << text;
    EXPECT_EQ(decoded.end, Result::kNoMore) << text;
    EXPECT_EQ(decoded.broke_off, broke_off) << text;
  }
}

TEST(SseDecoderTest, EventsAndLinesAboveTheLimitBreakTheStreamInPiecesOfAnySize) {
  const std::vector<std::pair<const char*, std::string>> cases = {
      {"one data line", "data: 1\n\ndata: " + std::string(30, 'x') + "\n\n"},
      {"a line without end", "data: 1\n\n" + std::string(40, 'x')},
      {"many data lines", "data: 1\n\ndata: 1234567890\ndata: 1234567890\ndata: 123456789\n\n"},
      {"many empty data lines",
       "data: 1\n\n" + absl::StrReplaceAll(std::string(40, 'x'), {{"x", "data\n"}})},
      {"a comment", "data: 1\n\n:" + std::string(40, 'x') + "\n\n"},
      {"a name", "data: 1\n\nevent: 123456789012345678\ndata: 1234567890123\n\n"},
  };
  for (const auto& [name, text] : cases) {
    const Decoded decoded = Decode({text}, 30);
    EXPECT_EQ(decoded.events, (Events{{"", "1"}})) << name;
    EXPECT_EQ(decoded.end, Result::kBroken) << name;
    EXPECT_EQ(Decode(Bytewise(text), 30), decoded) << name;
  }
}

TEST(SseDecoderTest, AnEventOfExactlyTheLimitIsAccepted) {
  const std::string line = "data: " + std::string(24, 'x');
  EXPECT_EQ(Decode({line + "\n\n"}, 30).end, Result::kNoMore);
  EXPECT_EQ(Decode({line + "x\n\n"}, 30).end, Result::kBroken);
}

class SseFixtureTest : public testing::TestWithParam<const char*> {
 protected:
  // Returns the fixture, and the same with CR LF; for a short one also with CR, without the space
  // after the colon, with comments, and with a byte order mark.
  static std::vector<std::string> Variants() {
    const std::string text = ReadFixture(GetParam());
    EXPECT_FALSE(text.empty());
    std::vector<std::string> variants = {text, absl::StrReplaceAll(text, {{"\n", "\r\n"}})};
    if (text.size() > kShort) return variants;
    variants.push_back(absl::StrReplaceAll(text, {{"\n", "\r"}}));
    variants.push_back(
        absl::StrReplaceAll(text, {{"\nevent: ", "\nevent:"}, {"\ndata: ", "\ndata:"}}));
    variants.push_back(absl::StrReplaceAll(text, {{"\ndata: ", "\n: keep-alive\nid: 1\ndata: "}}));
    variants.push_back(absl::StrCat("\xef\xbb\xbf", text));
    return variants;
  }

 private:
  static constexpr size_t kShort = 3000;
};

TEST_P(SseFixtureTest, EveryFormAndEverySplitGivesTheSameEvents) {  // B07 B11 B43
  const Decoded expected = Decode({ReadFixture(GetParam())});
  EXPECT_GT(expected.events.size(), 5);
  for (const std::string& text : Variants()) {
    const absl::string_view view = text;
    ASSERT_EQ(Decode(Bytewise(view)), expected);
    for (size_t split = 0; split <= view.size(); ++split) {
      ASSERT_EQ(Decode({view.substr(0, split), view.substr(split)}), expected)
          << "split at " << split;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, SseFixtureTest,
                         testing::Values("reply_short.sse", "reply_tool_use.sse",
                                         "reply_every_kind.sse", "documented_reply_top_level.sse",
                                         "documented_reply_both_methods.sse"));

TEST(SseDecoderTest, EveryPairOfSplitsOfAShortStreamGivesTheSameEvents) {
  const std::string text =
      "\xef\xbb\xbf: c\r\nevent: n\r\ndata: x\r\ndata: \xe5\xa4\xa7\r\n\r\n\r\nid: 1\rdata:y\r\r\n";
  const absl::string_view view = text;
  const Decoded expected = Decode({view});
  EXPECT_EQ(expected.events, (Events{{"n", "x\n\xe5\xa4\xa7"}, {"", "y"}}));
  for (size_t first = 0; first <= view.size(); ++first) {
    for (size_t second = first; second <= view.size(); ++second) {
      const Decoded decoded =
          Decode({view.substr(0, first), view.substr(first, second - first), view.substr(second)});
      ASSERT_EQ(decoded, expected) << first << ", " << second;
    }
  }
}

// With quadratic time, this would take minutes.
TEST(SseDecoderTest, ALongLineInSingleBytesTakesLinearTime) {
  const std::string text = absl::StrCat("data: ", std::string(4 << 20, 'x'), "\r\r");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(Decode(Bytewise(text)).events.size(), 1);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

// The bytes that malloc has allocated. With a sanitizer, which has its own malloc, this is
// constant.
size_t AllocatedBytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(SseDecoderTest, AStreamWhosePiecesEndWithinALineNeedsOnlyTheMemoryOfOnePiece) {
  SseDecoder decoder;
  SseEvent event;
  decoder.Push("da");
  EXPECT_EQ(decoder.Next(&event), Result::kNotYet);
  const std::string piece = absl::StrCat("ta: ", std::string(1000, 'x'), "\n\nda");
  const size_t before = AllocatedBytes();
  for (int i = 0; i < 4000; ++i) {
    decoder.Push(piece);
    ASSERT_EQ(decoder.Next(&event), Result::kEvent);
    ASSERT_EQ(event.data.size(), 1000u);
    ASSERT_EQ(decoder.Next(&event), Result::kNotYet);
  }
  EXPECT_LT(AllocatedBytes(), before + 100'000);
}

TEST(SseDecoderTest, ManyCrLinesInOnePieceTakeLinearTime) {
  std::string text;
  for (int i = 0; i < 300000; ++i) text += "data: x\r\r";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(Decode({text}).events.size(), 300000);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace footnote::messages
