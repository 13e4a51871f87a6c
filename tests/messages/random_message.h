// SPDX-License-Identifier: Apache-2.0
// Random messages of the Messages API, as response bodies and as streams.
#ifndef FOOTNOTE_TESTS_MESSAGES_RANDOM_MESSAGE_H_
#define FOOTNOTE_TESTS_MESSAGES_RANDOM_MESSAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/messages/random_block.h"

namespace footnote::messages {

struct RandomMessage {
  // The response body.
  std::string json;
  // The bytes of a stream with the same content.
  std::string sse;
};

// Returns the message of this seed, which is the same on every machine.
//
// The message has blocks of all kinds, known and unknown; complete, partial and unknown citations
// of all kinds, many of which quote `search_results` and `documents` if there are any; sentences,
// links, leaked markup, code and placeholder characters in texts; and sometimes lone surrogates.
// The two forms differ in everything without a meaning: white space, escape sequences, how texts
// are split into deltas (also between the halves of a surrogate pair), the order of text and
// citations, how the events of blocks interleave, line ends, comments, pings, and how usage is
// reported.
RandomMessage MakeRandomMessage(uint32_t seed,
                                const std::vector<CitableSearchResult>& search_results = {},
                                const std::vector<CitableDocument>& documents = {});

}  // namespace footnote::messages

#endif  // FOOTNOTE_TESTS_MESSAGES_RANDOM_MESSAGE_H_
