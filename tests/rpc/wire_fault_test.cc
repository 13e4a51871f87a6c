// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/wire_fault.h"

#include <google/protobuf/struct.pb.h>

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

// The encoding of `good` with the surrogate U+D83D, encoded like UTF-8, in place of every "@@@". No
// client library sends such bytes.
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
  const auto reason = *field == '\0' ? v1::MALFORMED_MESSAGE : v1::INVALID_UTF8;
  return AllOf(Field(&status::Violation::field, field), Field(&status::Violation::reason, reason),
               Field(&status::Violation::description, HasSubstr(description)));
}

// B46.
TEST(WireFaultTest, AnIllFormedStringIsReportedWithItsPathAndByte) {
  v1::AnswerRequest request;
  request.add_search_results()->mutable_blocks()->add_blocks()->set_text("fine");
  request.add_search_results()->mutable_blocks()->add_blocks()->set_text("fine");
  request.mutable_search_results(1)->mutable_blocks()->add_blocks()->set_text("ab@@@");
  EXPECT_THAT(Faults(WithSurrogate(request)),
              ElementsAre(Fault("search_results[1].blocks.blocks[1].text", "byte 2")));
}

TEST(WireFaultTest, EveryIllFormedStringIsReported) {
  v1::AnswerRequest request;
  request.set_question("@@@");
  request.mutable_model_options()->add_stop_sequences("ok");
  request.mutable_model_options()->add_stop_sequences("@@@");
  request.add_turns()->mutable_user()->set_question("x@@@");
  EXPECT_THAT(Faults(WithSurrogate(request)),
              ElementsAre(Fault("question", "byte 0"), Fault("turns[0].user.question", "byte 1"),
                          Fault("model_options.stop_sequences[1]", "byte 0")));
}

TEST(WireFaultTest, TheValueOfAMapEntryIsReported) {
  v1::AnswerRequest request;
  (*request.add_search_results()->mutable_metadata())["k"] = "@@@";
  EXPECT_THAT(Faults(WithSurrogate(request)),
              ElementsAre(Fault("search_results[0].metadata[0].value", "byte 0")));
}

TEST(WireFaultTest, EveryTruncationOfARequestIsAFault) {
  v1::AnswerRequest request;
  request.set_question("question");
  request.add_search_results()->set_title("title");
  const std::string whole = request.SerializeAsString();
  for (size_t length = 0; length < whole.size(); ++length) {
    SCOPED_TRACE(length);
    EXPECT_FALSE(Faults(whole.substr(0, length)).empty());
  }
}

TEST(WireFaultTest, BytesThatAreNotAMessageAreReported) {
  EXPECT_THAT(Faults("\xff\xff\xff\xff"), ElementsAre(Fault("", "footnote.v1.AnswerRequest")));
}

TEST(WireFaultTest, AllFaultsAreCountedAndAFewAreKept) {
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

TEST(WireFaultTest, ElementsAtEveryDepthAreCounted) {
  v1::AnswerRequest request;
  request.set_question("a string that is not repeated does not count");
  request.add_search_results()->mutable_blocks()->add_blocks()->set_text("a");  // 3
  request.add_turns()->mutable_user()->add_search_results();                    // 3
  request.mutable_model_options()->add_stop_sequences("b");                     // 2
  const std::string bytes = request.SerializeAsString();
  EXPECT_TRUE(HasMoreElementsThan(7, *v1::AnswerRequest::descriptor(), bytes));
  EXPECT_FALSE(HasMoreElementsThan(8, *v1::AnswerRequest::descriptor(), bytes));
}

TEST(WireFaultTest, UnknownFieldsAreCounted) {
  struct Case {
    const char* name;
    std::string bytes;
    size_t elements;
  };
  // Field 2047 does not exist; field 1, `question`, is a string.
  const std::string unknown = "\xf8\x7f\x01";
  const Case cases[] = {
      {"a varint", unknown, 1},
      {"a string", std::string("\xfa\x7f\x01x", 4), 1},
      {"32 bits", std::string("\xfd\x7f\0\0\0\0", 6), 1},
      {"a group with two fields", "\xfb\x7f" + unknown + unknown + "\xfc\x7f", 3},
      {"a group in a group", "\xfb\x7f\xfb\x7f\xfc\x7f\xfc\x7f", 2},
      {"a field with another wire type", std::string("\x08\x01", 2), 1},
      {"in a message", std::string("\x12\x03", 2) + unknown, 2},
  };
  const auto has_more = [](size_t limit, const std::string& bytes) {
    return HasMoreElementsThan(limit, *v1::AnswerRequest::descriptor(), bytes);
  };
  for (const Case& row : cases) {
    v1::AnswerRequest request;
    ASSERT_TRUE(request.ParseFromString(row.bytes)) << row.name;
    EXPECT_TRUE(has_more(row.elements - 1, row.bytes)) << row.name;
    EXPECT_FALSE(has_more(row.elements, row.bytes)) << row.name;
  }
}

TEST(WireFaultTest, AKnownScalarIsNoElement) {
  v1::PreviewAnswerRequest request;
  request.set_stream(true);
  EXPECT_FALSE(
      HasMoreElementsThan(0, *v1::PreviewAnswerRequest::descriptor(), request.SerializeAsString()));
}

TEST(WireFaultTest, MessagesAreWalkedToTheDepthThatParsingAllows) {
  const std::string ill_formed = "\x1a\x01\xff";  // Value.string_value
  // Returns `inner`, a Value, nested in `pairs` pairs of a ListValue and a Value.
  const auto nested = [&](int pairs) {
    std::string value = ill_formed;
    for (int i = 0; i < 2 * pairs; ++i) {
      std::string length;
      for (size_t rest = value.size(); true; rest >>= 7) {
        length += static_cast<char>((rest & 0x7f) | (rest >= 0x80 ? 0x80 : 0));
        if (rest < 0x80) break;
      }
      value = (i % 2 == 0 ? "\x0a" : "\x32") + length + value;
    }
    return value;
  };
  const auto reason = [](const google::protobuf::Descriptor& type, const std::string& bytes) {
    return FindWireFaults(type, bytes).kept.at(0).reason;
  };
  EXPECT_EQ(reason(*google::protobuf::Value::descriptor(), nested(50)), v1::INVALID_UTF8);
  std::string deeper = nested(50);
  deeper = std::string("\x0a") + static_cast<char>((deeper.size() & 0x7f) | 0x80) +
           static_cast<char>(deeper.size() >> 7) + deeper;
  EXPECT_EQ(reason(*google::protobuf::ListValue::descriptor(), deeper), v1::MALFORMED_MESSAGE);
}

TEST(WireFaultTest, DeepNestingDoesNotOverflowTheStack) {
  // A million nested groups.
  EXPECT_FALSE(Faults(std::string(1000000, '\x0b')).empty());
}

}  // namespace
}  // namespace footnote::rpc
