// SPDX-License-Identifier: Apache-2.0
// Changes that a script makes to the content of a reply, with and without streaming.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_CHANGES_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_CHANGES_H_

#include <cstdint>
#include <string>

#include "service/emulator/reply/reply.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

struct ReplyChanges {
  // Replaces the stop reason if not empty; may be any text. The content of a "refusal" is removed
  // unless `partial` is true.
  std::string stop_reason;
  bool partial = false;
  // Replaces the citations of blocks with markup in the text.
  enum class Leak {
    kNone,
    kCite,         // <cite index="0-1">text</cite>; 0-1 is the second block of the first source
    kUnclosed,     // <cite index="0-1">text
    kBrackets,     // text [1]
    kLink,         // [text](source), with the title of a document instead of its source
    kPlaceholder,  // text and U+FFFC (object replacement character)
  };
  Leak leak = Leak::kNone;
  // Appends a block that cites this page (1-based) of the first PDF, URL or file with citations
  // enabled, if there is one; 0 for none. The cited text is invented, because the emulator does not
  // read these documents.
  int64_t cited_page = 0;
  // Inserts a thinking block at the start.
  bool thinking = false;
  // Inserts a block of a type that the API does not have, at the start or after the thinking block.
  bool unknown_block = false;
};

// Applies `changes` to `reply`, which must be the reply to `request`.
void ApplyChanges(const ReplyChanges& changes, const ParsedRequest& request, Reply* reply);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_CHANGES_H_
