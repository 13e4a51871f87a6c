// SPDX-License-Identifier: Apache-2.0
// The notices of an answer whose stream has events of unknown kinds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "service/answering/resolving/answer_resolver.h"
#include "tests/answering/resolving/resolving_support.h"

namespace footnote::answering::resolving {
namespace {

using testing::ElementsAre;

// Resolves a message with an unknown event for each of `jsons`.
v1::Answer AnswerWithUnknownEvents(const std::vector<std::string>& jsons) {
  v1::Answer answer;
  const SourceIndex sources;
  AnswerResolver resolver(sources, &answer);
  for (const std::string& json : jsons) {
    messages::UnknownReceived event;
    event.json = json;
    resolver.Add(std::move(event), nullptr);
  }
  messages::MessageClosed closed;
  closed.usage.emplace();
  closed.usage->input_tokens = closed.usage->output_tokens = 1;
  resolver.Add(std::move(closed), nullptr);
  return answer;
}

TEST(UnknownEventsTest, AHundredUnknownEventsHaveNoticesAndOneMoreNoticeCountsTheRest) {
  struct Case {
    size_t events;
    int notices;
    const char* last_message;  // "" if the last notice is that of an event
  };
  for (const Case& row : {Case{99, 99, ""}, Case{100, 100, ""},
                          Case{101, 101, "The stream had 1 more events of unknown kinds."},
                          Case{103, 101, "The stream had 3 more events of unknown kinds."}}) {
    const v1::Answer answer = AnswerWithUnknownEvents(std::vector<std::string>(row.events, "{}"));
    ASSERT_EQ(answer.notices_size(), row.notices) << row.events;
    const v1::Notice& last = answer.notices(row.notices - 1);
    EXPECT_EQ(last.kind(), v1::Notice::KIND_UNKNOWN_EVENT) << row.events;
    if (*row.last_message == '\0') {
      EXPECT_EQ(last.event_json(), "{}") << row.events;
    } else {
      EXPECT_EQ(last.message(), row.last_message);
      EXPECT_EQ(last.event_json(), "") << row.events;
    }
  }
}

TEST(UnknownEventsTest, TheJsonOfUnknownEventsIsKeptUpTo64KiBInTotal) {
  const std::string half(32 << 10, 'x');
  const v1::Answer answer = AnswerWithUnknownEvents({half, half + "x", half, "x", ""});
  std::vector<size_t> sizes;
  for (const v1::Notice& notice : answer.notices()) sizes.push_back(notice.event_json().size());
  EXPECT_THAT(sizes, ElementsAre(half.size(), 0, half.size(), 0, 0));
}

}  // namespace
}  // namespace footnote::answering::resolving
