// SPDX-License-Identifier: Apache-2.0
#include "service/messages/json/json_writer.h"

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace footnote::messages {
namespace {

std::string StringJson(absl::string_view text) {
  std::string out;
  JsonWriter(&out).String(text);
  return out;
}

std::string Unwrap(const std::string& json) { return nlohmann::json::parse(json); }

TEST(JsonWriterTest, EveryAsciiByteRoundTripsAtEveryOffsetOfShortTexts) {
  for (int byte = 0; byte < 128; ++byte) {
    for (size_t length = 1; length <= 40; ++length) {
      for (size_t offset = 0; offset < length; ++offset) {
        std::string text(length, 'x');
        text[offset] = static_cast<char>(byte);
        ASSERT_EQ(Unwrap(StringJson(text)), text) << byte << " at " << offset << " of " << length;
      }
    }
  }
}

TEST(JsonWriterTest, EveryAsciiByteIsWrittenInItsShortestForm) {
  for (int byte = 0; byte < 128; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    EXPECT_EQ(StringJson(text), nlohmann::json(text).dump()) << byte;
  }
}

TEST(JsonWriterTest, NonAsciiBytesAreCopied) {
  for (int byte = 128; byte < 256; ++byte) {
    const std::string text(20, static_cast<char>(byte));
    EXPECT_EQ(StringJson(text), '"' + text + '"') << byte;
  }
}

TEST(JsonWriterTest, TheResultDoesNotDependOnTheAlignment) {
  const std::string text = "A text of forty bytes, \"quoted\" once.\n\t.";
  std::vector<char> buffer(text.size() + 64, '"');
  for (size_t offset = 0; offset < 64; ++offset) {
    text.copy(buffer.data() + offset, text.size());
    EXPECT_EQ(StringJson({buffer.data() + offset, text.size()}), nlohmann::json(text).dump());
  }
}

TEST(JsonWriterTest, RandomTextsRoundTrip) {
  const std::vector<std::string> pieces = {
      "a",    "\"", "\\",   "\n", std::string(1, '\0'),  "\x1f",
      "\x7f", "é",  "日本", "😀",  "plain words of text "};
  std::mt19937 random(20261129);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const size_t count = random() % 60;
    for (size_t i = 0; i < count; ++i) text += pieces[random() % pieces.size()];
    ASSERT_EQ(StringJson(text), nlohmann::json(text).dump());
    ASSERT_EQ(Unwrap(StringJson(text)), text);
  }
}

TEST(JsonWriterTest, AnEmptyTextIsTwoQuotationMarks) { EXPECT_EQ(StringJson(""), "\"\""); }

TEST(JsonWriterTest, TheSmallestAndTheLargestIntegersAreWritten) {
  for (const int64_t value : {std::numeric_limits<int64_t>::min(), int64_t{-1}, int64_t{0},
                              int64_t{1024}, std::numeric_limits<int64_t>::max()}) {
    std::string out;
    JsonWriter(&out).Int(value);
    EXPECT_EQ(out, std::to_string(value));
  }
}

TEST(JsonWriterTest, TheItemsOfAnArrayAreSeparatedByCommas) {
  std::string out;
  JsonWriter json(&out);
  const auto write = [&json](int64_t item) { json.Int(item); };
  json.Array(std::vector<int64_t>{}, write);
  json.Array(std::vector<int64_t>{7}, write);
  json.Array(std::vector<int64_t>{1, 2, 3}, write);
  EXPECT_EQ(out, "[][7][1,2,3]");
}

}  // namespace
}  // namespace footnote::messages
