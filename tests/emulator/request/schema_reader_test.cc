// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/schema_reader.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/emulator/request/json_document.h"

namespace footnote::emulator {
namespace {

using Step = SchemaReader::Step;

std::string ProblemOf(const SchemaReader& reader) {
  return reader.failed() ? reader.problem() : "ok";
}

// Returns the problem that `read` reports for the value `json`, or "ok".
std::string ValueProblem(std::string_view json,
                         const std::function<void(SchemaReader&, Json)>& read) {
  const JsonDocument document(json);
  SchemaReader reader;
  read(reader, document.root());
  return ProblemOf(reader);
}

// Returns the problem that `read` reports for the object `json`, or "ok".
std::string ObjectProblem(std::string_view json, const std::function<void(ObjectReader&)>& read) {
  return ValueProblem(json, [&read](SchemaReader& reader, Json value) {
    ObjectReader object(reader, value);
    read(object);
  });
}

TEST(SchemaReaderTest, AProblemStartsWithThePathOfItsPosition) {
  SchemaReader reader;
  {
    Step tools(reader, "tools");
    Step index(reader, 0);
    { Step custom(reader, "custom"); }
    Step name(reader, "name");
    reader.Fail("Field required");
  }
  EXPECT_EQ(ProblemOf(reader), "tools.0.name: Field required");
}

TEST(SchemaReaderTest, AProblemWithoutAPathHasOnlyItsReason) {
  SchemaReader reader;
  { Step step(reader, "tools"); }
  reader.Fail("bad");
  EXPECT_EQ(ProblemOf(reader), "bad");
}

TEST(SchemaReaderTest, OnlyTheFirstProblemIsReported) {
  SchemaReader reader;
  reader.Fail("first");
  reader.Fail("second");
  EXPECT_EQ(ProblemOf(reader), "first");
}

TEST(SchemaReaderTest, AFieldWithoutANameIsNotAnIndexInThePath) {
  SchemaReader reader;
  Step metadata(reader, "metadata");
  Step unnamed(reader, "");
  reader.Fail("bad");
  EXPECT_EQ(ProblemOf(reader), "metadata.: bad");
}

TEST(SchemaReaderTest, ReadsValuesOfTheExpectedType) {
  const JsonDocument json(R"(["a",true,-5,1,0.5,["x","y"]])");
  SchemaReader reader;
  const std::vector<Json> items = ReadList(reader, json.root());
  ASSERT_EQ(items.size(), 6);
  EXPECT_EQ(ReadString(reader, items[0]), "a");
  EXPECT_TRUE(ReadBool(reader, items[1]));
  EXPECT_EQ(ReadInteger(reader, items[2]), -5);
  EXPECT_EQ(ReadNumber(reader, items[3]), 1.0);
  EXPECT_EQ(ReadNumber(reader, items[4]), 0.5);
  EXPECT_EQ(ReadStringList(reader, items[5]), (std::vector<std::string_view>{"x", "y"}));
  EXPECT_EQ(ProblemOf(reader), "ok");
}

TEST(SchemaReaderTest, ReportsValuesOfAnotherType) {
  EXPECT_EQ(ValueProblem("1", ReadString), "Input should be a valid string");
  EXPECT_EQ(ValueProblem("null", ReadString), "Input should be a valid string");
  EXPECT_EQ(ValueProblem("\"true\"", ReadBool), "Input should be a valid boolean");
  EXPECT_EQ(ValueProblem("1.5", ReadInteger), "Input should be a valid integer");
  EXPECT_EQ(ValueProblem("9223372036854775808", ReadInteger), "Input should be a valid integer");
  EXPECT_EQ(ValueProblem("\"1\"", ReadNumber), "Input should be a valid number");
  EXPECT_EQ(ValueProblem("{}", ReadList), "Input should be a valid list");
  EXPECT_EQ(ValueProblem(R"(["a",1])", ReadStringList), "1: Input should be a valid string");
}

TEST(SchemaReaderTest, AcceptsTheLargestInteger) {
  const JsonDocument json("9223372036854775807");
  SchemaReader reader;
  EXPECT_EQ(ReadInteger(reader, json.root()), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(ProblemOf(reader), "ok");
}

TEST(SchemaReaderTest, AChoiceListsTheAlternatives) {
  const auto problem = [](std::string_view value, std::initializer_list<std::string_view> choices) {
    SchemaReader reader;
    EXPECT_EQ(CheckChoice(reader, value, choices), value);
    return ProblemOf(reader);
  };
  EXPECT_EQ(problem("b", {"a", "b"}), "ok");
  EXPECT_EQ(problem("x", {"a"}), "Input should be 'a'");
  EXPECT_EQ(problem("x", {"a", "b"}), "Input should be 'a' or 'b'");
  EXPECT_EQ(problem("x", {"a", "b", "c"}), "Input should be 'a', 'b' or 'c'");
}

TEST(SchemaReaderTest, ATagIsTheTypeOfAnObject) {
  const auto problem = [](std::string_view json) {
    return ValueProblem(json, [](SchemaReader& reader, Json value) {
      const std::string_view tag = ReadTag(reader, value, {"a", "b"});
      EXPECT_EQ(tag, reader.failed() ? "" : "b");
    });
  };
  EXPECT_EQ(problem(R"({"type":"b"})"), "ok");
  EXPECT_EQ(problem("[]"), "Input should be a valid dictionary");
  EXPECT_EQ(problem("{}"), "type: Field required");
  EXPECT_EQ(problem(R"({"type":1})"), "type: Input should be a valid string");
  EXPECT_EQ(problem(R"({"type":"c"})"),
            "Input tag 'c' found using 'type' does not match any of the expected tags: 'a', 'b'");
}

TEST(ObjectReaderTest, ReportsAValueThatIsNotAnObject) {
  EXPECT_EQ(ObjectProblem("[]",
                          [](ObjectReader& object) {
                            EXPECT_FALSE(object.Find("a").has_value());
                            object.Finish();
                          }),
            "Input should be a valid dictionary");
}

TEST(ObjectReaderTest, FindsTheLastOfTwoFieldsWithOneName) {
  EXPECT_EQ(ObjectProblem(R"({"a":1,"a":2})",
                          [](ObjectReader& object) { EXPECT_EQ(object.RequiredInteger("a"), 2); }),
            "ok");
}

TEST(ObjectReaderTest, OnlyFindNonNullTreatsNullAsAbsent) {
  EXPECT_EQ(ObjectProblem(R"({"a":null})",
                          [](ObjectReader& object) {
                            EXPECT_TRUE(object.Find("a").has_value());
                            EXPECT_TRUE(object.Require("a").has_value());
                            EXPECT_FALSE(object.FindNonNull("a").has_value());
                          }),
            "ok");
}

struct FieldCase {
  const char* name;
  std::function<void(ObjectReader&)> read;  // Reads the field "a".
  const char* absent;                       // The problem if the field is absent.
  const char* null;                         // The problem if its value is null.
  const char* list;                         // The problem if its value is a list.
};

std::ostream& operator<<(std::ostream& out, const FieldCase& c) { return out << c.name; }

class FieldTest : public testing::TestWithParam<FieldCase> {};

TEST_P(FieldTest, ReportsAbsentNullAndWrongValues) {
  const FieldCase& c = GetParam();
  EXPECT_EQ(ObjectProblem("{}", c.read), c.absent);
  EXPECT_EQ(ObjectProblem(R"({"a":null})", c.read), c.null);
  EXPECT_EQ(ObjectProblem(R"({"a":[]})", c.read), c.list);
}

constexpr char kRequired[] = "a: Field required";
constexpr char kString[] = "a: Input should be a valid string";
constexpr char kInteger[] = "a: Input should be a valid integer";
constexpr char kDictionary[] = "a: Input should be a valid dictionary";
constexpr char kBoolean[] = "a: Input should be a valid boolean";

INSTANTIATE_TEST_SUITE_P(
    Fields, FieldTest,
    testing::Values(
        FieldCase{"RequiredString", [](ObjectReader& o) { EXPECT_EQ(o.RequiredString("a"), ""); },
                  kRequired, kString, kString},
        FieldCase{"OptionalString", [](ObjectReader& o) { o.OptionalString("a"); }, "ok", kString,
                  kString},
        FieldCase{"NullableString", [](ObjectReader& o) { o.NullableString("a"); }, "ok", "ok",
                  kString},
        FieldCase{"RequiredInteger", [](ObjectReader& o) { EXPECT_EQ(o.RequiredInteger("a"), 0); },
                  kRequired, kInteger, kInteger},
        FieldCase{"OptionalInteger", [](ObjectReader& o) { o.OptionalInteger("a"); }, "ok",
                  kInteger, kInteger},
        FieldCase{"OptionalBool", [](ObjectReader& o) { o.OptionalBool("a"); }, "ok", kBoolean,
                  kBoolean},
        FieldCase{"RequiredDictionary",
                  [](ObjectReader& o) { EXPECT_EQ(o.RequiredDictionary("a"), ""); }, kRequired,
                  kDictionary, kDictionary},
        FieldCase{"OptionalDictionary", [](ObjectReader& o) { o.OptionalDictionary("a"); }, "ok",
                  "ok", kDictionary}),
    [](const testing::TestParamInfo<FieldCase>& info) { return std::string(info.param.name); });

TEST(ObjectReaderTest, TheSizeOfAStringIsInCodePoints) {
  struct {
    std::string_view json;
    std::string_view problem;
  } const cases[] = {
      {R"({"a":"題"})", "a: String should have at least 2 characters"},
      {R"({"a":"題題"})", "ok"},
      {R"({"a":"題題題"})", "ok"},
      {R"({"a":"題題題題"})", "a: String should have at most 3 characters"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(ObjectProblem(c.json, [](ObjectReader& o) { o.RequiredStringOfSize("a", 2, 3); }),
              c.problem)
        << c.json;
    EXPECT_EQ(ObjectProblem(c.json, [](ObjectReader& o) { o.NullableStringOfSize("a", 2, 3); }),
              c.problem)
        << c.json;
  }
}

TEST(ObjectReaderTest, ANonEmptyStringMayBeNullAndHasNoMaximumSize) {
  const auto read = [](ObjectReader& object) { object.NullableNonEmpty("a"); };
  EXPECT_EQ(ObjectProblem(R"({"a":null})", read), "ok");
  EXPECT_EQ(ObjectProblem(R"({"a":""})", read), "a: String should have at least 1 character");
  EXPECT_EQ(ObjectProblem(R"({"a":")" + std::string(100'000, 'x') + "\"}", read), "ok");
}

TEST(ObjectReaderTest, AnIntegerIsAtLeastTheMinimum) {
  const auto read = [](ObjectReader& object) { object.RequiredIntegerFrom("a", 1); };
  EXPECT_EQ(ObjectProblem(R"({"a":1})", read), "ok");
  EXPECT_EQ(ObjectProblem(R"({"a":0})", read), "a: Input should be greater than or equal to 1");
}

TEST(ObjectReaderTest, ReturnsADictionaryAsJsonWithoutWhiteSpace) {
  EXPECT_EQ(ObjectProblem(R"({"a": { "b" : [ 1 ] }})",
                          [](ObjectReader& object) {
                            EXPECT_EQ(object.RequiredDictionary("a"), R"({"b":[1]})");
                          }),
            "ok");
}

TEST(ObjectReaderTest, RejectsTheFirstFieldThatWasNotReadOrPermitted) {
  const std::string_view json = R"({"read":1,"allowed":2,"x":3,"y":4})";
  EXPECT_EQ(ObjectProblem(json,
                          [](ObjectReader& object) {
                            object.OptionalInteger("read");
                            object.Allow("allowed");
                            object.Finish();
                          }),
            "x: Extra inputs are not permitted");
  EXPECT_EQ(ObjectProblem(json,
                          [](ObjectReader& object) {
                            for (const char* name : {"read", "allowed", "x", "y"}) {
                              object.Allow(name);
                            }
                            object.Finish();
                          }),
            "ok");
}

}  // namespace
}  // namespace footnote::emulator
