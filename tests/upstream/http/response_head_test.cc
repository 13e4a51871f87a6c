// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/response_head.h"

#include <gtest/gtest.h>

#include <optional>

#include "absl/time/time.h"

namespace footnote::upstream {
namespace {

const absl::Time kNow = absl::FromUnixSeconds(1'795'953'600);

constexpr absl::string_view kRequestId[] = {"request-id", "other-id"};
constexpr ResponseHeaderNames kNames = {kRequestId, "retry-after-ms", "retry-after",
                                        "x-should-retry"};

ResponseHead Read(const HttpHeaders& headers) {
  return ReadResponseHead(200, headers, kNames, kNow);
}

TEST(ResponseHeadTest, OnlyStatusesFrom200To299AreSuccess) {
  for (const int status : {200, 201, 299}) {
    EXPECT_TRUE(ReadResponseHead(status, {}, kNames, kNow).is_success()) << status;
  }
  for (const int status : {0, 199, 300, 400, 529}) {
    EXPECT_FALSE(ReadResponseHead(status, {}, kNames, kNow).is_success()) << status;
  }
}

TEST(ResponseHeadTest, ContentTypesAreRecognizedInAnyCaseAndWithParameters) {
  for (const char* type : {"text/event-stream", "Text/Event-Stream", "text/event-stream;charset=x",
                           " text/event-stream ; charset=utf-8"}) {
    EXPECT_TRUE(Read({{"content-type", type}}).is_event_stream()) << type;
    EXPECT_FALSE(Read({{"content-type", type}}).is_json()) << type;
  }
  for (const char* type :
       {"application/json", "APPLICATION/JSON; charset=utf-8", "application/problem+json"}) {
    EXPECT_TRUE(Read({{"content-type", type}}).is_json()) << type;
    EXPECT_FALSE(Read({{"content-type", type}}).is_event_stream()) << type;
  }
  for (const char* type : {"", "text/html", "text/event-streams", "application/jsonl"}) {
    EXPECT_FALSE(Read({{"content-type", type}}).is_json()) << type;
    EXPECT_FALSE(Read({{"content-type", type}}).is_event_stream()) << type;
  }
}

TEST(ResponseHeadTest, RetryAfterMsTakesPrecedenceOverRetryAfter) {
  EXPECT_EQ(Read({{"retry-after", "7"}}).retry_after, absl::Seconds(7));
  EXPECT_EQ(Read({{"retry-after", "7"}, {"retry-after-ms", "250"}}).retry_after,
            absl::Milliseconds(250));
  EXPECT_EQ(Read({{"retry-after", "soon"}}).retry_after, std::nullopt);
}

TEST(ResponseHeadTest, ShouldRetryIsTrueFalseOrAbsent) {
  EXPECT_EQ(Read({{"x-should-retry", "true"}}).should_retry, true);
  EXPECT_EQ(Read({{"x-should-retry", " FALSE "}}).should_retry, false);
  for (const char* value : {"", "1", "yes", "true false"}) {
    EXPECT_EQ(Read({{"x-should-retry", value}}).should_retry, std::nullopt) << value;
  }
  EXPECT_EQ(Read({}).should_retry, std::nullopt);
}

TEST(ResponseHeadTest, ALengthThatIsNotANumberIsUnknown) {
  EXPECT_EQ(Read({{"content-length", "12"}}).content_length, 12u);
  for (const char* value : {"", "-1", "x", "99999999999999999999999"}) {
    EXPECT_EQ(Read({{"content-length", value}}).content_length, 0u) << value;
  }
}

TEST(ResponseHeadTest, TheRequestIdIsTheFirstUsableOne) {
  EXPECT_EQ(Read({{"other-id", "b"}, {"request-id", "a"}}).request_id, "a");
  EXPECT_EQ(Read({{"other-id", "b"}, {"request-id", "a\tb"}}).request_id, "b");
  EXPECT_EQ(Read({{"unknown-id", "c"}}).request_id, "");
}

}  // namespace
}  // namespace footnote::upstream
