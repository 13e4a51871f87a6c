#include "service/upstream/http/response_head.h"

#include <gtest/gtest.h>

#include <optional>

#include "absl/time/time.h"

namespace footnote::upstream {
namespace {

const absl::Time kNow = absl::FromUnixSeconds(1'795'953'600);

ResponseHead Read(const HttpHeaders& headers) { return ReadResponseHead(200, headers, kNow); }

TEST(ResponseHeadTest, OnlyStatusesFrom200To299AreSuccess) {
  for (const int status : {200, 201, 299}) {
    EXPECT_TRUE(ReadResponseHead(status, {}, kNow).is_success()) << status;
  }
  for (const int status : {0, 199, 300, 400, 529}) {
    EXPECT_FALSE(ReadResponseHead(status, {}, kNow).is_success()) << status;
  }
}

TEST(ResponseHeadTest, ContentTypesAreToldApartWhateverTheirCaseAndParameters) {
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

TEST(ResponseHeadTest, ARetryAfterDateIsCountedFromNow) {
  EXPECT_EQ(Read({{"retry-after", "7"}}).retry_after, absl::Seconds(7));
  EXPECT_EQ(Read({{"retry-after", "7"}, {"retry-after-ms", "250"}}).retry_after,
            absl::Milliseconds(250));
  EXPECT_EQ(Read({{"retry-after", "soon"}}).retry_after, std::nullopt);
}

TEST(ResponseHeadTest, ShouldRetryIsTrueFalseOrUnsaid) {
  EXPECT_EQ(Read({{"x-should-retry", "true"}}).should_retry, true);
  EXPECT_EQ(Read({{"x-should-retry", " FALSE "}}).should_retry, false);
  for (const char* value : {"", "1", "yes", "true false"}) {
    EXPECT_EQ(Read({{"x-should-retry", value}}).should_retry, std::nullopt) << value;
  }
  EXPECT_EQ(Read({}).should_retry, std::nullopt);
}

TEST(ResponseHeadTest, ALengthThatIsNoNumberIsUnsaid) {
  EXPECT_EQ(Read({{"content-length", "12"}}).content_length, 12u);
  for (const char* value : {"", "-1", "x", "99999999999999999999999"}) {
    EXPECT_EQ(Read({{"content-length", value}}).content_length, 0u) << value;
  }
}

}  // namespace
}  // namespace footnote::upstream
