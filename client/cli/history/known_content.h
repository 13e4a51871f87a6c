// SPDX-License-Identifier: Apache-2.0
// Removes content that the conversation already has.
#ifndef FOOTNOTE_CLIENT_CLI_HISTORY_KNOWN_CONTENT_H_
#define FOOTNOTE_CLIENT_CLI_HISTORY_KNOWN_CONTENT_H_

#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// Removes from the present turn of `request` the search results, documents and images that an
// earlier turn already has: the model still sees them and may cite them there. Content with the id
// of earlier content that differs from it, such as a file that has changed, gets a new id:
// "path~2". Returns the number of removed elements.
int RemoveKnown(v1::AnswerRequest* request);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_HISTORY_KNOWN_CONTENT_H_
