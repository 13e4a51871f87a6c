#include "service/rpc/wire_fault.h"

#include <string>
#include <vector>

#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote::rpc {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;

// Bytes that no client library would send: `good` is a serialized request, and the first
// occurrence of "@@@" in it becomes the surrogate U+D83D in UTF-8's clothing.
std::string WithSurrogate(const v1::AnswerRequest& good) {
  std::string bytes = good.SerializeAsString();
  for (size_t at = bytes.find("@@@"); at != std::string::npos; at = bytes.find("@@@")) {
    bytes.replace(at, 3, "\xED\xA0\xBD");
  }
  return bytes;
}

std::vector<status::Violation> Faults(const std::string& bytes) {
  return FindWireFaults(*v1::AnswerRequest::descriptor(), bytes).kept;
}

auto Fault(const char* field, const char* description) {
  return AllOf(Field(&status::Violation::field, field),
               Field(&status::Violation::description, HasSubstr(description)));
}

// B46.
TEST(WireFaultTest, AnIllFormedStringIsNamedWithItsElementAndByte) {
  v1::AnswerRequest request;
  request.add_hits()->add_blocks()->set_text("fine");
  request.add_hits()->add_blocks()->set_text("fine");
  request.mutable_hits(1)->add_blocks()->set_text("ab@@@");
  EXPECT_THAT(Faults(WithSurrogate(request)),
              ElementsAre(Fault("hits[1].blocks[1].text", "byte 2")));
}

TEST(WireFaultTest, EveryIllFormedStringIsNamed) {
  v1::AnswerRequest request;
  request.set_question("@@@");
  request.mutable_model_options()->add_stop_sequences("ok");
  request.mutable_model_options()->add_stop_sequences("@@@");
  request.add_turns()->mutable_user()->set_question("x@@@");
  EXPECT_THAT(Faults(WithSurrogate(request)),
              ElementsAre(Fault("question", "byte 0"), Fault("turns[0].user.question", "byte 1"),
                          Fault("model_options.stop_sequences[1]", "byte 0")));
}

TEST(WireFaultTest, TheValueOfAMapEntryIsNamed) {
  v1::AnswerRequest request;
  (*request.add_hits()->mutable_metadata())["k"] = "@@@";
  EXPECT_THAT(Faults(WithSurrogate(request)),
              ElementsAre(Fault("hits[0].metadata[0].value", "byte 0")));
}

TEST(WireFaultTest, EveryTruncationOfARequestIsAFault) {
  v1::AnswerRequest request;
  request.set_question("question");
  request.add_hits()->set_title("title");
  const std::string whole = request.SerializeAsString();
  for (size_t length = 0; length < whole.size(); ++length) {
    SCOPED_TRACE(length);
    EXPECT_FALSE(Faults(whole.substr(0, length)).empty());
  }
}

TEST(WireFaultTest, BytesThatAreNoMessageAreSaidToBeNone) {
  EXPECT_THAT(Faults("\xff\xff\xff\xff"), ElementsAre(Fault("", "footnote.v1.AnswerRequest")));
}

TEST(WireFaultTest, MillionsOfFaultsAreCountedAndFewAreKept) {
  v1::AnswerRequest request;
  for (int i = 0; i < 100000; ++i) request.mutable_model_options()->add_stop_sequences("@@@");
  std::string bytes = request.SerializeAsString();
  for (char& c : bytes) {
    if (c == '@') c = '\xff';
  }
  const WireFaults faults = FindWireFaults(*v1::AnswerRequest::descriptor(), bytes);
  EXPECT_EQ(faults.total, 100000u);
  EXPECT_EQ(faults.kept.size(), 200u);
}

TEST(WireFaultTest, ElementsOfEveryLevelAreCounted) {
  v1::AnswerRequest request;
  request.set_question("a string that stands alone is none");
  request.add_hits()->add_blocks()->set_text("a");           // 2
  request.add_turns()->mutable_user()->add_hits();           // 3
  request.mutable_model_options()->add_stop_sequences("b");  // 2
  const std::string bytes = request.SerializeAsString();
  EXPECT_TRUE(HasMoreElementsThan(6, *v1::AnswerRequest::descriptor(), bytes));
  EXPECT_FALSE(HasMoreElementsThan(7, *v1::AnswerRequest::descriptor(), bytes));
}

TEST(WireFaultTest, DeepNestingEndsWithoutOverflow) {
  // Groups inside groups, a million deep.
  EXPECT_FALSE(Faults(std::string(1000000, '\x0b')).empty());
}

}  // namespace
}  // namespace footnote::rpc
