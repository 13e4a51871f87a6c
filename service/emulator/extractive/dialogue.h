// SPDX-License-Identifier: Apache-2.0
// What a conversation asks for: the question, and how far its search has come.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_DIALOGUE_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_DIALOGUE_H_

#include <string>

#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

struct Dialogue {
  // The text of the last user turn that has any; and, where that turn's tool uses were answered,
  // the `query` of each after it.
  std::string question;
  // `question` without the queries.
  std::string words;
  // The last user turn holds a tool result, a search result or a document.
  bool has_material = false;
  // The last user turn says that a search found nothing: a tool result without text, or a text
  // such as "No results found.".
  bool found_nothing = false;
  // The last user turn says that a search failed: a tool result that is an error, or a text such as
  // "The search failed.".
  bool search_failed = false;
};

Dialogue ReadDialogue(const ParsedRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_DIALOGUE_H_
