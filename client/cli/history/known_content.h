// What a conversation has already need not be sent again.
#ifndef FOOTNOTE_CLIENT_CLI_HISTORY_KNOWN_CONTENT_H_
#define FOOTNOTE_CLIENT_CLI_HISTORY_KNOWN_CONTENT_H_

#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// Takes from the present turn of `request` the hits, documents and pictures that an earlier turn of
// it has already: the model still sees them and may cite them there. Those that have the id of an
// earlier one and yet differ from it, such as a file that has changed, get an id of their own:
// "path~2". Returns how many were taken out.
int LeaveOutKnown(v1::AnswerRequest* request);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_HISTORY_KNOWN_CONTENT_H_
