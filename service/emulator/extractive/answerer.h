// SPDX-License-Identifier: Apache-2.0
// Extractive answers: quotes the passages of a request that match its question best. No language
// model is involved.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_ANSWERER_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_ANSWERER_H_

#include <cstdint>

#include "service/emulator/reply/reply.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// Returns the reply to `request`, which must have passed Validate. IDs depend on `seed`; everything
// else depends only on the request. The usage has no cache counts: all input is in input_tokens.
//
// - The reply is a tool use if tool_choice forces one. It is also a tool use if the request has
//   tools, tool_choice permits them, and the last user turn has no tool result, search result or
//   document. The tool is the one that tool_choice names, else the first custom tool. Its input is
//   {"query": <text of the user>} if its schema has the property `query`, else {}.
// - Otherwise, the reply quotes one to three passages, each in its own text block, with connecting
//   text blocks between them. Adjacent passages of a source are one block with one range. Only
//   sources with citations enabled are cited.
// - If no passage matches (see Ranker), a search failed, or there are no sources, the reply is a
//   fixed text in the language of the question, without citations.
// - The text ends before the first stop sequence, and after 4 * max_tokens code points. A tool use
//   that exceeds max_tokens is omitted. If max_tokens is 0, the content is empty.
Reply AnswerRequest(const ParsedRequest& request, uint64_t seed);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_ANSWERER_H_
