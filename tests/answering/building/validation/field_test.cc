// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/field.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "tests/answering/building/content/rule_testing.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// A root field with its violations.
struct Root {
  Violations violations;
  Field field{&violations};
};

TEST(FieldTest, ThePathOfTheMessageIsEmpty) {
  Root root;
  EXPECT_EQ(root.field.Path(), "");
}

TEST(FieldTest, APathNamesFieldsAndElementsFromTheMessage) {
  Root root;
  const Field turn = root.field.Element("turns", 2);
  const Field user = turn.Child("user");
  const Field search_result = user.Element("search_results", 0);
  EXPECT_EQ(search_result.Child("text").Path(), "turns[2].user.search_results[0].text");
}

TEST(FieldTest, AViolationHasThePathOfItsField) {
  Root root;
  root.field.Child("a").Add(v1::EMPTY, "one");
  root.field.Element("b", 3).Add(v1::TOO_LONG, "two");
  EXPECT_THAT(root.violations.kept(), ElementsAre(ViolatesRule("a", "EMPTY", "one"),
                                                  ViolatesRule("b[3]", "TOO_LONG", "two")));
}

TEST(FieldTest, AChildReportsToTheViolationsOfItsParent) {
  Root root;
  EXPECT_EQ(root.field.violations(), &root.violations);
  EXPECT_EQ(root.field.Child("a").violations(), &root.violations);
}

TEST(ViolationsTest, KeepsAllInOrder) {
  Violations violations;
  violations.Add("a", v1::EMPTY, "one");
  violations.Add("b", v1::REQUIRED, "two");
  EXPECT_EQ(violations.count(), 2u);
  EXPECT_THAT(violations.kept(),
              ElementsAre(ViolatesRule("a", "EMPTY", "one"), ViolatesRule("b", "REQUIRED", "two")));
}

TEST(ViolationsTest, CountsMoreThanItKeeps) {
  Violations violations;
  for (int i = 0; i < 1000; ++i) violations.Add(std::to_string(i), v1::EMPTY, "");
  EXPECT_EQ(violations.count(), 1000u);
  ASSERT_THAT(violations.kept(), SizeIs(200));
  EXPECT_EQ(violations.kept()[199].field, "199");
}

TEST(CheckTextTest, AcceptsTextThatIsNotBlank) {
  Root root;
  EXPECT_TRUE(root.field.CheckText("text"));
  EXPECT_TRUE(root.field.CheckText("\u200B"));
  EXPECT_THAT(root.violations.kept(), IsEmpty());
}

TEST(CheckTextTest, RejectsEmptyBlankAndIllFormedText) {
  Root root;
  EXPECT_FALSE(root.field.Child("a").CheckText(""));
  EXPECT_FALSE(root.field.Child("b").CheckText(" \u3000"));
  EXPECT_FALSE(root.field.Child("c").CheckText("ab\xED\xA0\xBD"));
  EXPECT_THAT(
      root.violations.kept(),
      ElementsAre(ViolatesRule("a", "EMPTY", "is empty"), ViolatesRule("b", "EMPTY", "white space"),
                  ViolatesRule("c", "INVALID_UTF8", "UTF-8 at byte 2")));
}

TEST(CheckWellFormedTest, AcceptsEmptyAndBlankText) {
  Root root;
  EXPECT_TRUE(root.field.CheckWellFormed(""));
  EXPECT_TRUE(root.field.CheckWellFormed(" "));
  EXPECT_THAT(root.violations.kept(), IsEmpty());
}

TEST(CheckLengthTest, TheLimitIsInclusiveAndInBytes) {
  Root root;
  EXPECT_TRUE(root.field.CheckLength("", 3));
  EXPECT_TRUE(root.field.CheckLength("円", 3));
  EXPECT_FALSE(root.field.Child("a").CheckLength("円x", 3));
  EXPECT_FALSE(root.field.Child("b").CheckLength("\x80", 3));
  EXPECT_THAT(root.violations.kept(),
              ElementsAre(ViolatesRule("a", "TOO_LONG", "has 4 bytes; must have at most 3"),
                          ViolatesRule("b", "INVALID_UTF8", "byte 0")));
}

struct JsonCase {
  const char* name;
  std::string json;
  const char* problem;  // nullptr if the JSON is valid
};

std::string Nested(int levels) {
  std::string json = "{\"a\":";
  json.append(levels, '[').append(levels, ']');
  return json + "}";
}

class CheckJsonObjectTest : public testing::TestWithParam<JsonCase> {};

