// SPDX-License-Identifier: Apache-2.0
// AnswerRequest has the fields of UserTurn, so that the present turn is written like an earlier
// one, and one UserTurnView serves both.
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include "footnote/v1/answer_request.pb.h"
#include "footnote/v1/conversation.pb.h"

namespace footnote::answering::building {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

// Fields of AnswerRequest up to this number are those of UserTurn.
constexpr int kLastTurnField = 9;

void ExpectSameField(const FieldDescriptor* expected, const FieldDescriptor* actual) {
  ASSERT_NE(actual, nullptr) << expected->full_name();
  EXPECT_EQ(actual->name(), expected->name());
  EXPECT_EQ(actual->type(), expected->type()) << expected->name();
  EXPECT_EQ(actual->label(), expected->label()) << expected->name();
  EXPECT_EQ(actual->message_type(), expected->message_type()) << expected->name();
  EXPECT_EQ(actual->enum_type(), expected->enum_type()) << expected->name();
  EXPECT_EQ(actual->has_presence(), expected->has_presence()) << expected->name();
  EXPECT_EQ(actual->real_containing_oneof() != nullptr,
            expected->real_containing_oneof() != nullptr)
      << expected->name();
}

TEST(UserTurnFieldsTest, AnswerRequestHasEveryFieldOfUserTurn) {
  const Descriptor* turn = v1::UserTurn::descriptor();
  const Descriptor* request = v1::AnswerRequest::descriptor();
  ASSERT_GT(turn->field_count(), 0);
  for (int i = 0; i < turn->field_count(); ++i) {
    EXPECT_LE(turn->field(i)->number(), kLastTurnField);
    ExpectSameField(turn->field(i), request->FindFieldByNumber(turn->field(i)->number()));
  }
}

TEST(UserTurnFieldsTest, UserTurnHasEveryFieldOfAnswerRequestUpToTheLastTurnField) {
  const Descriptor* turn = v1::UserTurn::descriptor();
  const Descriptor* request = v1::AnswerRequest::descriptor();
  for (int i = 0; i < request->field_count(); ++i) {
    if (request->field(i)->number() > kLastTurnField) continue;
    EXPECT_NE(turn->FindFieldByNumber(request->field(i)->number()), nullptr)
        << request->field(i)->full_name();
  }
}

}  // namespace
}  // namespace footnote::answering::building
