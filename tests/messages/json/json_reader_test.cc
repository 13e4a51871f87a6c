// SPDX-License-Identifier: Apache-2.0
#include "service/messages/json/json_reader.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace footnote::messages {
namespace {

using Value = JsonReader::Value;

std::string Repeat(absl::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) absl::StrAppend(&result, text);
  return result;
}

absl::Status SkipAll(std::string json) {
  JsonReader reader(std::move(json));
  return reader.ReadObject([&](absl::string_view, Value& value) { reader.Skip(value); });
}

struct StringResult {
  absl::Status status;
  std::optional<std::string> text;
  int ill_formed = 0;
  int wrong_types = 0;
};

// Reads `token` as a string that is the value of an object's only field.
StringResult ReadString(absl::string_view token) {
  JsonReader reader(absl::StrCat("{\"k\":", token, "}"));
  StringResult result;
  result.status = reader.ReadObject([&](absl::string_view, Value& value) {
    if (const std::optional<absl::string_view> text = reader.String(value)) {
      result.text = std::string(text->data(), text->size());
    }
  });
  result.ill_formed = reader.ill_formed_strings();
  result.wrong_types = reader.wrong_types();
  return result;
}

struct IntResult {
  absl::Status status;
  std::optional<int64_t> value;
};

IntResult ReadInt(absl::string_view token) {
  JsonReader reader(absl::StrCat("{\"k\": ", token, " }"));
  IntResult result;
  result.status =
      reader.ReadObject([&](absl::string_view, Value& value) { result.value = reader.Int(value); });
  return result;
}

TEST(JsonReaderTest, MalformedJsonIsAnErrorAtAnyPositionAndInSkippedValues) {
  const std::vector<std::pair<const char*, std::string>> cases = {
      {"nothing", ""},
      {"white space", " \n "},
      {"a NUL", std::string(1, '\0')},
      {"an unclosed object", R"({"a":1)"},
      {"an unclosed array", R"({"a":[1})"},
      {"an array closed by a brace", R"({"a":[1},"b":2})"},
      {"an object closed by a bracket", R"({"a":{"b":1],"c":2})"},
      {"brackets closed in the wrong order", R"({"a":[{"b":1]}})"},
      {"one brace too many", R"({"a":1}})"},
      {"a second document", R"({"a":1}{"b":2})"},
      {"a letter after the end", R"({"a":1} x)"},
      {"a comma after the end", R"({"a":1},)"},
      {"a comma after the last field", R"({"a":1,})"},
      {"a comma before the first field", R"({,"a":1})"},
      {"a comma after the last element", R"({"a":[1,]})"},
      {"two commas", R"({"a":[1,,2]})"},
      {"a missing comma", R"({"a":[1 2]})"},
      {"a missing comma between fields", R"({"a":1 "b":2})"},
      {"a missing colon", R"({"a" 1})"},
      {"a missing value", R"({"a":})"},
      {"a missing key", R"({:1})"},
      {"a key without quotation marks", R"({a:1})"},
      {"a number as key", R"({1:1})"},
      {"a colon in an array", R"({"a":[1:2]})"},
      {"a colon after a string", R"({"a":"b":"c"})"},
      {"a colon after a string in an array", R"({"a":["b":"c"]})"},
      {"a colon after the last string", R"({"a":"b":})"},
      {"a colon after a number", R"({"a":1:2})"},
      {"a colon after an object", R"({"a":{}:2})"},
      {"a colon after a null", R"({"a":null:2})"},
      {"a value after a value", R"({"a":"x"y})"},
      {"a string after a number", R"({"a":1"x"})"},
      {"a partial literal", R"({"a":tru})"},
      {"a literal with more letters", R"({"a":truest})"},
      {"a literal with a capital letter", R"({"a":True})"},
      {"NaN", R"({"a":NaN})"},
      {"a partial null", R"({"a":nul})"},
      {"only a minus sign", R"({"a":-})"},
      {"a plus sign", R"({"a":+1})"},
      {"a leading zero", R"({"a":01})"},
      {"a leading point", R"({"a":.5})"},
      {"a trailing point", R"({"a":1.})"},
      {"an empty exponent", R"({"a":1e})"},
      {"an exponent with only a sign", R"({"a":1e+})"},
      {"two points", R"({"a":1.2.3})"},
      {"a hexadecimal number", R"({"a":0x10})"},
      {"a comment", R"({"a":1 /* one */})"},
      {"single quotation marks", R"({'a':1})"},
      {"an unclosed string", R"({"a":"x})"},
      {"an unknown escape", R"({"a":"\q"})"},
      {"an unknown escape in a key", R"({"\q":1})"},
      {"an unknown escape deep inside", R"({"a":[{"b":["x\q"]}]})"},
      {"a short escape", R"({"a":"\u12"})"},
      {"an escape that is not a number", R"({"a":"\u12g4"})"},
      {"a short second escape of a pair", R"({"a":"\ud83d\u12"})"},
      {"a line break in a string", "{\"a\":\"x\ny\"}"},
      {"a NUL in a string", std::string("{\"a\":\"x\0y\"}", 11)},
      {"a NUL between tokens", std::string("{\"a\":\0 1}", 9)},
      {"a byte order mark", "\xef\xbb\xbf{\"a\":1}"},
      {"truncated UTF-8", "{\"a\":\"\xe6\x97\"}"},
      {"a stray continuation byte", "{\"a\":\"\x80\"}"},
      {"an overlong form", "{\"a\":\"\xc0\xaf\"}"},
      {"a surrogate in UTF-8", "{\"a\":\"\xed\xa0\xbd\"}"},
      {"a code point above the last", "{\"a\":\"\xf4\x90\x80\x80\"}"},
      {"Latin-1", "{\"a\":\"\xe9t\xe9\"}"},
      {"HTML", "<html><body>502 Bad Gateway</body></html>"},
      {"two errors", R"({"a":tru,"b":[})"},
  };
  for (const auto& [name, json] : cases) {
    EXPECT_EQ(SkipAll(json).code(), absl::StatusCode::kInvalidArgument) << name;
  }
}