TEST_P(CheckJsonObjectTest, AcceptsOnlyObjects) {
  Root root;
  const bool is_valid = root.field.Child("f").CheckJsonObject(GetParam().json);
  EXPECT_EQ(is_valid, GetParam().problem == nullptr);
  if (GetParam().problem == nullptr) {
    EXPECT_THAT(root.violations.kept(), IsEmpty());
  } else {
    EXPECT_THAT(root.violations.kept(),
                ElementsAre(ViolatesRule("f", "INVALID_JSON", GetParam().problem)));
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
        JsonCase{"Null", "null", "not a JSON object"}, JsonCase{"Incomplete", R"({"a":)", "JSON"},
        JsonCase{"TwoObjects", "{}{}", "JSON"}, JsonCase{"TextAfterTheObject", "{} x", "JSON"},
        JsonCase{"TrailingComma", R"({"a":1,})", "JSON"},
        JsonCase{"LineFeedInAString", "{\"a\":\"\n\"}", "JSON"},
        JsonCase{"NulInAString", std::string("{\"a\":\"\0\"}", 9), "JSON"},
        JsonCase{"NulAfterTheObject", std::string("{}\0", 3), "JSON"},
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

TEST(CheckJsonObjectOfTypeTest, AcceptsAnObjectOfTheType) {
  Root root;
  EXPECT_TRUE(root.field.CheckJsonObjectOfType(R"({"a":1,"type":"thinking"})", "thinking"));
  EXPECT_TRUE(root.field.CheckJsonObjectOfType(R"({"type":"th\u0069nking"})", "thinking"));
  EXPECT_THAT(root.violations.kept(), IsEmpty());
}

TEST(CheckJsonObjectOfTypeTest, RejectsAnObjectOfNoOrAnotherType) {
  Root root;
  for (const char* json :
       {"{}", R"({"type":null})", R"({"a":{"type":"thinking"}})", R"({"type":"text"})",
        // It is unknown which of the two the API reads.
        R"({"type":"thinking","type":"text"})", R"({"type":"text","type":"thinking"})"}) {
    EXPECT_FALSE(root.field.CheckJsonObjectOfType(json, "thinking")) << json;
  }
  EXPECT_FALSE(root.field.CheckJsonObjectOfType("{}", ""));
  ASSERT_THAT(root.violations.kept(), SizeIs(7));
  EXPECT_THAT(root.violations.kept(),
              testing::Each(ViolatesRule("", "INVALID_JSON_TYPE", "must have the `type` \"")));
}

TEST(CheckJsonObjectOfTypeTest, RejectsInvalidJson) {
  Root root;
  EXPECT_FALSE(root.field.CheckJsonObjectOfType("{", "thinking"));
  EXPECT_THAT(root.violations.kept(), ElementsAre(ViolatesRule("", "INVALID_JSON", "JSON")));
}

TEST(CheckIdentifierTest, AcceptsTheCharactersAndLengthOfTheApi) {
  Root root;
  EXPECT_TRUE(root.field.CheckIdentifier("aZ09_-", 64));
  EXPECT_TRUE(root.field.CheckIdentifier(std::string(64, 'a'), 64));
  EXPECT_THAT(root.violations.kept(), IsEmpty());
}

TEST(CheckIdentifierTest, RejectsOtherCharactersAndLengths) {
  Root root;
  for (const std::string& value :
       {std::string("a b"), std::string("a.b"), std::string("名"), std::string("a\0", 2),
        std::string("a\n"), std::string("\x80")}) {
    EXPECT_FALSE(root.field.CheckIdentifier(value, 64)) << value;
  }
  EXPECT_THAT(root.violations.kept(),
              testing::Each(ViolatesRule("", "INVALID_CHARACTERS", "1 to 64 characters")));
  Root lengths;
  EXPECT_FALSE(lengths.field.CheckIdentifier("", 64));
  EXPECT_FALSE(lengths.field.CheckIdentifier(std::string(65, 'a'), 64));
  EXPECT_THAT(lengths.violations.kept(), ElementsAre(ViolatesRule("", "EMPTY", "1 to 64"),
                                                     ViolatesRule("", "TOO_LONG", "1 to 64")));
}

TEST(CheckEnumTest, RejectsAValueThatTheEnumDoesNotDeclare) {
  Root root;
  EXPECT_TRUE(root.field.CheckEnum(1, true));
  EXPECT_THAT(root.violations.kept(), IsEmpty());
  EXPECT_FALSE(root.field.Child("mode").CheckEnum(7, false));
  EXPECT_THAT(root.violations.kept(), ElementsAre(ViolatesRule("mode", "UNKNOWN_ENUM_VALUE",
                                                               "is not a known enum value: 7")));
}

TEST(CheckRangeTest, TheRangeIncludesBothEnds) {
  Root root;
  EXPECT_TRUE(root.field.CheckRange(1, 1, 10));
  EXPECT_TRUE(root.field.CheckRange(10, 1, 10));
  EXPECT_THAT(root.violations.kept(), IsEmpty());
  EXPECT_FALSE(root.field.CheckRange(0, 1, 10));
  EXPECT_FALSE(root.field.CheckRange(11, 1, 10));
  EXPECT_THAT(root.violations.kept(),
              ElementsAre(ViolatesRule("", "OUT_OF_RANGE", "is 0; must be from 1 to 10"),
                          ViolatesRule("", "OUT_OF_RANGE", "is 11; must be from 1 to 10")));
}

TEST(CheckRangeTest, TheDescriptionOmitsAMaximumThatEveryInt32Satisfies) {
  Root root;
  EXPECT_FALSE(root.field.CheckRange(0, 1, std::numeric_limits<int32_t>::max()));
  EXPECT_THAT(root.violations.kept(),
              ElementsAre(ViolatesRule("", "OUT_OF_RANGE", "is 0; must be at least 1")));
  EXPECT_TRUE(root.field.CheckRange(1, 1, std::numeric_limits<int32_t>::max()));
}

}  // namespace
}  // namespace footnote::answering::building
