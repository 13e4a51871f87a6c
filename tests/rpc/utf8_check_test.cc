// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "footnote/v1/content.pb.h"
#include "service/text/utf8.h"

namespace footnote::rpc {
namespace {

// An encoded TextBlock with `text`.
std::string Wire(const std::string& text) {
  return std::string(1, '\x0a') + static_cast<char>(text.size()) + text;
}

bool Parses(const std::string& text) {
  v1::TextBlock block;
  return block.ParseFromString(Wire(text));
}

TEST(Utf8CheckTest, MessagesAcceptEveryWellFormedText) {
  for (const std::string text : {"", "a", "é", "日本語", "😀", "\xef\xbf\xbf", "\xf4\x8f\xbf\xbf",
                                 "\xed\x9f\xbf\xee\x80\x80"}) {
    EXPECT_TRUE(Parses(text)) << text;
  }
  EXPECT_TRUE(Parses(std::string("a\0b", 3)));
}

TEST(Utf8CheckTest, MessagesRefuseExactlyTheIllFormedTexts) {
  // Every beginning of a sequence, alone and after a text that is as long as a vector.
  for (const std::string& before : {std::string(), std::string(64, 'x')}) {
    for (int first = 0x80; first < 0x100; ++first) {
      for (int second = 0; second < 0x100; second += 0x10) {
        for (const char* rest : {"", "\x80", "\x80\x80", "\xbf\xbf", "z"}) {
          std::string text = before;
          text += static_cast<char>(first);
          text += static_cast<char>(second);
          text += rest;
          EXPECT_EQ(Parses(text), !text::FindIllFormed(text).has_value())
              << std::hex << first << " " << second << " " << rest;
        }
      }
    }
  }
}

}  // namespace
}  // namespace footnote::rpc
