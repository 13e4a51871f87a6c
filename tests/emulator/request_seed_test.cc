// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request_seed.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/emulator/requests.h"

namespace footnote::emulator {
namespace {

uint64_t SeedOf(const std::string& body) { return RequestSeed(Post(body)); }

TEST(RequestSeedTest, DoesNotDependOnTheStreamField) {
  const uint64_t seed = SeedOf(R"({"model":"m", "max_tokens":1})");
  for (const char* body : {R"({"stream":true,"model":"m", "max_tokens":1})",
                           R"({"stream" : false , "model":"m", "max_tokens":1})",
                           R"({"model":"m","stream":true, "max_tokens":1})",
                           R"({"model":"m", "max_tokens":1,"stream":true})",
                           R"({"model":"m", "max_tokens":1, "stream": true})"}) {
    EXPECT_EQ(SeedOf(body), seed) << body;
  }
}

TEST(RequestSeedTest, DependsOnTheRestOfTheRequest) {
  const char* const bodies[] = {"",
                                "{}",
                                R"({"a":"stream"})",
                                R"({"a":"\"stream\":true"})",
                                R"({"a":"\"stream\":false"})",
                                R"({"stream":1})",
                                R"({"stream":2})",
                                R"("stream")",
                                R"("stream":)"};
  for (const char* one : bodies) {
    for (const char* other : bodies) {
      EXPECT_EQ(SeedOf(one) == SeedOf(other), one == other) << one << "\n" << other;
    }
  }
  HttpRequest request = Post("{}");
  request.target = "/v1/messages?beta=true";
  EXPECT_NE(RequestSeed(request), SeedOf("{}"));
}

TEST(RequestSeedTest, AcceptsEveryPrefixOfABody) {
  const std::string body = R"(  {"stream" : true , "stream":false})";
  for (size_t size = 0; size <= body.size(); ++size) SeedOf(body.substr(0, size));
}

}  // namespace
}  // namespace footnote::emulator