TEST(JsonReaderTest, DocumentsThatAreNotObjectsAreErrors) {
  for (const char* json : {"[]", "[{}]", "1", "\"x\"", "null", "true"}) {
    EXPECT_EQ(SkipAll(json), absl::InvalidArgumentError("not a JSON object")) << json;
  }
}

TEST(JsonReaderTest, WellFormedJsonOfEveryKindCanBeSkipped) {
  for (const char* json : {
           "{}",
           " { } \n",
           R"({"a":[],"b":{},"c":[[],[{}]],"":""})",
           R"({"a":[0,-0,1.5,-1.5e10,1E-2,0.0,1e400,123456789012345678901234567890]})",
           R"({"a":[true,false,null]})",
           R"({"a":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud83d"})",
           "{\t\"a\"\n:\r[ 1 , \"x\" , { \"b\" : null } ]\t}",
           R"({"\u0061":1})",
           R"({"a":1,"a":2})",
       }) {
    EXPECT_TRUE(SkipAll(json).ok()) << json;
  }
}

TEST(JsonReaderTest, NestingUpToTheLimitIsAccepted) {
  const int inner = JsonReader::kMaxDepth - 1;
  EXPECT_TRUE(SkipAll("{\"a\":" + Repeat("[", inner) + Repeat("]", inner) + "}").ok());
  EXPECT_TRUE(SkipAll("{\"a\":" + Repeat("{\"b\":", inner) + "1" + Repeat("}", inner) + "}").ok());
}

TEST(JsonReaderTest, NestingAboveTheLimitIsAnErrorWithoutStackOverflow) {
  for (const int inner : {JsonReader::kMaxDepth, 1000, 1000000}) {
    for (const auto& [open, close] :
         {std::pair{"[", "]"}, std::pair{"{\"b\":", "}"}, std::pair{"[{\"b\":", "}]"}}) {
      EXPECT_EQ(
          SkipAll(absl::StrCat("{\"a\":", Repeat(open, inner), "1", Repeat(close, inner), "}")),
          absl::InvalidArgumentError("JSON nested too deeply"))
          << inner << open;
    }
  }
}

TEST(JsonReaderTest, ManyShallowValuesDoNotCountAsDepth) {
  EXPECT_TRUE(SkipAll("{\"a\":[" + Repeat("[{}],", 5000) + "{}]}").ok());
}

TEST(JsonReaderTest, UnclosedNestingOfAnyDepthIsAnError) {
  for (const int depth : {1, 2, 100, 100000}) {
    EXPECT_FALSE(SkipAll(Repeat("{\"a\":", depth)).ok());
    EXPECT_FALSE(SkipAll("{\"a\":" + Repeat("[", depth)).ok());
    EXPECT_FALSE(SkipAll("{\"a\":" + Repeat("[", depth) + "}").ok());
  }
}

