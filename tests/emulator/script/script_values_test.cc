// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/script/script_values.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>

namespace footnote::emulator {
namespace {

ScriptPair Pair(const std::string& value) { return {"key", value}; }

TEST(ScriptValuesTest, NumberIsAnIntegerInTheRange) {
  EXPECT_EQ(*ReadNumber(Pair("1"), 1, 3), 1);
  EXPECT_EQ(*ReadNumber(Pair("3"), 1, 3), 3);
  for (const char* value : {"0", "4", "-1", "1.5", "2x", " 2", "+2", "", "99999999999999999999"}) {
    const absl::Status status = ReadNumber(Pair(value), 1, 3).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << value;
    EXPECT_EQ(status.message(),
              "key must be an integer from 1 to 3, not '" + std::string(value) + "'");
  }
}

TEST(ScriptValuesTest, CountHasAMinimumAndALargestValue) {
  size_t count = 0;
  EXPECT_TRUE(ReadCount(Pair("1099511627776"), 1, &count).ok());
  EXPECT_EQ(count, size_t{1} << 40);
  EXPECT_FALSE(ReadCount(Pair("1099511627777"), 1, &count).ok());
  EXPECT_FALSE(ReadCount(Pair("0"), 1, &count).ok());
}

TEST(ScriptValuesTest, MalformedOptionalCountLeavesTheResultUnset) {
  std::optional<size_t> count;
  EXPECT_FALSE(ReadCount(Pair("x"), 0, &count).ok());
  EXPECT_FALSE(count.has_value());
  EXPECT_TRUE(ReadCount(Pair("0"), 0, &count).ok());
  EXPECT_EQ(count, 0u);
}

TEST(ScriptValuesTest, RepeatsAndDelaysAreLimited) {
  size_t repeats = 0;
  EXPECT_TRUE(ReadRepeats(Pair("100000"), &repeats).ok());
  EXPECT_EQ(repeats, 100'000u);
  EXPECT_FALSE(ReadRepeats(Pair("100001"), &repeats).ok());
  std::chrono::milliseconds delay{0};
  EXPECT_TRUE(ReadDelay(Pair("600000"), &delay).ok());
  EXPECT_EQ(delay, std::chrono::minutes(10));
  EXPECT_FALSE(ReadDelay(Pair("600001"), &delay).ok());
}

TEST(ScriptValuesTest, BooleansAndSwitchesHaveTwoValues) {
  bool value = false;
  EXPECT_TRUE(ReadBool(Pair("true"), &value).ok());
  EXPECT_TRUE(value);
  EXPECT_TRUE(ReadBool(Pair("false"), &value).ok());
  EXPECT_FALSE(value);
  EXPECT_EQ(ReadBool(Pair("1"), &value).message(), "key must be true or false, not '1'");
  EXPECT_TRUE(ReadSwitch(Pair("on"), "on", "off", &value).ok());
  EXPECT_TRUE(value);
  EXPECT_EQ(ReadSwitch(Pair("x"), "on", "off", &value).message(), "key must be on or off, not 'x'");
}

TEST(ScriptValuesTest, EnumIsOneOfItsNames) {
  constexpr ScriptEnum<int> kValues[] = {{"a", 1}, {"b", 2}, {"c", 3}};
  int value = 0;
  EXPECT_TRUE(ReadEnum(Pair("c"), kValues, &value).ok());
  EXPECT_EQ(value, 3);
  EXPECT_EQ(ReadEnum(Pair("d"), kValues, &value).message(), "key must be a, b or c, not 'd'");
  EXPECT_EQ(value, 3);
}

struct Flags {
  bool a = false;
  bool b = false;
};

constexpr ScriptEnum<bool Flags::*> kFlags[] = {{"a", &Flags::a}, {"b", &Flags::b}};

TEST(ScriptValuesTest, FlagsAreNamesSeparatedByCommas) {
  Flags one;
  EXPECT_TRUE(ReadFlags(Pair("b"), kFlags, &one).ok());
  EXPECT_TRUE(one.b && !one.a);
  Flags both;
  EXPECT_TRUE(ReadFlags(Pair("a,b"), kFlags, &both).ok());
  EXPECT_TRUE(both.a && both.b);
}

TEST(ScriptValuesTest, UnknownOrEmptyFlagIsAnError) {
  for (const char* value : {"c", "a,", ",a", "a b", ""}) {
    Flags flags;
    EXPECT_FALSE(ReadFlags(Pair(value), kFlags, &flags).ok()) << value;
  }
}

TEST(ScriptValuesTest, KeyIsAppliedByItsRow) {
  constexpr ScriptKey<std::string> kKeys[] = {
      {"first", [](const ScriptPair&, std::string*) { return absl::OkStatus(); }},
      {"key",
       [](const ScriptPair& pair, std::string* out) {
         *out = pair.value;
         return absl::OkStatus();
       }},
  };
  std::string value;
  const std::optional<absl::Status> applied = ApplyKey(Pair("x"), kKeys, &value);
  ASSERT_TRUE(applied.has_value());
  EXPECT_TRUE(applied->ok());
  EXPECT_EQ(value, "x");
  EXPECT_FALSE(ApplyKey({"other", "x"}, kKeys, &value).has_value());
  EXPECT_EQ(NamesOf(kKeys), "first, key");
}

}  // namespace
}  // namespace footnote::emulator
