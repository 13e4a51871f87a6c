// SPDX-License-Identifier: Apache-2.0
#include "service/messages/json/canonical_json.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "tests/messages/random_json.h"

namespace footnote::messages {
namespace {

std::string Canonical(const std::string& json) {
  std::string out;
  AppendCanonicalJson(json, &out);
  return out;
}

std::string CanonicalText(const std::string& text) {
  std::string out;
  AppendCanonicalString(text, &out);
  return out;
}

TEST(CanonicalJsonTest, OnlyWhiteSpaceBetweenTokensIsRemoved) {
  EXPECT_EQ(Canonical(" { \"b\" :\t[ 1 , -0.50E+3 , { } ] ,\r\n\"a\" : \" x \" , \"b\" : null } "),
            R"({"b":[1,-0.50E+3,{}],"a":" x ","b":null})");
}

TEST(CanonicalJsonTest, EveryCharacterHasOneForm) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("\u0041\/\u002F")", R"("A//")"},
      {R"("\u0022\u005c\"\\")", R"("\"\\\"\\")"},
      {R"("\u000a\u000D\u0009\u0008\u000C\n")", R"("\n\r\t\b\f\n")"},
      {R"("\u0000\u001F\u007f")", "\"\\u0000\\u001f\x7f\""},
      {R"("\u00e9\u5927\u2028")", "\"\u00e9\u5927\u2028\""},
      {R"("\ud83d\ude00\uD83D\uDE00")", "\"\U0001f600\U0001f600\""},
      {R"("\uD83D x \uDE00")", R"("\ud83d x \ude00")"},
      {R"("\uDE00\uD83D")", R"("\ude00\ud83d")"},
      {R"("\ud83d\ud83d\ude00")", "\"\\ud83d\U0001f600\""},
      {R"({"\u0061\ud83d" : 1})", R"({"a\ud83d":1})"},
  };
  for (const auto& [json, canonical] : cases) EXPECT_EQ(Canonical(json), canonical) << json;
}

TEST(CanonicalJsonTest, TextWithHalvesHasTheFormOfItsEscapeSequences) {
  EXPECT_EQ(CanonicalText("a\"\n\x01"), R"("a\"\n\u0001")");
  EXPECT_EQ(CanonicalText("\xed\xa0\xbd\xed\xb8\x80"), "\"\U0001f600\"");
  EXPECT_EQ(CanonicalText("\xed\xa0\xbd\xed\xa0\xbd\xed\xb8\x80"), "\"\\ud83d\U0001f600\"");
  EXPECT_EQ(CanonicalText("x\xed\xb8\x80\xed\xa0\xbd"), R"("x\ude00\ud83d")");
  EXPECT_EQ(CanonicalText("\ud55c\xed"), "\"\ud55c\xed\"");
}

TEST(CanonicalJsonTest, AllFormsOfAValueHaveTheSameCanonicalForm) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const JsonValue value = RandomObject(random, 3);
    const std::string canonical = Canonical(WriteJsonUtf8(value, random));
    const std::string json = WriteJsonUtf8(value, random);
    ASSERT_EQ(Canonical(json), canonical) << json;
    ASSERT_EQ(Canonical(canonical), canonical);
    const absl::StatusOr<std::string> object = CanonicalObject(json);
    ASSERT_TRUE(object.ok()) << json;
    ASSERT_EQ(*object, canonical);
  }
}

TEST(CanonicalJsonTest, ValuesThatAreNotObjectsAreRefusedWithoutQuotingThem) {
  for (const char* json : {"", "canary", "[]", "\"canary\"", "1", "{", "{\"canary\":}", "{} {}",
                           "{\"canary\":\"\xff\"}", "{\"canary\":\"\\q\"}"}) {
    const absl::Status status = CanonicalObject(json).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << json;
    EXPECT_FALSE(absl::StrContains(status.message(), "canary")) << json;
  }
  EXPECT_EQ(*CanonicalObject(" { } "), "{}");
}

}  // namespace
}  // namespace footnote::messages
