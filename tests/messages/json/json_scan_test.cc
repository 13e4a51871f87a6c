// SPDX-License-Identifier: Apache-2.0
#include "service/messages/json/json_scan.h"

#include <cstddef>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace footnote::messages {
namespace {

TEST(FindQuoteOrBackslashTest, TheFirstQuoteOrBackslashIsFoundAtEveryDistance) {
  for (const char wanted : {'"', '\\'}) {
    for (size_t distance = 0; distance < 80; ++distance) {
      const std::string text =
          std::string(distance, '\xff') + wanted + std::string(kScanOverrun, '"');
      EXPECT_EQ(FindQuoteOrBackslash(text.data()) - text.data(), distance);
    }
  }
}

TEST(FindEscapeTest, TheFirstByteThatMustBeEscapedIsFoundAtEveryDistance) {
  for (const char wanted : {'"', '\\', '\0', '\n', '\x1f'}) {
    for (size_t distance = 0; distance < 150; ++distance) {
      std::string text(150, '\xff');
      text[distance] = wanted;
      text.back() = '"';
      EXPECT_EQ(FindEscape(text), distance);
    }
  }
}

TEST(FindEscapeTest, OtherBytesAreNotFound) {
  for (int byte = 0; byte < 256; ++byte) {
    const bool must = byte < 0x20 || byte == '"' || byte == '\\';
    for (const size_t size : {1, 15, 16, 17, 64, 65, 100}) {
      EXPECT_EQ(FindEscape(std::string(size, static_cast<char>(byte))), must ? 0 : size) << byte;
    }
  }
  EXPECT_EQ(FindEscape(""), 0);
}

TEST(FindEscapeTest, ReadsOnlyTheText) {
  // The text is an allocation of exactly its size, so that AddressSanitizer reports other reads.
  for (size_t size = 1; size < 150; ++size) {
    const std::unique_ptr<char[]> bytes(new char[size]);
    std::fill_n(bytes.get(), size, 'x');
    EXPECT_EQ(FindEscape({bytes.get(), size}), size);
  }
  const std::string text = "xxxx\"";
  EXPECT_EQ(FindEscape(absl::string_view(text).substr(0, 4)), 4);
}

TEST(FindLineEndTest, TheFirstLineEndAtOrAfterAnOffsetIsFound) {
  for (const char wanted : {'\n', '\r'}) {
    for (size_t distance = 0; distance < 80; ++distance) {
      std::string text(80, 'x');
      text[distance] = wanted;
      text.back() = '\n';
      EXPECT_EQ(FindLineEnd(text, 0), distance);
      EXPECT_EQ(FindLineEnd(text, distance), distance);
      EXPECT_EQ(FindLineEnd(text, distance + 1), distance == 79 ? 80 : 79);
    }
  }
}

TEST(FindLineEndTest, ATextWithoutLineEndsHasNone) {
  for (const size_t size : {0, 1, 15, 16, 17, 33}) {
    EXPECT_EQ(FindLineEnd(std::string(size, '\t'), 0), size);
    EXPECT_EQ(FindLineEnd(std::string(size, '\xff'), size / 2), size);
  }
}

}  // namespace
}  // namespace footnote::messages
