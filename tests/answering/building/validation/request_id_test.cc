// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/request_id.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

v1::AnswerRequest WithId(const std::string& id) {
  v1::AnswerRequest request = TwoHits();
  request.set_request_id(id);
  return request;
}

TEST(RequestIdTest, PrintableAsciiOfUpTo128CharactersIsValid) {
  for (const std::string& id :
       {std::string(), std::string("0f8a-1"), std::string(" ~"), std::string(128, 'x')}) {
    EXPECT_TRUE(BuildRequest(WithId(id), TestDefaults()).ok()) << id;
  }
}

TEST(RequestIdTest, IsNotSentToTheApi) {
  EXPECT_EQ(MustBuild(WithId("canary")).json, MustBuild(TwoHits()).json);
}

TEST(RequestIdTest, OtherCharactersAreViolations) {
  for (const std::string& id :
       {std::string("a\nb"), std::string("a\x7F"), std::string("\0", 1), std::string("é")}) {
    EXPECT_THAT(ViolationsOf(WithId(id)),
                testing::ElementsAre(HasReason("request_id", v1::INVALID_CHARACTERS)));
  }
}

TEST(RequestIdTest, ALongerIdIsAViolation) {
  EXPECT_THAT(ViolationsOf(WithId(std::string(129, 'x'))),
              testing::ElementsAre(HasReason("request_id", v1::TOO_LONG)));
}

}  // namespace
}  // namespace footnote::answering::building
