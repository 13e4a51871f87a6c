// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/plain_text_delta.h"

#include <cstddef>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "service/messages/stream/sse_decoder.h"
#include "service/messages/stream/stream_event.h"

namespace footnote::messages {
namespace {

std::string DeltaEvent(absl::string_view index, absl::string_view text) {
  return absl::StrCat(R"({"type":"content_block_delta","index":)", index,
                      R"(,"delta":{"type":"text_delta","text":")", text, R"("}})");
}

TEST(PlainTextDeltaTest, ReadsTheIndexAndTheText) {
  const std::string data = DeltaEvent("12", "a {é大");
  const auto delta = ReadPlainTextDelta(data);
  ASSERT_TRUE(delta.has_value());
  EXPECT_EQ(delta->index, 12);
  EXPECT_EQ(delta->text, "a {é大");
  // The text is a view of the data.
  EXPECT_GE(delta->text.data(), data.data());
  EXPECT_LT(delta->text.data(), data.data() + data.size());
  EXPECT_EQ(ReadPlainTextDelta(DeltaEvent("0", ""))->text, "");
}

TEST(PlainTextDeltaTest, AllowsSpacesAroundTheLastBrace) {
  std::string data = DeltaEvent("0", "a");
  data.insert(data.size() - 1, "  ");
  data += "   ";
  ASSERT_TRUE(ReadPlainTextDelta(data).has_value());
  EXPECT_EQ(ReadPlainTextDelta(data)->text, "a");
}

TEST(PlainTextDeltaTest, AnIndexHasOneToNineDigitsWithoutALeadingZero) {
  EXPECT_EQ(ReadPlainTextDelta(DeltaEvent("999999999", "a"))->index, 999999999);
  for (const char* index : {"", "1000000000", "01", "00", "-1", "1.0", "1e0", "+1", " 1", "1 "}) {
    EXPECT_FALSE(ReadPlainTextDelta(DeltaEvent(index, "a")).has_value()) << index;
  }
}

TEST(PlainTextDeltaTest, OtherDataRequiresTheFullParser) {
  const std::string data = DeltaEvent("0", "a");
  EXPECT_FALSE(ReadPlainTextDelta("").has_value());
  EXPECT_FALSE(ReadPlainTextDelta("{}").has_value());
  EXPECT_FALSE(ReadPlainTextDelta(" " + data).has_value());
  EXPECT_FALSE(ReadPlainTextDelta(data + "\n").has_value());
  EXPECT_FALSE(ReadPlainTextDelta(data + "}").has_value());
  for (size_t size = 0; size < data.size(); ++size) {
    EXPECT_FALSE(ReadPlainTextDelta(absl::string_view(data).substr(0, size)).has_value()) << size;
  }
  for (const char* text :
       {R"(\n)", R"(\ud83d)", "\n", "\x1f", "\xff", "\xed\xa0\xbd", "\xe5\xa4"}) {
    EXPECT_FALSE(ReadPlainTextDelta(DeltaEvent("0", text)).has_value()) << text;
  }
}

// Data with a leading space requires the full parser.
TEST(PlainTextDeltaTest, TheFastPathReturnsTheResultOfTheFullParser) {
  const std::string plain =
      R"({"type":"content_block_delta","index":12,"delta":{"type":"text_delta","text":"a {é大"}  } )";
  ASSERT_TRUE(ReadPlainTextDelta(plain).has_value());
  EXPECT_EQ(ReadPlainTextDelta(plain)->index, 12);
  EXPECT_EQ(ReadPlainTextDelta(plain)->text, "a {é大");
  int fast_paths = 0;
  const auto check = [&](const std::string& data) {
    const absl::StatusOr<StreamEvent> as_is = ParseStreamEvent(SseEvent{"", data});
    const absl::StatusOr<StreamEvent> in_full = ParseStreamEvent(SseEvent{"", " " + data});
    ASSERT_EQ(as_is.ok(), in_full.ok()) << data;
    if (!ReadPlainTextDelta(data)) return;
    ++fast_paths;
    ASSERT_TRUE(in_full.ok()) << data;
    ASSERT_EQ(std::get<TextDelta>(*as_is).text, std::get<TextDelta>(*in_full).text) << data;
    ASSERT_EQ(std::get<TextDelta>(*as_is).index, std::get<TextDelta>(*in_full).index) << data;
  };
  for (size_t offset = 0; offset <= plain.size(); ++offset) {
    check(plain.substr(0, offset));
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = plain;
      if (offset < plain.size()) changed[offset] = static_cast<char>(byte);
      check(changed);
      check(plain.substr(0, offset) + static_cast<char>(byte) + plain.substr(offset));
    }
  }
  EXPECT_GT(fast_paths, 1000);
}

}  // namespace
}  // namespace footnote::messages
