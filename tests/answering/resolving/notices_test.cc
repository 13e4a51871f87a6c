// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/notices.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace footnote::answering::resolving {
namespace {

TEST(NoticeTextTest, EveryKindHasADifferentMessage) {
  std::set<std::string> texts;
  for (int kind = v1::Notice::Kind_MIN; kind <= v1::Notice::Kind_MAX; ++kind) {
    if (kind == v1::Notice::KIND_UNSPECIFIED || !v1::Notice::Kind_IsValid(kind)) continue;
    const std::string text = NoticeText(static_cast<v1::Notice::Kind>(kind));
    EXPECT_NE(text, "") << kind;
    EXPECT_TRUE(texts.insert(text).second) << text;
  }
}

TEST(NoticeTextTest, AnUnknownKindHasAnEmptyMessage) {
  EXPECT_STREQ(NoticeText(v1::Notice::KIND_UNSPECIFIED), "");
}

}  // namespace
}  // namespace footnote::answering::resolving
