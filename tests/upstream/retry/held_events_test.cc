// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/held_events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "service/messages/message.h"
#include "service/messages/stream/stream_event.h"
#include "tests/upstream/retry/retry_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Words(absl::Span<const MessagesEvent> events) {
  std::vector<std::string> words;
  for (const MessagesEvent& event : events) words.push_back(Word(event));
  return words;
}

// What is ready once these were added.
template <typename... Events>
std::vector<std::string> AddAll(HeldEvents* held, Events&&... events) {
  MessagesEvent all[] = {std::forward<Events>(events)...};
  return Words(held->Add(absl::MakeSpan(all)));
}

// Whether anything is.
template <typename... Events>
bool Add(HeldEvents* held, Events&&... events) {
  return !AddAll(held, std::forward<Events>(events)...).empty();
}

std::vector<std::string> TakeWords(HeldEvents* held) { return Words(held->Take()); }

MessagesEvent OpenTextWithCitation() {
  messages::ContentBlock block;
  block.citations.emplace_back();
  return Open(0, std::move(block));
}

struct Case {
  std::string name;
  MessagesEvent event;
  bool content = false;
};

class HeldEventsTest : public testing::TestWithParam<Case> {};

TEST_P(HeldEventsTest, HoldsOnlyEventsWithoutContent) {
  HeldEvents held;
  EXPECT_FALSE(Add(&held, Start()));
  EXPECT_EQ(Add(&held, MessagesEvent(GetParam().event)), GetParam().content);
}

MessagesEvent Streamed(messages::StreamEvent event) { return event; }

INSTANTIATE_TEST_SUITE_P(
    Events, HeldEventsTest,
    testing::Values(
        Case{"Ping", Ping(), false}, Case{"TextBlockThatOpensEmpty", OpenText(0), false},
        Case{"TextBlockThatOpensWithText", OpenText(0, "x"), true},
        Case{"TextBlockThatOpensWithACitation", OpenTextWithCitation(), true},
        Case{"ToolUse", OpenToolUse(0), true}, Case{"Thinking", OpenOpaque(0, "thinking"), false},
        Case{"RedactedThinking", OpenOpaque(0, "redacted_thinking"), false},
        Case{"SearchResult", OpenOpaque(0, "web_search_tool_result"), true},
        Case{"BlockOfUnknownKind", OpenOpaque(0, "hologram"), true},
        Case{"Text", Text(0, "x"), true}, Case{"NoText", Text(0, ""), false},
        Case{"Citation", Streamed(messages::CitationsDelta{}), true},
        Case{"Input", Streamed(messages::InputJsonDelta{0, "{"}), true},
        Case{"NoInput", Streamed(messages::InputJsonDelta{0, ""}), false},
        Case{"Thought", Think(0, "x"), false},
        Case{"Signature", Streamed(messages::SignatureDelta{0, "x"}), false},
        Case{"EndOfABlockThatNeverOpened", Close(0), false},
        Case{"MessageDelta", StopsBy("end_turn"), false}, Case{"MessageStop", Done(), false},
        Case{"Unknown", Streamed(messages::UnknownEvent{}), false},
        Case{"WholeMessage", Whole("msg", "end_turn"), false}),
    [](const auto& info) { return info.param.name; });

TEST(HeldEventsOrderTest, GivesAllThatCameInOrder) {
  HeldEvents held;
  EXPECT_FALSE(Add(&held, Start(), OpenText(0)));
  EXPECT_TRUE(Add(&held, Text(0, "a"), Text(0, "b"), Close(0)));
  EXPECT_THAT(TakeWords(&held), ElementsAre("start", "open", "text a", "text b", "close"));
  EXPECT_THAT(TakeWords(&held), ElementsAre());
}

TEST(HeldEventsOrderTest, AnEmptyTextBlockIsContentOnceItIsWhole) {
  HeldEvents held;
  EXPECT_FALSE(Add(&held, OpenText(0), OpenOpaque(1, "thinking"), Close(1)));
  EXPECT_TRUE(Add(&held, Close(0)));
}

TEST(HeldEventsOrderTest, WhatIsReadyAtOnceStaysWhereItIs) {
  HeldEvents held;
  MessagesEvent all[] = {Start(), Ping(), OpenText(0), Text(0, "a")};
  const absl::Span<MessagesEvent> ready = held.Add(absl::MakeSpan(all));
  EXPECT_EQ(ready.data(), all);
  EXPECT_THAT(Words(ready), ElementsAre("start", "ping", "open", "text a"));
  EXPECT_THAT(TakeWords(&held), ElementsAre());
}

TEST(HeldEventsOrderTest, WhatIsReadyFollowsWhatWasHeld) {
  HeldEvents held;
  EXPECT_FALSE(Add(&held, Start(), OpenText(0)));
  EXPECT_THAT(AddAll(&held, Text(0, "a")), ElementsAre("start", "open", "text a"));
}

