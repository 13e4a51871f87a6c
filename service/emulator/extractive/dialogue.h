// SPDX-License-Identifier: Apache-2.0
// The question of a conversation, and the outcome of its search.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_DIALOGUE_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_DIALOGUE_H_

#include <string>

#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

struct Dialogue {
  // `user_text`. If the last user turn has a tool result, followed by the `query` of each tool use
  // in the assistant turn before it, one per line.
  std::string question;
  // The text of the last user turn that has text, without reports of a search. Texts are joined
  // with line feeds.
  std::string user_text;
  // True if the last user turn has a tool result, a search result or a document.
  bool has_sources = false;
  // True if the last user turn reports a search without results: a tool result without text, or a
  // text such as "No results found.".
  bool found_nothing = false;
  // True if the last user turn reports a failed search: a tool result that is an error, or a text
  // such as "The search failed.".
  bool search_failed = false;
};

// Reads the question from the messages of `request`.
Dialogue ReadDialogue(const ParsedRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_DIALOGUE_H_
