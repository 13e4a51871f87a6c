// SPDX-License-Identifier: Apache-2.0
// Converts an answer to the events of its stream.
#ifndef FOOTNOTE_TESTS_CLIENT_ANSWER_EVENTS_H_
#define FOOTNOTE_TESTS_CLIENT_ANSWER_EVENTS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// Options of the conversion.
struct EventOptions {
  size_t characters_per_delta = 5;  // code points
  bool citations_first = false;     // before their block's text, in place of after it
};

// An answer with everything that events can deliver: cited and uncited text, two citations of one
// row by different hits, an unknown source, a tool use, an opaque block and a notice.
v1::Answer RichAnswer();

// An answer with leaked markup, from which two citations are recovered: one adds a row, the other a
// source to a row.
v1::Answer LeakedAnswer();

// What both cite.
v1::AnswerRequest RichRequest();

// `answer` as events, from `started` to `completed`.
std::vector<v1::AnswerEvent> EventsOf(const v1::Answer& answer, const EventOptions& options = {});

// The same with what ResponseOptions.omit_delivered_content omits from `completed`.
std::vector<v1::AnswerEvent> EventsWithOmittedContent(const v1::Answer& answer);

v1::AnswerEvent TextEvent(int block, const std::string& text);

// `events` in messages. A new message begins before event i if bit i - 1 of `cuts` is set; events
// from the 65th on share the message of the 64th.
std::vector<v1::StreamAnswerResponse> Batches(const std::vector<v1::AnswerEvent>& events,
                                              uint64_t cuts);

}  // namespace footnote::client

#endif  // FOOTNOTE_TESTS_CLIENT_ANSWER_EVENTS_H_
