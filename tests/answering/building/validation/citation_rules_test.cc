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

constexpr char kHit[] = "hits { source: 's' title: 't' text: 'x' } ";
constexpr char kDocument[] = "documents { text: 'x' } ";
constexpr char kImage[] = "images { file_id: 'f' } ";
constexpr char kOff[] = "citations { mode: MODE_OFF } ";

// A request is as it should be.
bool Passes(const std::string& text) {
  const absl::Status status = BuildRequest(Request(text), TestDefaults()).status();
  EXPECT_TRUE(status.ok()) << status;
  return status.ok();
}

TEST(CitationRulesTest, ASchemaBesideAnythingCitableIsNamedWithTheSettingThatForbidsIt) {
  // B55
  constexpr char kSchema[] = "model_options { output_schema_json: '{}' } ";
  for (const std::string& source :
       {std::string(kHit), std::string(kDocument),
        absl::StrCat("turns { user { question: 'P' ", kHit, "} } "),
        absl::StrCat("turns { user { question: 'P' ", kDocument, "} } "),
        absl::StrCat("turns { user { question: 'P' } } turns { assistant { blocks { tool_use { id: "
                     "'u' name: 'n' input_json: '{}' } } } } tool_results { tool_use_id: 'u' ",
                     kDocument, "} ")}) {
    EXPECT_THAT(ViolationsOf(Request(kSchema + source)),
                ElementsAre(Violates("model_options.output_schema_json", "citable"),
                            Violates("citations.mode", "output_schema_json")));
    EXPECT_TRUE(Passes(kSchema + source + kOff));
  }
  EXPECT_TRUE(Passes(kSchema));
  EXPECT_TRUE(Passes(absl::StrCat(kSchema, kImage)));
}

TEST(CitationRulesTest, ASchemaMustBeAJsonObject) {
  for (const char* schema : {"[]", "1", "{", "{}{}", "{\"a\":\"\\\\ud800\"}", " "}) {
    EXPECT_THAT(
        ViolationsOf(Request(absl::StrCat("model_options { output_schema_json: '", schema, "' }"))),
        ElementsAre(Violates("model_options.output_schema_json", "")))
        << schema;
  }
}

TEST(CitationRulesTest, HitsBesideAWebSearchMustBeCitable) {
  const std::string request = absl::StrCat("web_search {} ", kOff);
  EXPECT_THAT(ViolationsOf(Request(request + kHit)),
              ElementsAre(Violates("citations.mode", "turn citations on"),
                          Violates("web_search", "citations are off")));
  EXPECT_TRUE(Passes(absl::StrCat("web_search {} ", kHit)));
  EXPECT_TRUE(Passes(request));
  EXPECT_TRUE(Passes(request + kDocument));
}

TEST(CitationRulesTest, AModelThatDoesNotCiteTakesNoHitsAndDocumentsOnlyWithoutCitations) {
  constexpr char kModel[] = "model_options { model: 'claude-3-haiku-20240307' } ";
  for (const std::string& text : {absl::StrCat(kModel, kHit), absl::StrCat(kModel, kHit, kOff),
                                  absl::StrCat(kModel, kDocument)}) {
    EXPECT_THAT(ViolationsOf(Request(text)),
                ElementsAre(Violates("model_options.model", "choose another")));
  }
  EXPECT_TRUE(Passes(absl::StrCat(kModel, kDocument, kOff)));
  EXPECT_TRUE(Passes(absl::StrCat(kModel, kImage)));
  EXPECT_TRUE(Passes(kModel));
}

TEST(CitationRulesTest, ACoverageThatIsNoShareIsRefused) {
  for (const double coverage :
       {-0.1, 1.1, -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    v1::AnswerRequest request = TwoHits();
    request.mutable_citations()->set_min_coverage(coverage);
    EXPECT_THAT(ViolationsOf(request), ElementsAre(Violates("citations.min_coverage", "from 0")));
  }
  for (const double coverage : {0.0, -0.0, 0.5, 1.0}) {
    v1::AnswerRequest request = TwoHits();
    request.mutable_citations()->set_min_coverage(coverage);
    EXPECT_TRUE(BuildRequest(request, TestDefaults()).ok());
  }
}

TEST(CitationRulesTest, DemandsThatNothingCanFailAreLegal) {
  EXPECT_TRUE(
      Passes(absl::StrCat(kHit, "citations { mode: MODE_OFF strict: true min_coverage: 1 }")));
}

}  // namespace
}  // namespace footnote::answering::building