TEST(JsonReaderTest, EveryEscapeSequenceIsUnescaped) {
  const std::vector<std::pair<const char*, std::string>> cases = {
      {R"("")", ""},
      {R"("plain")", "plain"},
      {R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"},
      {R"("\u0000")", std::string(1, '\0')},
      {R"("\u007f\u0080\u07ff\u0800\uffff")", "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf"},
      {R"("\u00E9\u00e9")", "éé"},
      {R"("\ud800\udc00 \uDBFF\uDFFF")", "\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf"},
      {R"("before \ud83d\ude00 after")", "before 😀 after"},
      {R"("日本\n語 with a long tail that is copied in one piece")",
       "日本\n語 with a long tail that is copied in one piece"},
      {R"("\\u0041")", "\\u0041"},
      {R"("ends in a backslash\\")", "ends in a backslash\\"},
  };
  for (const auto& [token, text] : cases) {
    const StringResult result = ReadString(token);
    EXPECT_TRUE(result.status.ok()) << token;
    EXPECT_EQ(result.text, text) << token;
    EXPECT_EQ(result.ill_formed, 0) << token;
  }
}

TEST(JsonReaderTest, LoneSurrogatesBecomeReplacementCharactersAndTheStringIsCounted) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {R"("\ud83d")", "\uFFFD"},
      {R"("\ude00")", "\uFFFD"},
      {R"("a\ud83db")", "a\uFFFDb"},
      {R"("\ud83d\n")", "\uFFFD\n"},
      {R"("\ud83d\u0041")",
       "\uFFFD"
       "A"},
      {R"("\ude00\ud83d")", "\uFFFD\uFFFD"},
      {R"("\ud83d\ud83d\ude00")", "\uFFFD😀"},
      {R"("\ud83d\ude00\ude00")", "😀\uFFFD"},
  };
  for (const auto& [token, text] : cases) {
    const StringResult result = ReadString(token);
    EXPECT_TRUE(result.status.ok()) << token;
    EXPECT_EQ(result.text, text) << token;
    EXPECT_EQ(result.ill_formed, 1) << token;
  }
}

TEST(JsonReaderTest, ViewsOfUnescapedStringsAreDistinctAndStayValid) {
  std::string json = "{\"a\":[\"\"";
  for (int i = 0; i < 200; ++i) absl::StrAppend(&json, ",\"line\\n", i, "\"");
  json += "]}";
  JsonReader reader(std::move(json));
  std::vector<absl::string_view> texts;
  ASSERT_TRUE(reader
                  .ReadObject([&](absl::string_view, Value& value) {
                    reader.ForEachElement(value, [&](Value& element) {
                      texts.push_back(reader.String(element).value_or("missing"));
                    });
                  })
                  .ok());
  ASSERT_EQ(texts.size(), 201);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(texts[i + 1], absl::StrCat("line\n", i));
}

TEST(JsonReaderTest, AnEscapeSequenceIsReadAtEveryOffset) {
  for (size_t length = 0; length < 70; ++length) {
    for (size_t offset = 0; offset <= length; ++offset) {
      std::string text(length, 'x');
      text.insert(offset, "\\n");
      const StringResult result = ReadString('"' + text + '"');
      text.replace(offset, 2, "\n");
      ASSERT_EQ(result.text, text);
    }
  }
}

TEST(JsonReaderTest, ValuesThatAreNotStringsAreSkippedAndCountedUnlessNull) {
  for (const char* token : {"1", "true", "[\"x\"]", "{\"x\":\"y\"}"}) {
    const StringResult result = ReadString(token);
    EXPECT_TRUE(result.status.ok()) << token;
    EXPECT_EQ(result.text, std::nullopt) << token;
    EXPECT_EQ(result.wrong_types, 1) << token;
  }
  const StringResult null = ReadString("null");
  EXPECT_TRUE(null.status.ok());
  EXPECT_EQ(null.text, std::nullopt);
  EXPECT_EQ(null.wrong_types, 0);
}

TEST(JsonReaderTest, IntegersInRangeAreRead) {
  for (const int64_t value : {std::numeric_limits<int64_t>::min(), int64_t{-1}, int64_t{0},
                              int64_t{20}, std::numeric_limits<int64_t>::max()}) {
    EXPECT_EQ(ReadInt(absl::StrCat(value)).value, value);
  }
  EXPECT_EQ(ReadInt("-0").value, 0);
}

TEST(JsonReaderTest, ValuesThatAreNotIntegersInRangeAreSkipped) {
  for (const char* token :
       {"1.0", "1e0", "1E2", "-1.5", "9223372036854775808", "-9223372036854775809",
        "99999999999999999999999", "\"1\"", "null", "true", "[1]", "{}"}) {
    const IntResult result = ReadInt(token);
    EXPECT_TRUE(result.status.ok()) << token;
    EXPECT_EQ(result.value, std::nullopt) << token;
  }
}

TEST(JsonReaderTest, IllFormedNumbersAreErrorsWhenReadAsIntegers) {
  for (const char* token : {"01", "-", "+1", "1.", "0x1", "1 2", "--1", "1-"}) {
    EXPECT_FALSE(ReadInt(token).status.ok()) << token;
  }
}

