// SPDX-License-Identifier: Apache-2.0
// What a script changes in a reply's content, before it goes over the wire in either mode.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_CHANGES_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_CHANGES_H_

#include <cstdint>
#include <string>

#include "service/emulator/reply/reply.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

struct ReplyChanges {
  // Any text; empty: the reply's own. A refusal has no content unless `partial`.
  std::string stop_reason;
  bool partial = false;
  // Where citations leak into the text: blocks lose them, and their text gets markup in their
  // place.
  enum class Leak {
    kNone,
    kCite,      // <cite index="0-1">text</cite>; 0-1 is the second block of the first source
    kUnclosed,  // <cite index="0-1">text
    kBrackets,  // text [1]
    kLink,      // [text](source), with the title of a document for its source
    // A placeholder character, U+FFFC, after the text.
    kPlaceholder,
  };
  Leak leak = Leak::kNone;
  // A last block cites this page of the first PDF, URL or file that is citable; 0 for none. The
  // emulator does not read it, so the words are made up. Without such a document, no block.
  int64_t cited_page = 0;
  // A thinking block comes first.
  bool thinking = false;
  // A block of a kind that the API does not have comes first, but after thinking.
  bool unknown_block = false;
};

// `request` is the one that `reply` answers.
void ApplyChanges(const ReplyChanges& changes, const ParsedRequest& request, Reply* reply);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_CHANGES_H_
