// SPDX-License-Identifier: Apache-2.0
#include "client/cli/request.h"

#include <sstream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/cli/arguments.h"
#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/cli/scratch_folder.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The result of MakeRequest, and its notes.
struct Made {
  absl::StatusOr<v1::AnswerRequest> request;
  std::vector<std::string> notes;
};

Made Make(const Arguments& arguments, const std::string& standard_input = "") {
  std::istringstream input(standard_input);
  std::vector<std::string> notes;
  absl::StatusOr<v1::AnswerRequest> request =
      MakeRequest(arguments, input, [&notes](const std::string& note) { notes.push_back(note); });
  return {std::move(request), std::move(notes)};
}

Arguments Question() {
  Arguments arguments;
  arguments.question = "Why?";
  return arguments;
}

TEST(MakeRequestTest, SetsNoOptionWithoutFlags) {
  const Made made = Make(Question());
  ASSERT_TRUE(made.request.ok()) << made.request.status();
  EXPECT_EQ(made.request->DebugString(),
            FromText<v1::AnswerRequest>("question: 'Why?' search { outcome: OUTCOME_SKIPPED }")
                .DebugString());
  EXPECT_THAT(made.notes, ElementsAre(HasSubstr("the model has nothing to cite")));
}

TEST(MakeRequestTest, StripsWhiteSpaceFromTheQuestionOfStandardInput) {
  Arguments arguments;
  arguments.question = "-";
  EXPECT_EQ(Make(arguments, "\n Why? \n").request->question(), "Why?");
}

TEST(MakeRequestTest, RefusesABlankQuestion) {
  Arguments arguments;
  EXPECT_THAT(std::string(Make(arguments).request.status().message()), HasSubstr("QUESTION"));
  arguments.question = " \n";
  EXPECT_THAT(std::string(Make(arguments).request.status().message()), HasSubstr("QUESTION"));
}

TEST(MakeRequestTest, AcceptsARequestWithAContentListAndWithoutAQuestion) {
  Arguments arguments;
  arguments.search_results_file = "-";
  const Made made = Make(arguments, R"({"content": [
      {"text": {"text": "Compare."}},
      {"searchResult": {"source": "s", "title": "t", "text": "x"}}]})");
  ASSERT_TRUE(made.request.ok()) << made.request.status();
  EXPECT_EQ(made.request->content_size(), 2);
  EXPECT_EQ(made.request->question(), "");
}

TEST(MakeRequestTest, NotesNoMissingSourcesIfAnEarlierTurnHasThem) {
  const ScratchFolder folder;
  Arguments arguments = Question();
  for (const char* turns : {R"([{"user": {"documents": [{"text": "x"}]}}])",
                            R"([{"user": {"toolResults": [{"searchResults": [{"text": "x"}]}]}}])",
                            R"([{"user": {"content": [{"document": {"text": "x"}}]}}])",
                            R"([{"user": {"content": [{"searchResult": {"text": "x"}}]}}])"}) {
    arguments.history_file = folder.Write("history.json", turns);
    const Made made = Make(arguments);
    EXPECT_TRUE(made.request.ok()) << made.request.status();
    EXPECT_THAT(made.notes, IsEmpty()) << turns;
  }
  arguments.history_file =
      folder.Write("history.json", R"([{"user": {"content": [{"text": {"text": "x"}}]}}])");
  EXPECT_THAT(Make(arguments).notes, ElementsAre(HasSubstr("nothing to cite")));
}

TEST(MakeRequestTest, AddsTheWebSearchOnce) {
  Arguments arguments = Question();
  arguments.web_search = true;
  const Made made = Make(arguments);
  ASSERT_EQ(made.request->tools_size(), 1);
  EXPECT_TRUE(made.request->tools(0).has_web_search());
  EXPECT_THAT(made.notes, IsEmpty());

  arguments.search_results_file = "-";
  const Made again = Make(arguments, R"({"question": "q",
      "tools": [{"custom": {"name": "t"}}, {"webSearch": {"maxUses": 3}}]})");
  ASSERT_EQ(again.request->tools_size(), 2);
  EXPECT_EQ(again.request->tools(1).web_search().max_uses(), 3);
}

TEST(MakeRequestTest, FlagsTakePrecedenceOverTheRequestOfTheFile) {
  Arguments arguments = Question();
  arguments.search_results_file = "-";
  arguments.model = "flag";
  arguments.route = "primary";
  arguments.request_id = "id-1";
  arguments.fallbacks = {{"m", "backup"}, {"n", ""}};
  const Made made = Make(arguments, R"({"question": "q", "modelOptions": {"model": "file"},
      "requestId": "file", "failureOptions": {"fallbackModels": [{"model": "file"}]}})");
  ASSERT_TRUE(made.request.ok()) << made.request.status();
  EXPECT_EQ(made.request->DebugString(), FromText<v1::AnswerRequest>(R"(
    question: "Why?" request_id: "id-1"
    model_options { model: "flag" route: "primary" }
    failure_options { fallback_models { model: "m" route: "backup" } fallback_models { model: "n" } }
  )")
                                             .DebugString());
}

TEST(MakeRequestTest, RefusesFlagsThatAreNotUtf8) {
  for (std::string Arguments::*member :
       {&Arguments::system, &Arguments::model, &Arguments::route, &Arguments::request_id}) {
    Arguments arguments = Question();
    arguments.*member = "\xFF";
    EXPECT_THAT(std::string(Make(arguments).request.status().message()), HasSubstr("is not UTF-8"));
  }
  for (const Arguments::Fallback& fallback :
       {Arguments::Fallback{"\xFF", ""}, Arguments::Fallback{"m", "\xFF"}}) {
    Arguments arguments = Question();
    arguments.fallbacks = {fallback};
    EXPECT_EQ(Make(arguments).request.status().message(), "--fallback: is not UTF-8");
  }
}

TEST(ReadMessageTest, DistinguishesJsonFromEvents) {
  Arguments arguments;
  arguments.message_file = "-";
  for (const char* json : {"{\"type\": \"message\"}", "\xEF\xBB\xBF {}", "[]"}) {
    std::istringstream input(json);
    v1::ResolveAnswerRequest resolve;
    ASSERT_TRUE(ReadMessage(arguments, input, &resolve).ok());
    EXPECT_EQ(resolve.message_json(), json);
  }
  std::istringstream events("event: message_start\n");
  v1::ResolveAnswerRequest resolve;
  ASSERT_TRUE(ReadMessage(arguments, events, &resolve).ok());
  EXPECT_EQ(resolve.message_events(), "event: message_start\n");
}

TEST(ReadMessageTest, RefusesAnEmptyFile) {
  Arguments arguments;
  arguments.message_file = "-";
  std::istringstream input(" \n");
  v1::ResolveAnswerRequest resolve;
  EXPECT_EQ(ReadMessage(arguments, input, &resolve).message(), "standard input: is empty");
}

}  // namespace
}  // namespace footnote::client
