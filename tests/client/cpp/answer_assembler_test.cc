// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/answer_assembler.h"

#include <google/protobuf/util/message_differencer.h>

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/answer_events.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

using ::google::protobuf::util::MessageDifferencer;

v1::AnswerEvent Event(const std::string& text) { return FromText<v1::AnswerEvent>(text); }

v1::Answer Assemble(const std::vector<v1::AnswerEvent>& events) {
  AnswerAssembler assembler;
  for (const v1::AnswerEvent& event : events) {
    if (event.has_completed()) continue;
    const absl::Status status = assembler.Add(event);
    EXPECT_TRUE(status.ok()) << status << "\n" << event.DebugString();
  }
  return assembler.answer();
}

// Returns the part of `answer` that the events before `completed` deliver.
v1::Answer DeliveredPart(v1::Answer answer) {
  for (const char* field :
       {"stop_reason", "stop_reason_raw", "complete", "usage", "upstream_request_id", "attempts"}) {
    answer.GetReflection()->ClearField(&answer, answer.GetDescriptor()->FindFieldByName(field));
  }
  return answer;
}

// B06
TEST(AnswerAssemblerTest, AssemblesTheDeliveredPartOfTheAnswer) {
  for (const bool citations_first : {false, true}) {
    for (const size_t characters : {1u, 2u, 5u, 1000u}) {
      const v1::Answer assembled = Assemble(EventsOf(RichAnswer(), {characters, citations_first}));
      std::string difference;
      MessageDifferencer differencer;
      differencer.ReportDifferencesToString(&difference);
      EXPECT_TRUE(differencer.Compare(DeliveredPart(RichAnswer()), assembled)) << difference;
    }
  }
}

// B61
TEST(AnswerAssemblerTest, AssemblesRecoveredCitationsAndTheirRows) {
  for (const size_t characters : {1u, 7u}) {
    const v1::Answer assembled = Assemble(EventsOf(LeakedAnswer(), {characters, false}));
    std::string difference;
    MessageDifferencer differencer;
    differencer.ReportDifferencesToString(&difference);
    EXPECT_TRUE(differencer.Compare(DeliveredPart(LeakedAnswer()), assembled)) << difference;
  }
}

TEST(AnswerAssemblerTest, RefusesRecoveredCitationsOfMissingRowsAndRowsWithoutCitations) {
  for (
      const char* finished : {
          R"(block_finished { block_index: 0 recovered_citations { reference_index: 0 } })",
          R"(block_finished { block_index: 0 recovered_citations { reference_index: -1 } })",
          R"(block_finished { block_index: 0 recovered_citations { reference_index: 1 } new_references {} })",
          R"(block_finished { block_index: 0 recovered_citations {} new_references {} })",
          R"(block_finished { block_index: 0 new_references {} })",
      }) {
    AnswerAssembler assembler;
    ASSERT_TRUE(assembler.Add(Event("block_started { block_index: 0 kind: KIND_TEXT }")).ok());
    ASSERT_TRUE(assembler.Add(Event("text_delta { block_index: 0 text: 'a' }")).ok());
    const std::string before = assembler.answer().DebugString();
    EXPECT_EQ(assembler.Add(Event(finished)).code(), absl::StatusCode::kDataLoss) << finished;
    EXPECT_EQ(assembler.answer().DebugString(), before);
    EXPECT_TRUE(
        assembler
            .Add(Event("block_finished { block_index: 0 recovered_citations { reference_index: 0 } "
                       "new_references { number: 1 } }"))
            .ok());
  }
}

TEST(AnswerAssemblerTest, RefusesRecoveredCitationsOfABlockThatIsNotText) {
  AnswerAssembler assembler;
  ASSERT_TRUE(assembler.Add(Event("block_started { block_index: 0 kind: KIND_OPAQUE }")).ok());
  EXPECT_EQ(
      assembler
          .Add(Event(
              "block_finished { block_index: 0 content { opaque {} } recovered_citations {} }"))
          .code(),
      absl::StatusCode::kDataLoss);
}

// B06
TEST(AnswerAssemblerTest, KeepsTheCitationsOfPlainTextDocuments) {
  v1::Answer answer;
  answer.set_text("The grass is green. The sky is blue.");
  int start = 0;
  for (const std::string sentence : {"The grass is green.", " The sky is blue."}) {
    v1::AnswerText* const text = answer.add_blocks()->mutable_text();
    text->set_text(sentence);
    v1::Citation* const citation = text->add_citations();
    v1::CharLocation* const location = citation->mutable_location()->mutable_character();
    location->set_document_index(0);
    location->set_start_char_index(start);
    citation->mutable_answer_span()->set_byte_start(start);
    start += static_cast<int>(sentence.size());
    location->set_end_char_index(start);
    citation->mutable_answer_span()->set_byte_end(start);
    citation->set_cited_text(sentence);
  }
  EXPECT_TRUE(MessageDifferencer::Equals(answer, Assemble(EventsOf(answer))));
}

