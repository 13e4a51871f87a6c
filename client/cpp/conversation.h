// Goes on with a conversation.
//
//   absl::StatusOr<v1::Answer> answer = client.Answer(request);
//   v1::AnswerRequest next;
//   *next.mutable_turns() = request.turns();
//   for (v1::Turn& turn : NextTurns(request, *answer)) *next.add_turns() = std::move(turn);
//   next.set_question("And of backups?");
//
// The next answer may cite what any turn holds, so earlier hits need not be sent as new ones.
#ifndef FOOTNOTE_CLIENT_CPP_CONVERSATION_H_
#define FOOTNOTE_CLIENT_CPP_CONVERSATION_H_

#include <vector>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "footnote/v1/conversation.pb.h"

namespace footnote::client {

// The turns that `request` and its `answer` add to those that `request` has already: what the
// user's side sent, and the answer's blocks, of which citations keep no more than the service reads
// of them. No user's turn where the present one has nothing at all, as when a paused answer goes
// on.
//
// None after a refusal, which the API asks to leave out together with what was refused: going on
// with it is refused again.
//
// Hits that are given as text and do not say how they are cut get the request's `chunking`, so that
// they are cut in the same way, and stay in the cache, whatever later requests say. The request's
// own options, such as the system prompt, belong to no turn.
std::vector<v1::Turn> NextTurns(const v1::AnswerRequest& request, const v1::Answer& answer);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_CONVERSATION_H_
