// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/citation_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

v1::AnswerRequest Request(const std::string& text) {
  return FromText<v1::AnswerRequest>(absl::StrCat("question: 'Q' ", text));
}

constexpr char kSearchResult[] = "search_results { source: 's' title: 't' text: 'x' } ";
constexpr char kDocument[] = "documents { text: 'x' } ";
constexpr char kImage[] = "images { file_id: 'f' } ";
constexpr char kOff[] = "citation_options { mode: MODE_OFF } ";

// Returns true if the request is valid; expects that it is.
bool Passes(const std::string& text) {
  const absl::Status status = BuildRequest(Request(text), TestDefaults()).status();
  EXPECT_TRUE(status.ok()) << status;
  return status.ok();
}

TEST(CitationRulesTest, ASchemaWithCitableSourcesIsAViolationOfBothFields) {
  // B55
  constexpr char kSchema[] = "model_options { output_schema_json: '{}' } ";
  for (const std::string& source :
       {std::string(kSearchResult), std::string(kDocument),
        absl::StrCat("turns { user { question: 'P' ", kSearchResult, "} } "),
        absl::StrCat("turns { user { question: 'P' ", kDocument, "} } "),
        absl::StrCat("turns { user { question: 'P' } } turns { assistant { blocks { tool_use { id: "
                     "'u' name: 'n' input_json: '{}' } } } } tool_results { tool_use_id: 'u' ",
                     kDocument, "} ")}) {
    EXPECT_THAT(
        ViolationsOf(Request(kSchema + source)),
        ElementsAre(HasReason("model_options.output_schema_json", v1::CITATIONS_WITH_OUTPUT_SCHEMA),
                    HasReason("citation_options.mode", v1::CITATIONS_WITH_OUTPUT_SCHEMA)));
    EXPECT_TRUE(Passes(kSchema + source + kOff));
  }
  EXPECT_TRUE(Passes(kSchema));
  EXPECT_TRUE(Passes(absl::StrCat(kSchema, kImage)));
}

TEST(CitationRulesTest, ASchemaMustBeAJsonObject) {
  for (const char* schema : {"[]", "1", "{", "{}{}", "{\"a\":\"\\\\ud800\"}", " "}) {
    EXPECT_THAT(
        ViolationsOf(Request(absl::StrCat("model_options { output_schema_json: '", schema, "' }"))),
        ElementsAre(HasReason("model_options.output_schema_json", v1::INVALID_JSON)))
        << schema;
  }
}

TEST(CitationRulesTest, SearchResultsWithAWebSearchMustBeCitable) {
  const std::string request = absl::StrCat("tools { web_search {} } ", kOff);
  EXPECT_THAT(ViolationsOf(Request(request + kSearchResult)),
              ElementsAre(HasReason("citation_options.mode", v1::MIXED_CITATION_SETTINGS),
                          HasReason("tools[0].web_search", v1::MIXED_CITATION_SETTINGS)));
  EXPECT_TRUE(Passes(absl::StrCat("tools { web_search {} } ", kSearchResult)));
  EXPECT_TRUE(Passes(request));
  EXPECT_TRUE(Passes(request + kDocument));
}

TEST(CitationRulesTest,
     AModelThatDoesNotCiteAcceptsNoSearchResultsAndOnlyDocumentsThatAreNotCitable) {
  constexpr char kModel[] = "model_options { model: 'claude-3-haiku-20240307' } ";
  for (const std::string& text :
       {absl::StrCat(kModel, kSearchResult), absl::StrCat(kModel, kSearchResult, kOff),
        absl::StrCat(kModel, kDocument)}) {
    EXPECT_THAT(ViolationsOf(Request(text)),
                ElementsAre(HasReason("model_options.model", v1::NOT_SUPPORTED_BY_MODEL)));
  }
  EXPECT_TRUE(Passes(absl::StrCat(kModel, kDocument, kOff)));
  EXPECT_TRUE(Passes(absl::StrCat(kModel, kImage)));
  EXPECT_TRUE(Passes(kModel));
}

TEST(CitationRulesTest, AMinimumCoverageThatIsNotFrom0To1IsAViolation) {
  for (const double coverage :
       {-0.1, 1.1, -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    v1::AnswerRequest request = TwoHits();
    request.mutable_citation_options()->set_min_coverage(coverage);
    EXPECT_THAT(ViolationsOf(request),
                ElementsAre(Violates("citation_options.min_coverage", "from 0")));
  }
  for (const double coverage : {0.0, -0.0, 0.5, 1.0}) {
    v1::AnswerRequest request = TwoHits();
    request.mutable_citation_options()->set_min_coverage(coverage);
    EXPECT_TRUE(BuildRequest(request, TestDefaults()).ok());
  }
}

TEST(CitationRulesTest, AcceptanceRulesWithoutCitationsAreValid) {
  EXPECT_TRUE(Passes(absl::StrCat(
      kSearchResult, "citation_options { mode: MODE_OFF strict: true min_coverage: 1 }")));
}

}  // namespace
}  // namespace footnote::answering::building
