// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/text/stable_hash.h"

#include <gtest/gtest.h>

#include <string>

namespace footnote::emulator {
namespace {

TEST(StableHashTest, DependsOnTheBytesAndTheSeed) {
  EXPECT_EQ(StableHash("", 0), StableHash("", 0));
  EXPECT_NE(StableHash("a", 0), StableHash("b", 0));
  EXPECT_NE(StableHash("a", 0), StableHash("a", 1));
  EXPECT_NE(StableHash("aaaaaaaab", 0), StableHash("aaaaaaaac", 0));
}

TEST(StableHashTest, IdsHaveThePrefixAndDependOnIt) {
  const std::string id = MakeId("msg_01", 7);
  EXPECT_EQ(id, MakeId("msg_01", 7));
  EXPECT_NE(id, MakeId("msg_01", 8));
  EXPECT_EQ(id.substr(0, 6), "msg_01");
  EXPECT_NE(id.substr(6), MakeId("req_01", 7).substr(6));
  EXPECT_EQ(id.size(), 28u);
}

}  // namespace
}  // namespace footnote::emulator
