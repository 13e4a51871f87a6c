// SPDX-License-Identifier: Apache-2.0
// The blocks of an earlier answer, in the API's input form.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REPLAY_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REPLAY_H_

#include <deque>
#include <string>
#include <vector>

#include "footnote/v1/conversation.pb.h"
#include "service/answering/building/content/citation_replay.h"
#include "service/answering/building/content/opaque_block.h"
#include "service/answering/building/content/source_register.h"
#include "service/answering/building/validation/field.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

struct ReplayedTurn {
  // The content of the message, which may be empty.
  std::vector<messages::ContentBlockParam> content;
  // The blocks of server tools, in order.
  std::vector<ServerToolPart> server_tools;
  // True if the last block belongs to a server tool: the turn may have paused.
  bool ends_in_server_tool = false;
};

// Converts the earlier answers of one request.
class AssistantReplay {
 public:
  // See CitationReplay.
  AssistantReplay(const SourceRegister* sources, std::deque<std::string>* joined)
      : citations_(sources, joined) {}

  // Returns the content of the assistant message for `turn`, as views of `turn`, of the sources and
  // of `joined`. Omits what the API refuses or does not accept as input: blank text, blocks that
  // the API returned in an unreadable form, output-only fields, citations that were recovered from
  // leaked markup, and citations as citation_replay.h describes. Reports violations to `field`, the
  // field of `turn`.
  ReplayedTurn Replay(const v1::AssistantTurn& turn, const Field& field);

 private:
  void AddText(const v1::AnswerText& text, const Field& field, ReplayedTurn* out);

  CitationReplay citations_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REPLAY_H_
