// Puts an earlier answer's blocks back into the form in which the API takes them.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REPLAY_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REPLAY_H_

#include <vector>

#include "footnote/v1/conversation.pb.h"
#include "service/answering/building/content/opaque_block.h"
#include "service/answering/building/content/source_register.h"
#include "service/answering/building/validation/violations.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

struct ReplayedTurn {
  // The content of the message; views of the turn. May be empty.
  std::vector<messages::ContentBlockParam> content;
  // The blocks of tools that the API runs itself, in order.
  std::vector<ServerToolPart> server_tools;
  // Whether the last block is one of them: such a turn may have paused.
  bool ends_in_server_tool = false;
};

// What an assistant message has to hold to say what `turn` said. `sources` are those that stand
// before it. Leaves out what the API refuses or never takes back: text of white space only, blocks
// that upstream itself left unreadable, fields that are output only, what Footnote recovered from
// leaked markup, and citations as citation_replay.h says.
ReplayedTurn ReplayAssistantTurn(const v1::AssistantTurn& turn, const SourceRegister& sources,
                                 const FieldPath& path, Violations* violations);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REPLAY_H_
