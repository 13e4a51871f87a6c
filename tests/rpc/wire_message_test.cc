// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/wire_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "footnote/v1/answer_service.pb.h"
#include "google/rpc/error_details.pb.h"
#include "service/status/rich_status.h"
#include "tests/rpc/encoded.h"

namespace footnote::rpc {
namespace {

google::rpc::BadRequest BadRequestOf(const absl::Status& status) {
  google::rpc::BadRequest bad_request;
  const auto payload = status.GetPayload(status::kBadRequestTypeUrl);
  if (payload.has_value()) bad_request.ParseFromString(std::string(*payload));
  return bad_request;
}

// The status of a request of `bytes`.
absl::Status ParseStatus(const std::string& bytes) {
  v1::AnswerRequest request;
  return ParseMessage(Buffer(bytes), &request);
}

TEST(ParseMessageTest, ParsesARequestInAnyNumberOfSlices) {
  v1::AnswerRequest sent;
  sent.set_question("What is the limit?");
  sent.add_search_results()->set_text("1000 per hour");
  for (const size_t slice_bytes : {1, 3, 1000}) {
    v1::AnswerRequest request;
    ASSERT_TRUE(ParseMessage(Encoded(sent, slice_bytes), &request).ok());
    EXPECT_EQ(request.SerializeAsString(), sent.SerializeAsString());
  }
}

TEST(ParseMessageTest, AnEmptyRequestIsValid) {
  v1::AnswerRequest request;
  EXPECT_TRUE(ParseMessage(Buffer(""), &request).ok());
}

TEST(ParseMessageTest, ReleasesTheBytes) {
  v1::AnswerRequest request;
  request.set_question("Q");
  const grpc::ByteBuffer good = Encoded(request);
  ASSERT_TRUE(ParseMessage(good, &request).ok());
  EXPECT_FALSE(good.Valid());
  const grpc::ByteBuffer bad = Buffer("\xff\xff");
  ASSERT_FALSE(ParseMessage(bad, &request).ok());
  EXPECT_FALSE(bad.Valid());
}

TEST(ParseMessageTest, AMalformedEncodingIsAViolation) {
  const absl::Status status = ParseStatus("\xff\xff\xff");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status::ErrorReason(status), "INVALID_REQUEST");
  ASSERT_EQ(BadRequestOf(status).field_violations_size(), 1);
  EXPECT_EQ(BadRequestOf(status).field_violations(0).field(), "");
  EXPECT_THAT(std::string(status.message()), testing::HasSubstr("footnote.v1.AnswerRequest"));
}

TEST(ParseMessageTest, AnIllFormedStringIsAViolationOfItsField) {
  v1::AnswerRequest request;
  request.add_search_results()->set_title("ab@");
  std::string bytes = request.SerializeAsString();
  bytes[bytes.find('@')] = '\xff';
  const absl::Status status = ParseStatus(bytes);
  EXPECT_EQ(status::ErrorReason(status), "INVALID_REQUEST");
  ASSERT_EQ(BadRequestOf(status).field_violations_size(), 1);
  EXPECT_EQ(BadRequestOf(status).field_violations(0).field(), "search_results[0].title");
}

TEST(ParseMessageTest, TheErrorHasTheRequestId) {
  v1::AnswerRequest request;
  request.set_question("ab@");
  request.set_request_id("id-1");
  std::string bytes = request.SerializeAsString();
  bytes[bytes.find('@')] = '\xff';
  EXPECT_EQ(status::ErrorMetadata(ParseStatus(bytes), "request_id"), "id-1");
}

TEST(ParseMessageTest, ARequestWithTooManyElementsIsRefused) {
  std::string bytes;
  for (int i = 0; i < 200001; ++i) bytes += std::string("\x12\0", 2);
  const absl::Status status = ParseStatus(bytes);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status::ErrorReason(status), "REQUEST_TOO_LARGE");
  EXPECT_EQ(status::ErrorMetadata(status, "max_elements"), "200000");
  EXPECT_TRUE(ParseStatus(bytes.substr(2)).ok());
}

TEST(ParseMessageTest, UnknownFieldsAreElements) {
  std::string bytes;
  for (int i = 0; i < 200001; ++i) bytes += "\xf8\x7f\x01";
  EXPECT_EQ(status::ErrorReason(ParseStatus(bytes)), "REQUEST_TOO_LARGE");
  EXPECT_TRUE(ParseStatus(bytes.substr(3)).ok());
}

TEST(TakeRequestIdTest, FindsTheIdAndReleasesTheBytes) {
  v1::AnswerRequest request;
  request.set_request_id("id-1");
  const grpc::ByteBuffer bytes = Encoded(request);
  EXPECT_EQ(TakeRequestId(*v1::AnswerRequest::descriptor(), bytes), "id-1");
  EXPECT_FALSE(bytes.Valid());
}

TEST(SerializeMessageTest, TheBytesAreThoseOfTheMessage) {
  v1::AnswerResponse response;
  response.mutable_answer()->set_text(std::string(1 << 20, 'x'));
  grpc::ByteBuffer buffer;
  ASSERT_TRUE(SerializeMessage(response, &buffer).ok());
  EXPECT_EQ(Bytes(buffer), response.SerializeAsString());
}

}  // namespace
}  // namespace footnote::rpc
