// SPDX-License-Identifier: Apache-2.0
// Continues a conversation.
//
//   absl::StatusOr<v1::Answer> answer = client.Answer(request);
//   v1::AnswerRequest next;
//   *next.mutable_turns() = request.turns();
//   for (v1::Turn& turn : NextTurns(request, *answer)) *next.add_turns() = std::move(turn);
//   next.set_question("And of backups?");
//
// The next answer may cite the sources of every turn, so earlier search results need not be sent
// again.
#ifndef FOOTNOTE_CLIENT_CPP_CONVERSATION_H_
#define FOOTNOTE_CLIENT_CPP_CONVERSATION_H_

#include <vector>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_request.pb.h"
#include "footnote/v1/conversation.pb.h"

namespace footnote::client {

// Returns the turns to append to `request.turns` after `answer`: the present turn of `request`, and
// the answer's blocks, whose citations keep only the fields that the service reads. There is no
// user turn if the present turn is empty, as when a paused answer is continued.
//
// Returns no turns after a refusal. The API asks to leave out a refusal and the request that caused
// it: a conversation that contains them is refused again.
//
// Search results that are given as text without `chunking` get the request's `chunking`. Later
// requests then split them in the same way, and the API's cache still matches, whatever their own
// `chunking` is. The request's other options, such as the system prompt, belong to no turn.
std::vector<v1::Turn> NextTurns(const v1::AnswerRequest& request, const v1::Answer& answer);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_CONVERSATION_H_
