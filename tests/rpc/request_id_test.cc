// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/request_id.h"

#include <gtest/gtest.h>

#include <string>

#include "footnote/v1/answer_service.pb.h"
#include "tests/rpc/encoded.h"

namespace footnote::rpc {
namespace {

v1::AnswerRequest RequestWithId(const std::string& id) {
  v1::AnswerRequest request;
  request.set_question("Q");
  request.add_search_results()->set_text(std::string(1000, 'x'));
  request.set_request_id(id);
  return request;
}

std::string Found(const v1::AnswerRequest& request) {
  return FindRequestId(*v1::AnswerRequest::descriptor(), Encoded(request));
}

TEST(ValidRequestIdTest, PrintableAsciiOfUpTo128BytesIsValid) {
  EXPECT_EQ(ValidRequestId("a"), "a");
  EXPECT_EQ(ValidRequestId("0190b6a8-7e5d ~!"), "0190b6a8-7e5d ~!");
  EXPECT_EQ(ValidRequestId(std::string(128, 'i')), std::string(128, 'i'));
}

TEST(ValidRequestIdTest, OtherIdsAreDropped) {
  EXPECT_EQ(ValidRequestId(""), "");
  EXPECT_EQ(ValidRequestId(std::string(129, 'i')), "");
  for (const char* id : {"a\nb", "\x7f", "é", "a\tb", "\x01"}) EXPECT_EQ(ValidRequestId(id), "");
}

TEST(FindRequestIdTest, FindsTheIdOfARequest) {
  EXPECT_EQ(Found(RequestWithId("id-1")), "id-1");
  EXPECT_EQ(Found(RequestWithId("")), "");
}

TEST(FindRequestIdTest, FindsTheIdOfANestedRequest) {
  v1::StreamAnswerRequest stream;
  *stream.mutable_request() = RequestWithId("id-2");
  EXPECT_EQ(FindRequestId(*v1::StreamAnswerRequest::descriptor(), Encoded(stream)), "id-2");
  v1::PreviewAnswerRequest preview;
  *preview.mutable_request() = RequestWithId("id-3");
  preview.set_stream(true);
  EXPECT_EQ(FindRequestId(*v1::PreviewAnswerRequest::descriptor(), Encoded(preview)), "id-3");
}

TEST(FindRequestIdTest, FindsAnIdThatSpansSlices) {
  const grpc::ByteBuffer buffer = Encoded(RequestWithId("0190b6a8-7e5d"), 7);
  EXPECT_EQ(FindRequestId(*v1::AnswerRequest::descriptor(), buffer), "0190b6a8-7e5d");
}

TEST(FindRequestIdTest, TheLastIdCounts) {
  const std::string bytes = RequestWithId("first").SerializeAsString();
  const auto found = [&](const std::string& second) {
    return FindRequestId(*v1::AnswerRequest::descriptor(),
                         Buffer(bytes + RequestWithId(second).SerializeAsString()));
  };
  EXPECT_EQ(found("second"), "second");
  EXPECT_EQ(found(std::string(200, 'i')), "");
}

TEST(FindRequestIdTest, AnIdOfTheMaximumLengthIsFound) {
  EXPECT_EQ(Found(RequestWithId(std::string(128, 'i'))), std::string(128, 'i'));
}

TEST(FindRequestIdTest, AnIdThatIsTooLongIsSkipped) {
  // The field `question` follows it.
  const std::string bytes = std::string("\x9a\x01\x81\x01") + std::string(129, 'i') +
                            std::string("\x0a\x01Q\x9a\x01\x02id");
  EXPECT_EQ(FindRequestId(*v1::AnswerRequest::descriptor(), Buffer(bytes)), "id");
}

TEST(FindRequestIdTest, DropsAnInvalidId) {
  EXPECT_EQ(Found(RequestWithId("a\nb")), "");
  EXPECT_EQ(Found(RequestWithId(std::string(129, 'i'))), "");
}

TEST(FindRequestIdTest, FindsNothingInMalformedBytes) {
  const std::string good = RequestWithId("id-4").SerializeAsString();
  for (size_t size = 0; size < good.size(); ++size) {
    EXPECT_EQ(FindRequestId(*v1::AnswerRequest::descriptor(), Buffer(good.substr(0, size))), "");
  }
  // A nested request whose length exceeds the message, or any message.
  for (const char* bytes : {"\x0a\x06\x9a\x01\x02id", "\x0a\xff\xff\xff\xff\x0f\x9a\x01\x02id"}) {
    EXPECT_EQ(FindRequestId(*v1::StreamAnswerRequest::descriptor(), Buffer(bytes)), "");
  }
  EXPECT_EQ(FindRequestId(*v1::StreamAnswerRequest::descriptor(), Buffer("\x0a\x05\x9a\x01\x02id")),
            "id");
}

}  // namespace
}  // namespace footnote::rpc