TEST(JsonReaderTest, TheJsonOfAValueIsItsExactInput) {
  const std::vector<std::string> values = {
      R"({ "a" : [ 1.0 , 1e0, "\u00e9\ud83d" ] , "a":{}})",
      "[ ]",
      "{}",
      "\"x \"",
      "1.50",
      "null",
      R"([{"b":"]}"}])",
  };
  for (const std::string& value : values) {
    JsonReader reader("{\"before\":1, \"k\" :  " + value + " \n , \"after\":2}");
    std::string json;
    ASSERT_TRUE(reader
                    .ReadObject([&](absl::string_view key, Value& field) {
                      if (key == "k") {
                        const absl::string_view raw = reader.Json(field);
                        json.assign(raw.data(), raw.size());
                      } else {
                        reader.Skip(field);
                      }
                    })
                    .ok());
    EXPECT_EQ(json, value);
    EXPECT_EQ(reader.ill_formed_strings(), 0);
  }
}

TEST(JsonReaderTest, TheJsonOfAnObjectIsAvailableAfterItsFieldsWereRead) {
  const std::string object = R"({"x": [1, 2], "y": {"z": "}"} })";
  JsonReader reader("{\"k\":" + object + "}");
  std::string json;
  ASSERT_TRUE(reader
                  .ReadObject([&](absl::string_view, Value& value) {
                    const char* begin = reader.Begin(value);
                    reader.ForEachField(
                        value, [&](absl::string_view, Value& field) { reader.Skip(field); });
                    const absl::string_view raw = reader.Since(begin);
                    json.assign(raw.data(), raw.size());
                  })
                  .ok());
  EXPECT_EQ(json, object);
}

TEST(JsonReaderTest, FieldsAreDeliveredInOrderWithRepeatedAndEscapedKeys) {
  JsonReader reader(R"({"b":1,"a":2,"b":3,"\u0062":4,"":5,"k\ud83d":6})");
  std::vector<std::string> keys;
  ASSERT_TRUE(reader
                  .ReadObject([&](absl::string_view key, Value& value) {
                    keys.emplace_back(key.data(), key.size());
                    reader.Skip(value);
                  })
                  .ok());
  EXPECT_EQ(keys, (std::vector<std::string>{"b", "a", "b", "b", "", "k\xed\xa0\xbd"}));
}

TEST(JsonReaderTest, NothingIsDeliveredAfterAnError) {
  JsonReader reader(R"({"a":[1,tru,3],"b":2})");
  int elements = 0;
  int fields = 0;
  const absl::Status status = reader.ReadObject([&](absl::string_view, Value& value) {
    ++fields;
    reader.ForEachElement(value, [&](Value& element) {
      ++elements;
      reader.Skip(element);
    });
  });
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(fields, 1);
  EXPECT_EQ(elements, 2);
}

TEST(JsonReaderTest, ErrorMessagesHaveNoTextOfTheDocument) {
  EXPECT_EQ(SkipAll(R"({"secret":"canary",})"), absl::InvalidArgumentError("not well-formed JSON"));
}

TEST(JsonReaderTest, StringWithHalvesKeepsHalvesWithoutCountingThem) {
  JsonReader reader(R"({"a":"\ud83dx\ude00","b":"plain","c":"\ud83d\ude00","d":7,"e":null})");
  std::vector<std::optional<std::string>> texts;
  ASSERT_TRUE(reader
                  .ReadObject([&](absl::string_view, Value& value) {
                    const std::optional<absl::string_view> text = reader.StringWithHalves(value);
                    texts.emplace_back();
                    if (text) texts.back().emplace(text->data(), text->size());
                  })
                  .ok());
  EXPECT_EQ(texts,
            (std::vector<std::optional<std::string>>{"\xed\xa0\xbdx\xed\xb8\x80", "plain",
                                                     "\U0001f600", std::nullopt, std::nullopt}));
  EXPECT_EQ(reader.ill_formed_strings(), 0);
  EXPECT_EQ(reader.wrong_types(), 1);
}

TEST(JsonReaderTest, SeveralReadersCanReuseOneWorkspace) {
  JsonReader::Workspace workspace;
  for (const size_t size : {5, 5000, 0, 50, 100000, 1}) {
    const std::string text(size, 'x');
    std::string json = absl::StrCat("{\"\\n", text, "\":\"\\t", text, "\"}");
    const std::string before = json;
    JsonReader reader(json, workspace);
    ASSERT_TRUE(reader
                    .ReadObject([&](absl::string_view key, Value& value) {
                      EXPECT_EQ(key, absl::StrCat("\n", text));
                      EXPECT_EQ(reader.String(value), absl::StrCat("\t", text));
                    })
                    .ok());
    EXPECT_EQ(json, before);
    std::string broken = json.substr(0, json.size() - 1);
    JsonReader other(broken, workspace);
    EXPECT_FALSE(
        other.ReadObject([&](absl::string_view, Value& value) { other.Skip(value); }).ok());
  }
}

}  // namespace
}  // namespace footnote::messages
