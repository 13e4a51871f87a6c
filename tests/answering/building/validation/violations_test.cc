#include "service/answering/building/validation/violations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace footnote::answering::building {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(FieldPathTest, TheRootIsEmpty) { EXPECT_EQ(FieldPath().ToString(), ""); }

TEST(FieldPathTest, NamesFieldsAndElementsFromTheRootOn) {
  const FieldPath root;
  const FieldPath turn = root.Element("turns", 2);
  const FieldPath user = turn.Field("user");
  const FieldPath hit = user.Element("hits", 0);
  EXPECT_EQ(hit.Field("text").ToString(), "turns[2].user.hits[0].text");
}

TEST(ViolationsTest, KeepsAllInOrder) {
  const FieldPath root;
  Violations violations;
  violations.Add(root.Field("a"), "one");
  violations.Add(root.Field("b"), "two");
  ASSERT_THAT(violations.kept(), SizeIs(2));
  EXPECT_EQ(violations.kept()[0].field, "a");
  EXPECT_EQ(violations.kept()[1].description, "two");
}

TEST(CheckTextTest, TakesTextAndRefusesTheRestWithTheReason) {
  const FieldPath root;
  Violations violations;
  EXPECT_TRUE(violations.CheckText(root.Field("a"), "text"));
  EXPECT_TRUE(violations.CheckText(root.Field("a"), "\u200B"));
  EXPECT_THAT(violations.kept(), IsEmpty());
  EXPECT_FALSE(violations.CheckText(root.Field("a"), ""));
  EXPECT_FALSE(violations.CheckText(root.Field("b"), " \u3000"));
  EXPECT_FALSE(violations.CheckText(root.Field("c"), "ab\xED\xA0\xBD"));
  ASSERT_THAT(violations.kept(), SizeIs(3));
  EXPECT_THAT(violations.kept()[0].description, HasSubstr("empty"));
  EXPECT_THAT(violations.kept()[1].description, HasSubstr("white space"));
  EXPECT_THAT(violations.kept()[2].description, HasSubstr("UTF-8 at byte 2"));
}

TEST(CheckWellFormedTest, TakesEmptyAndBlank) {
  Violations violations;
  EXPECT_TRUE(violations.CheckWellFormed(FieldPath(), ""));
  EXPECT_TRUE(violations.CheckWellFormed(FieldPath(), " "));
}

struct JsonCase {
  const char* name;
  std::string json;
  const char* problem;  // nullptr if it is fine
};

std::string Nested(int levels) {
  std::string json = "{\"a\":";
  json.append(levels, '[').append(levels, ']');
  return json + "}";
}

class CheckJsonObjectTest : public testing::TestWithParam<JsonCase> {};