TEST(AnswerAssemblerTest, HasTheTextSoFar) {
  AnswerAssembler assembler;
  ASSERT_TRUE(assembler.Add(Event("block_started { kind: KIND_TEXT }")).ok());
  ASSERT_TRUE(assembler.Add(Event("text_delta { text: 'Ye' }")).ok());
  EXPECT_EQ(assembler.answer().text(), "Ye");
  EXPECT_EQ(assembler.answer().blocks(0).text().text(), "Ye");
  ASSERT_TRUE(assembler.Add(Event("text_delta { text: 's' }")).ok());
  EXPECT_EQ(assembler.answer().text(), "Yes");
}

TEST(AnswerAssemblerTest, IgnoresEventsOfUnknownKinds) {
  AnswerAssembler assembler;
  EXPECT_TRUE(assembler.Add(v1::AnswerEvent()).ok());
  EXPECT_TRUE(MessageDifferencer::Equals(v1::Answer(), assembler.answer()));
}

TEST(AnswerAssemblerTest, FillsWhatTheCompletedEventOmits) {
  for (const v1::Answer& answer : {RichAnswer(), LeakedAnswer()}) {
    AnswerAssembler assembler;
    for (const v1::AnswerEvent& event : EventsWithOmittedContent(answer)) {
      ASSERT_TRUE(assembler.Add(event).ok()) << event.DebugString();
    }
    std::string difference;
    MessageDifferencer differencer;
    differencer.ReportDifferencesToString(&difference);
    EXPECT_TRUE(differencer.Compare(answer, assembler.TakeAnswer())) << difference;
  }
}

TEST(AnswerAssemblerTest, UsesTheCompleteAnswerOfTheCompletedEvent) {
  AnswerAssembler assembler;
  for (const v1::AnswerEvent& event : EventsOf(RichAnswer())) {
    ASSERT_TRUE(assembler.Add(event).ok()) << event.DebugString();
  }
  EXPECT_TRUE(MessageDifferencer::Equals(RichAnswer(), assembler.answer()));
}

TEST(AnswerAssemblerTest, RefusesACompletedEventThatOmitsAnUnfinishedBlock) {
  AnswerAssembler assembler;
  ASSERT_TRUE(assembler.Add(Event("block_started { kind: KIND_TEXT }")).ok());
  ASSERT_TRUE(assembler.Add(Event("text_delta { text: 'Ye' }")).ok());
  EXPECT_EQ(assembler.Add(Event("completed { answer { model: 'm' } }")).code(),
            absl::StatusCode::kDataLoss);
  EXPECT_EQ(assembler.answer().text(), "Ye");
  EXPECT_EQ(assembler.answer().model(), "");
}

TEST(AnswerAssemblerTest, RefusesEventsThatDoNotFitAndDoesNotChange) {
  const std::vector<std::string> to_open_text = {"block_started { kind: KIND_TEXT }"};
  const std::vector<std::string> to_finished_text = {"block_started { kind: KIND_TEXT }",
                                                     "block_finished {}"};
  const std::vector<std::string> to_open_tool = {"block_started { kind: KIND_TOOL_USE }"};
  struct Case {
    std::vector<std::string> before;
    std::string event;
  };
  for (const Case& bad : std::vector<Case>{
           {{}, "block_started { block_index: 1 kind: KIND_TEXT }"},
           {{}, "block_started { block_index: 2147483647 kind: KIND_TEXT }"},
           {{}, "block_started { block_index: -1 kind: KIND_TEXT }"},
           {{}, "text_delta { text: 'a' }"},
           {{}, "citation {}"},
           {{}, "block_finished {}"},
           {to_open_text, "block_started { block_index: 1 kind: KIND_TEXT }"},
           {to_open_text, "text_delta { block_index: 1 text: 'a' }"},
           {to_open_text, "text_delta { block_index: -1 text: 'a' }"},
           {to_open_text, "citation { citation { reference_index: 0 } }"},
           {to_open_text, "citation { citation { reference_index: -1 } }"},
           {to_open_text,
            "citation { citation { reference_index: 1 } new_reference { number: 1 } }"},
           {to_open_text, "citation { citation {} new_reference { number: 1 } }"},
           {to_open_text, "block_finished { block_index: 1 }"},
           {to_finished_text, "text_delta { text: 'a' }"},
           {to_finished_text, "citation { citation {} }"},
           {to_finished_text, "block_finished {}"},
           {to_open_tool, "text_delta { text: 'a' }"},
           {to_open_tool, "citation { citation {} }"},
           {to_open_tool, "block_finished {}"},
       }) {
    AnswerAssembler assembler;
    for (const std::string& event : bad.before) ASSERT_TRUE(assembler.Add(Event(event)).ok());
    const v1::Answer before = assembler.answer();
    EXPECT_EQ(assembler.Add(Event(bad.event)).code(), absl::StatusCode::kDataLoss) << bad.event;
    EXPECT_TRUE(MessageDifferencer::Equals(before, assembler.answer())) << bad.event;
  }
}

}  // namespace
}  // namespace footnote::client
