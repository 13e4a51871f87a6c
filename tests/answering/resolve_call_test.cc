// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolve_call.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "service/status/rich_status.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

constexpr char kEvents[] = R"(event: message_start
data: {"type":"message_start","message":{"id":"msg_1","model":"claude-test","content":[],"stop_reason":null,"usage":{"input_tokens":10,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"citations":[],"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"A."}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"type":"search_result_location","cited_text":"Rate limit is 1000/h.","source":"kb://1","title":"Limits","search_result_index":0,"start_block_index":0,"end_block_index":1}}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":7}}

event: message_stop
data: {"type":"message_stop"}

)";

// The message of kEvents as JSON.
std::string EquivalentJson() {
  Json message = Json::parse(
      MessageJson({TextBlock("A.", Json::array({Srl(0, 0, 1, "Rate limit is 1000/h.")}))}));
  message["model"] = "claude-test";
  message["usage"] = {{"input_tokens", 10}, {"output_tokens", 7}};
  message["content"][0]["citations"][0]["source"] = "kb://1";
  message["content"][0]["citations"][0]["title"] = "Limits";
  return message.dump();
}

v1::ResolveAnswerRequest WithEvents(const std::string& bytes) {
  v1::ResolveAnswerRequest request;
  *request.mutable_request() = TwoHits();
  request.set_message_events(bytes);
  return request;
}

v1::ResolveAnswerRequest WithJson(const std::string& json) {
  v1::ResolveAnswerRequest request;
  *request.mutable_request() = TwoHits();
  request.set_message_json(json);
  return request;
}

absl::Status Resolve(v1::ResolveAnswerRequest request, v1::Answer* answer) {
  return ResolveAnswer(&request, TestDefaults(), answer);
}

std::vector<FieldViolation> ViolationsFor(const v1::ResolveAnswerRequest& request) {
  v1::Answer answer;
  const absl::Status status = Resolve(request, &answer);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  return ViolationsIn(status);
}

TEST(ResolveCallTest, TheEventsAndTheJsonOfAMessageGiveTheSameAnswer) {
  // B06
  v1::Answer from_events;
  ASSERT_TRUE(Resolve(WithEvents(kEvents), &from_events).ok());
  v1::Answer from_json;
  ASSERT_TRUE(Resolve(WithJson(EquivalentJson()), &from_json).ok());
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(from_events, from_json))
      << from_events.DebugString() << from_json.DebugString();
  EXPECT_EQ(from_events.text(), "A.");
  EXPECT_EQ(from_events.blocks(0).text().citations(0).source().id(), "kb-1");
}

TEST(ResolveCallTest, APartialMessageIsAcceptedAndItsMissingFieldsStayAbsent) {
  v1::Answer answer;
  ASSERT_TRUE(Resolve(WithJson(R"({"content":[{"type":"text","text":"A."}]})"), &answer).ok());
  EXPECT_EQ(answer.text(), "A.");
  EXPECT_FALSE(answer.has_usage());
  EXPECT_FALSE(answer.has_stop_reason_raw());
}

TEST(ResolveCallTest, TheModelIsOptional) {
  v1::ResolveAnswerRequest request = WithEvents(kEvents);
  v1::Answer answer;
  EXPECT_TRUE(ResolveAnswer(&request, building::RequestDefaults(), &answer).ok());
}

TEST(ResolveCallTest, AStreamThatEndedEarlyIsAViolation) {
  const std::string events = kEvents;
  const std::string early = events.substr(0, events.find("event: message_delta"));
  EXPECT_THAT(ViolationsFor(WithEvents(early)),
              ElementsAre(Violates("message_events", "ends before")));
}

TEST(ResolveCallTest, AStreamThatLacksOnlyItsLastEventIsAcceptedWithANotice) {
  const std::string events = kEvents;
  v1::Answer answer;
  ASSERT_TRUE(
      Resolve(WithEvents(events.substr(0, events.find("event: message_stop") + 30)), &answer).ok());
  ASSERT_EQ(answer.notices_size(), 1);
  EXPECT_EQ(answer.notices(0).kind(), v1::Notice::KIND_TRUNCATED_FINAL_FRAME);
}

TEST(ResolveCallTest, AStreamThatEndsWithAnErrorIsAViolation) {
  EXPECT_THAT(ViolationsFor(WithEvents(R"(event: error
data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}

)")),
              ElementsAre(Violates("message_events", "overloaded_error")));
}

TEST(ResolveCallTest, BytesThatAreNotAMessageAreAViolationOfTheirField) {
  EXPECT_THAT(ViolationsFor(WithJson("{")), ElementsAre(Violates("message_json", "not a message")));
  EXPECT_THAT(ViolationsFor(WithEvents("data: {\n\n")),
              ElementsAre(Violates("message_events", "not a message")));
  EXPECT_THAT(ViolationsFor(WithEvents("")),
              ElementsAre(Violates("message_events", "not contain any event")));
  EXPECT_THAT(ViolationsFor(WithEvents("<html>")),
              ElementsAre(Violates("message_events", "not contain any event")));
}

TEST(ResolveCallTest, MoreBlocksOrCitationsThanAnyMessageHasAreAViolation) {
  std::string zeros = "0";
  for (int i = 0; i < 100000; ++i) zeros += ",0";
  const std::string cited =
      R"({"content":[{"type":"text","text":"A","citations":[)" + zeros + "]}]}";
  EXPECT_THAT(ViolationsFor(WithJson(R"({"content":[)" + zeros + "]}")),
              ElementsAre(Violates("message_json", "too many blocks")));
  EXPECT_THAT(ViolationsFor(WithJson(cited)),
              ElementsAre(Violates("message_json", "too many blocks")));
  std::string events = kEvents;
  events = events.substr(0, events.find("event: content_block_delta"));
  for (int i = 0; i < 60000; ++i) {
    events +=
        "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
        "{\"type\":\"citations_delta\",\"citation\":{}}}\n\n";
  }
  resolving::AnswerLimits limits;
  limits.max_citations = 1000000;
  v1::ResolveAnswerRequest request = WithEvents(events);
  v1::Answer answer;
  EXPECT_THAT(ViolationsIn(ResolveAnswer(&request, TestDefaults(), limits, &answer)),
              ElementsAre(Violates("message_events", "too many blocks")));
}

TEST(ResolveCallTest, AToolInputThatIsNotJsonIsAViolation) {
  std::string events = kEvents;
  const std::string block = R"({"citations":[],"type":"text","text":""})";
  events.replace(events.find(block), block.size(),
                 R"({"type":"tool_use","id":"t","name":"n","input":{}})");
  events.replace(events.find(R"({"type":"text_delta","text":"A."})"), 33,
                 R"({"type":"input_json_delta","partial_json":"{"})");
  const size_t citation = events.find("event: content_block_delta", events.find("partial_json"));
  events.erase(citation, events.find("event: content_block_stop") - citation);
  EXPECT_THAT(ViolationsFor(WithEvents(events)), ElementsAre(Violates("message_events", "JSON")));
}

TEST(ResolveCallTest, ViolationsOfTheRequestHavePathsThatStartWithRequest) {
  v1::ResolveAnswerRequest request = WithEvents(kEvents);
  request.mutable_request()->clear_question();
  EXPECT_THAT(ViolationsFor(request), ElementsAre(Violates("request.question", "")));
}

TEST(ResolveCallTest, WithStrictAnUnverifiedCitationIsAnError) {
  v1::ResolveAnswerRequest request = WithEvents(kEvents);
  request.mutable_request()->mutable_citation_options()->set_strict(true);
  request.mutable_request()
      ->mutable_search_results(0)
      ->mutable_blocks()
      ->mutable_blocks(0)
      ->set_text("Something else.");
  v1::Answer answer;
  EXPECT_EQ(status::ErrorReason(Resolve(request, &answer)), "UNVERIFIED_CITATION");
}

TEST(ResolveCallTest, AMissingMessageIsAViolation) {
  v1::ResolveAnswerRequest request;
  *request.mutable_request() = TwoHits();
  const std::vector<FieldViolation> violations = ViolationsFor(request);
  EXPECT_THAT(violations, ElementsAre(Violates("message_json", "message_events")));
}

TEST(ResolveCallTest, AMissingMessageIsReportedWithTheViolationsOfTheRequest) {
  v1::ResolveAnswerRequest request;
  *request.mutable_request() = TwoHits();
  request.mutable_request()->clear_question();
  request.mutable_request()->mutable_search_results(1)->clear_title();
  v1::Answer answer;
  const absl::Status status = Resolve(request, &answer);
  EXPECT_EQ(status::ErrorMetadata(status, "violations"), "3");
  EXPECT_THAT(ViolationsIn(status),
              UnorderedElementsAre(Violates("message_json", ""), Violates("request.question", ""),
                                   Violates("request.search_results[1].title", "")));
}

TEST(ResolveCallTest, TheRequestIsCheckedBeforeTheMessageIsRead) {
  v1::ResolveAnswerRequest request = WithJson("{");
  request.mutable_request()->clear_question();
  EXPECT_THAT(ViolationsFor(request), ElementsAre(Violates("request.question", "")));
}

TEST(ResolveCallTest, ARequestThatIsTooLargeForTheApiIsRefused) {
  // No answer of the API can cite it.
  v1::ResolveAnswerRequest request = WithEvents(kEvents);
  request.mutable_request()->mutable_search_results(1)->set_text(std::string(33 << 20, 'x'));
  v1::Answer answer;
  EXPECT_EQ(status::ErrorReason(Resolve(request, &answer)), "REQUEST_TOO_LARGE");
}

TEST(ResolveCallTest, AnExactCitedTextIsOmittedOnRequest) {
  for (v1::ResolveAnswerRequest request : {WithEvents(kEvents), WithJson(EquivalentJson())}) {
    request.mutable_request()->mutable_response_options()->set_omit_exact_cited_text(true);
    v1::Answer answer;
    ASSERT_TRUE(Resolve(request, &answer).ok());
    const v1::Citation& citation = answer.blocks(0).text().citations(0);
    EXPECT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_EXACT);
    EXPECT_FALSE(citation.has_cited_text());
  }
}

}  // namespace
}  // namespace footnote::answering
