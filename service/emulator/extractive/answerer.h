// SPDX-License-Identifier: Apache-2.0
// Answers a request by quoting what it was given. It is no language model: it finds the passages
// that share the most with the question, and says them again.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_ANSWERER_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_ANSWERER_H_

#include <cstdint>

#include "service/emulator/reply/reply.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// The reply to a request that Validate took. Ids come from `seed`; the rest depends on the request
// alone. Usage has no cache figures yet: all input counts as input_tokens.
//
// - Uses a tool when tool_choice forces it; or when tools are offered, tool_choice permits, and the
//   last user turn brings neither a tool result nor a search result nor a document. The tool is
//   the chosen or the first custom one, its input {"query": <question>} if its schema has a
//   `query`, else {}.
// - Otherwise quotes one to three passages as one text block each, with connecting text between.
//   Neighbouring passages of a source become one block with one range. Citations come only from
//   sources that have them enabled.
// - Says in the question's language, without citations, when nothing matches (see Ranker), when a
//   search failed, and when there is nothing to answer from.
// - Stops before the first stop sequence, and after 4 * max_tokens code points. A tool use that
//   does not fit is left out; max_tokens 0 gives no content.
Reply AnswerRequest(const ParsedRequest& request, uint64_t seed);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_ANSWERER_H_
