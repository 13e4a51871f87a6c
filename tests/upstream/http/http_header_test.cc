// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/http_header.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/string_view.h"

namespace footnote::upstream {
namespace {

TEST(IsValidHeaderNameTest, TokensAreValid) {
  for (const char* name : {"x", "anthropic-beta", "X-Api-Key", "a_b", "x!#$%&'*+-.^`|~9"}) {
    EXPECT_TRUE(IsValidHeaderName(name)) << name;
  }
}

TEST(IsValidHeaderNameTest, AnythingElseIsNot) {
  for (const char* name : {"", " ", "a b", "a:", ":path", "a\n", "a\r\nb", "a\"", "\xC3\xA9"}) {
    EXPECT_FALSE(IsValidHeaderName(name)) << name;
  }
  EXPECT_FALSE(IsValidHeaderName(absl::string_view("a\0b", 3)));
}

TEST(IsValidHeaderValueTest, TextIsValid) {
  for (const char* value : {"", "plain", "a, b;c=\"d\"", "with\ttab", "\xE8\xAA\x9E"}) {
    EXPECT_TRUE(IsValidHeaderValue(value)) << value;
  }
}

TEST(IsValidHeaderValueTest, ControlCharactersAreNot) {
  for (const char* value : {"a\nb", "a\rb", "a\r\nx: y", "\n", "a\x01", "a\x7F"}) {
    EXPECT_FALSE(IsValidHeaderValue(value)) << value;
  }
  EXPECT_FALSE(IsValidHeaderValue(absl::string_view("a\0b", 3)));
}

TEST(IsReservedHeaderTest, CoversOwnCredentialAndFramingHeadersInAnyCase) {
  for (const char* name :
       {"x-api-key", "X-API-Key", "authorization", "content-type", "Content-Length",
        "transfer-encoding", "host", "connection", "anthropic-version", "accept", "accept-encoding",
        "user-agent", "expect", "proxy-authorization"}) {
    EXPECT_TRUE(IsReservedHeader(name)) << name;
  }
}

TEST(IsReservedHeaderTest, LeavesTheRestFree) {
  for (const char* name : {"anthropic-beta", "traceparent", "x-request-id", "", "x-api-key-2"}) {
    EXPECT_FALSE(IsReservedHeader(name)) << name;
  }
}

}  // namespace
}  // namespace footnote::upstream