TEST_P(CheckJsonObjectTest, TakesObjectsOnly) {
  Violations violations;
  const bool ok = violations.CheckJsonObject(FieldPath(), GetParam().json);
  EXPECT_EQ(ok, GetParam().problem == nullptr);
  if (GetParam().problem == nullptr) {
    EXPECT_THAT(violations.kept(), IsEmpty());
  } else {
    ASSERT_THAT(violations.kept(), SizeIs(1));
    EXPECT_THAT(violations.kept()[0].description, HasSubstr(GetParam().problem));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Texts, CheckJsonObjectTest,
    testing::Values(
        JsonCase{"EmptyObject", "{}", nullptr},
        JsonCase{"SpacedObject", " {\n\"a\" : [1, 2.5e3, null, true]\t} ", nullptr},
        JsonCase{"Escapes", R"({"a":"\u5927\ud83d\ude00\n"})", nullptr},
        JsonCase{"Nested200Deep", Nested(200), nullptr},
        JsonCase{"Nested5000Deep", Nested(5000), "JSON"},
        JsonCase{"NestedAMillionDeep", Nested(1000000), "JSON"}, JsonCase{"Empty", "", "JSON"},
        JsonCase{"Blank", " ", "JSON"}, JsonCase{"Array", "[{}]", "not a JSON object"},
        JsonCase{"String", "\"{}\"", "not a JSON object"},
        JsonCase{"Null", "null", "not a JSON object"}, JsonCase{"Cut", R"({"a":)", "JSON"},
        JsonCase{"TwoObjects", "{}{}", "JSON"}, JsonCase{"TextBehind", "{} x", "JSON"},
        JsonCase{"TrailingComma", R"({"a":1,})", "JSON"},
        JsonCase{"LineFeedInAString", "{\"a\":\"\n\"}", "JSON"},
        JsonCase{"NulInAString", std::string("{\"a\":\"\0\"}", 9), "JSON"},
        JsonCase{"NulBehind", std::string("{}\0", 3), "JSON"},
        // B46
        JsonCase{"LoneHighSurrogate", R"({"a":"\ud83d"})", "surrogate"},
        JsonCase{"LoneLowSurrogate", R"({"a":"x\ude00"})", "surrogate"},
        JsonCase{"TwoHighSurrogates", R"({"a":"\ud83d\ud83d\ude00"})", "surrogate"},
        JsonCase{"SurrogatePair", R"({"a":"\ud83d\ude00"})", nullptr},
        JsonCase{"EscapedBackslashBeforeU", R"({"a":"\\ud83d"})", nullptr},
        JsonCase{"NumberOfAnySize", R"({"a":1e999,"b":123456789012345678901})", nullptr},
        JsonCase{"SurrogateInUtf8", "{\"a\":\"\xED\xA0\xBD\"}", "JSON"},
        JsonCase{"IllFormedKey", "{\"\x80\":1}", "JSON"}),
    [](const testing::TestParamInfo<JsonCase>& info) { return info.param.name; });

TEST(CheckJsonObjectOfTypeTest, WantsTheTypeAndNoOther) {
  const FieldPath root;
  Violations violations;
  EXPECT_TRUE(violations.CheckJsonObjectOfType(root, R"({"a":1,"type":"thinking"})", "thinking"));
  EXPECT_TRUE(violations.CheckJsonObjectOfType(root, R"({"type":"th\u0069nking"})", "thinking"));
  EXPECT_THAT(violations.kept(), IsEmpty());
  EXPECT_FALSE(violations.CheckJsonObjectOfType(root, "{}", "thinking"));
  EXPECT_FALSE(violations.CheckJsonObjectOfType(root, "{}", ""));
  EXPECT_FALSE(violations.CheckJsonObjectOfType(root, R"({"type":null})", "thinking"));
  EXPECT_FALSE(violations.CheckJsonObjectOfType(root, R"({"a":{"type":"thinking"}})", "thinking"));
  EXPECT_FALSE(violations.CheckJsonObjectOfType(root, R"({"type":"text"})", "thinking"));
  // Which of the two the API takes is its own affair.
  EXPECT_FALSE(
      violations.CheckJsonObjectOfType(root, R"({"type":"thinking","type":"text"})", "thinking"));
  EXPECT_FALSE(
      violations.CheckJsonObjectOfType(root, R"({"type":"text","type":"thinking"})", "thinking"));
  ASSERT_THAT(violations.kept(), SizeIs(7));
  EXPECT_THAT(violations.kept()[0].description, HasSubstr("`type` \"thinking\""));
}

TEST(CheckIdentifierTest, TakesTheAlphabetAndLengthOfTheApi) {
  const FieldPath root;
  Violations violations;
  EXPECT_TRUE(violations.CheckIdentifier(root, "aZ09_-", 64));
  EXPECT_TRUE(violations.CheckIdentifier(root, std::string(64, 'a'), 64));
  EXPECT_THAT(violations.kept(), IsEmpty());
  for (const std::string& value :
       {std::string(), std::string(65, 'a'), std::string("a b"), std::string("a.b"),
        std::string("名"), std::string("a\0", 2), std::string("a\n"), std::string("\x80")}) {
    EXPECT_FALSE(violations.CheckIdentifier(root, value, 64)) << value;
  }
  EXPECT_THAT(violations.kept()[0].description, HasSubstr("1 to 64"));
}

}  // namespace
}  // namespace footnote::answering::building
