// SPDX-License-Identifier: Apache-2.0
#include "service/messages/citation_json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "service/messages/json/json_reader.h"

namespace footnote::messages {
namespace {

TextCitation ParseCitation(absl::string_view json) {
  JsonReader reader(absl::StrCat("{\"citation\":", json, "}"));
  TextCitation citation;
  const absl::Status status = reader.ReadObject(
      [&](absl::string_view, JsonReader::Value& value) { citation = ReadCitation(value, reader); });
  EXPECT_TRUE(status.ok()) << status << json;
  return citation;
}

std::string CitationJson(const TextCitation& citation) {
  std::string json;
  AppendCitationJson(citation, &json);
  return json;
}

TEST(ReadCitationTest, TitlesOfEveryKindMayBeNullAbsentOrEmpty) {
  const std::vector<std::pair<const char*, const char*>> kinds = {
      {"char_location", "document_title"},          {"page_location", "document_title"},
      {"content_block_location", "document_title"}, {"search_result_location", "title"},
      {"web_search_result_location", "title"},
  };
  for (const auto& [type, key] : kinds) {
    const auto title = [&, type = type](absl::string_view field) {
      const TextCitation citation =
          ParseCitation(absl::StrCat(R"({"type":")", type, R"(","cited_text":"c")", field, "}"));
      EXPECT_NE(citation.kind, TextCitation::Kind::kUnknown) << type;
      EXPECT_EQ(citation.json, "") << type;
      return citation.title;
    };
    EXPECT_EQ(title(""), std::nullopt) << type;
    EXPECT_EQ(title(absl::StrCat(",\"", key, "\":null")), std::nullopt) << type;
    EXPECT_EQ(title(absl::StrCat(",\"", key, "\":\"\"")), "") << type;
    EXPECT_EQ(title(absl::StrCat(",\"", key, "\":\"T\"")), "T") << type;
  }
}

TEST(ReadCitationTest, FieldsOfOtherKindsAreIgnored) {
  const TextCitation citation =
      ParseCitation(R"({"type":"search_result_location","document_index":3,"document_title":"D",)"
                    R"("start_char_index":4,"end_page_number":5,"url":"u","file_id":"f"})");
  EXPECT_EQ(citation.kind, TextCitation::Kind::kSearchResult);
  EXPECT_EQ(citation.index, std::nullopt);
  EXPECT_EQ(citation.title, std::nullopt);
  EXPECT_EQ(citation.start, std::nullopt);
  EXPECT_EQ(citation.end, std::nullopt);
  EXPECT_EQ(citation.url, std::nullopt);
  EXPECT_EQ(citation.file_id, std::nullopt);
}

TEST(ReadCitationTest, AFieldWithAWrongTypeIsAbsentAndTheJsonIsKept) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"an object as cited text", R"({"type":"char_location","cited_text":{"text":"c"}})"},
      {"a number as title", R"({"type":"search_result_location","title":5})"},
      {"a fraction as index", R"({"type":"search_result_location","search_result_index":1.0})"},
      {"an exponent as index", R"({"type":"search_result_location","search_result_index":1e0})"},
      {"a string as index", R"({"type":"search_result_location","search_result_index":"1"})"},
      {"an index that does not fit",
       R"({"type":"search_result_location","search_result_index":9223372036854775808})"},
  };
  for (const auto& [name, json] : cases) {
    const TextCitation citation = ParseCitation(json);
    EXPECT_NE(citation.kind, TextCitation::Kind::kUnknown) << name;
    EXPECT_EQ(citation.cited_text, std::nullopt) << name;
    EXPECT_EQ(citation.title, std::nullopt) << name;
    EXPECT_EQ(citation.index, std::nullopt) << name;
    EXPECT_EQ(citation.json, json) << name;
  }
}

TEST(ReadCitationTest, NegativeAndLargeNumbersAreUnchanged) {
  const TextCitation citation = ParseCitation(
      R"({"type":"char_location","document_index":-1,"start_char_index":9223372036854775807,)"
      R"("end_char_index":-9223372036854775808})");
  EXPECT_EQ(citation.index, -1);
  EXPECT_EQ(citation.start, INT64_MAX);
  EXPECT_EQ(citation.end, INT64_MIN);
}

TEST(ReadCitationTest, ValuesThatAreNotObjectsAreUnknownCitations) {
  for (const char* json : {"7", "null", "true", "\"char_location\"", R"(["char_location"])"}) {
    const TextCitation citation = ParseCitation(json);
    EXPECT_EQ(citation.kind, TextCitation::Kind::kUnknown) << json;
    EXPECT_EQ(citation.type, "") << json;
    EXPECT_EQ(citation.json, json);
  }
}

TEST(ReadCitationTest, AnUnknownKindHasItsTypeTextAndCanonicalJson) {
  const TextCitation citation =
      ParseCitation(R"({ "row" : 1e0, "cited_text" : "\u0041", "type" : "table_location" })");
  EXPECT_EQ(citation.kind, TextCitation::Kind::kUnknown);
  EXPECT_EQ(citation.type, "table_location");
  EXPECT_EQ(citation.cited_text, "A");
  EXPECT_EQ(citation.json, R"({"row":1e0,"cited_text":"A","type":"table_location"})");
}

TEST(ReadCitationTest, UnknownFieldsOfAKnownKindAreSkipped) {
  const TextCitation citation =
      ParseCitation(R"({"type":"page_location","new":[{"type":7}],"start_page_number":2})");
  EXPECT_EQ(citation.kind, TextCitation::Kind::kPage);
  EXPECT_EQ(citation.start, 2);
  EXPECT_EQ(citation.json, "");
}

TEST(AppendCitationJsonTest, RestoresACitationOfEachKind) {
  for (const char* json : {
           R"({"type":"char_location","cited_text":"c","document_index":1,"document_title":"T",)"
           R"("start_char_index":2,"end_char_index":3,"file_id":"f"})",
           R"({"type":"page_location","cited_text":"c","document_index":1,"document_title":"T",)"
           R"("start_page_number":2,"end_page_number":3,"file_id":"f"})",
           R"({"type":"content_block_location","cited_text":"c","document_index":1,)"
           R"("document_title":"T","start_block_index":2,"end_block_index":3,"file_id":"f"})",
           R"({"type":"search_result_location","cited_text":"c","search_result_index":1,)"
           R"("title":"T","source":"s","start_block_index":2,"end_block_index":3})",
           R"({"type":"web_search_result_location","cited_text":"c","title":"T","url":"u",)"
           R"("encrypted_index":"e"})",
           R"({"type":"table_location","row":7})",
           R"({"type":"char_location","cited_text":5})",
           "null",
       }) {
    EXPECT_EQ(CitationJson(ParseCitation(json)), json);
  }
}

TEST(AppendCitationJsonTest, OmitsFieldsThatAreNotSet) {
  EXPECT_EQ(CitationJson(ParseCitation(R"({"type":"page_location","file_id":null})")),
            R"({"type":"page_location"})");
}

TEST(AppendCitationJsonTest, EscapesStringsAndAppends) {
  TextCitation citation;
  citation.kind = TextCitation::Kind::kSearchResult;
  citation.cited_text = "a\n\"b\"";
  std::string json = "before ";
  AppendCitationJson(citation, &json);
  EXPECT_EQ(json, R"(before {"type":"search_result_location","cited_text":"a\n\"b\""})");
}

}  // namespace
}  // namespace footnote::messages
