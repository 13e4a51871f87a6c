// Puts an earlier answer's blocks back into the form in which the API takes them.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_REPLAY_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_REPLAY_H_

#include <vector>

#include "footnote/v1/conversation.pb.h"
#include "service/answering/building/violations.h"
#include "service/messages/request.h"

namespace footnote::answering {

// The content of an assistant message that says what `turn` said; views of it. Leaves out what the
// API refuses or never takes back: text of white space only, blocks that upstream itself left
// unreadable, citations that are incomplete or of an unknown kind, and fields that are output only.
// May be empty.
std::vector<messages::ContentBlockParam> ReplayAssistantTurn(const v1::AssistantTurn& turn,
                                                             const FieldPath& path,
                                                             Violations* violations);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_REPLAY_H_