TEST(HeldEventsOrderTest, PingsAreDropped) {
  HeldEvents held;
  Add(&held, Ping(), Start(), Ping());
  EXPECT_THAT(TakeWords(&held), ElementsAre("start"));
}

TEST(HeldEventsOrderTest, ALongThoughtIsOneEvent) {
  HeldEvents held;
  Add(&held, Think(0, "I "), Ping(), Think(0, "think"));
  Add(&held, Think(0, "."));
  EXPECT_THAT(TakeWords(&held), ElementsAre("thinking I think."));
}

TEST(HeldEventsOrderTest, ThoughtsOfTwoBlocksStayApart) {
  HeldEvents held;
  Add(&held, Think(0, "a"), Think(1, "b"), Think(0, "c"));
  EXPECT_THAT(TakeWords(&held), ElementsAre("thinking a", "thinking b", "thinking c"));
}

TEST(HeldEventsOrderTest, HalfASurrogatePairStaysAtTheEndOfItsDelta) {
  const std::string first_half = "\xED\xA0\xBD";
  const std::string second_half = "\xED\xB8\x80";
  HeldEvents held;
  Add(&held, Think(0, "a"), Think(0, "b" + first_half), Think(0, second_half + "c"), Think(0, "d"));
  EXPECT_THAT(TakeWords(&held),
              ElementsAre("thinking ab" + first_half, "thinking " + second_half + "cd"));
}

TEST(HeldEventsOrderTest, OnlyADeltaThatEndsWithAFirstHalfIsSeparate) {
  struct Delta {
    const char* description;
    std::string text;
    bool separate;  // from the delta that follows
  };
  for (const Delta& delta :
       {Delta{"lowest first half", "\xED\xA0\x80", true},
        Delta{"highest first half", "\xED\xAF\xBF", true},
        Delta{"first half after text", "a\xED\xA0\xBD", true},
        Delta{"second half", "\xED\xB8\x80", false}, Delta{"U+D7FF", "\xED\x9F\xBF", false},
        Delta{"U+E000", "\xEE\x80\x80", false}, Delta{"U+C800", "\xEC\xA0\x80", false},
        Delta{"text after a first half", "\xED\xA0\xBDz", false}, Delta{"two bytes", "é", false},
        Delta{"one byte", "a", false}, Delta{"no bytes", "", false}}) {
    HeldEvents held;
    Add(&held, Think(0, delta.text), Think(0, "b"));
    const std::vector<std::string> words = TakeWords(&held);
    if (delta.separate) {
      EXPECT_THAT(words, ElementsAre("thinking " + delta.text, "thinking b")) << delta.description;
    } else {
      EXPECT_THAT(words, ElementsAre("thinking " + delta.text + "b")) << delta.description;
    }
  }
}

TEST(HeldEventsRefusalTest, ARefusalHasNoContentWhateverFollows) {
  HeldEvents held;
  EXPECT_FALSE(Add(&held, Start(), StopsBy("refusal"), OpenText(0), Text(0, "sorry"), Done()));
  EXPECT_TRUE(held.refused());
}

TEST(HeldEventsRefusalTest, ContentThatCameBeforeTheRefusalIsContent) {
  HeldEvents held;
  EXPECT_TRUE(Add(&held, Start(), Text(0, "x")));
}

TEST(HeldEventsRefusalTest, ContentThatCameWithTheRefusalIsNone) {
  HeldEvents held;
  EXPECT_FALSE(Add(&held, Start(), Text(0, "x"), StopsBy("refusal")));
  EXPECT_TRUE(held.refused());
}

TEST(HeldEventsTest, ABeginningWithoutEndIsHandedOn) {
  HeldEvents held;
  EXPECT_FALSE(Add(&held, Start()));
  bool content = false;
  for (int i = 0; i < 20000 && !content; ++i) content = Add(&held, messages::UnknownEvent());
  EXPECT_TRUE(content);
}

TEST(HeldEventsRefusalTest, ACompleteMessageCanBeARefusal) {
  HeldEvents held;
  EXPECT_FALSE(Add(&held, Whole("msg", "refusal")));
  EXPECT_TRUE(held.refused());
}

TEST(HeldEventsRefusalTest, TheLastStopReasonCounts) {
  HeldEvents held;
  Add(&held, StopsBy("refusal"), StopsBy("end_turn"));
  EXPECT_FALSE(held.refused());
}

TEST(HeldEventsRefusalTest, WatchesWhatIsHandedOnPastIt) {
  HeldEvents held;
  Add(&held, Text(0, "x"));
  const MessagesEvent refusal = StopsBy("refusal");
  held.Watch(absl::MakeConstSpan(&refusal, 1));
  EXPECT_TRUE(held.refused());
}

}  // namespace
}  // namespace footnote::upstream
