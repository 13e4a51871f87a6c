// SPDX-License-Identifier: Apache-2.0
// Random messages of the Messages API, each in both of its forms.
#ifndef FOOTNOTE_TESTS_MESSAGES_RANDOM_MESSAGE_H_
#define FOOTNOTE_TESTS_MESSAGES_RANDOM_MESSAGE_H_

#include <cstdint>
#include <string>
#include <vector>

namespace footnote::messages {

// A search result that was sent, so that citations can be true.
struct CitableHit {
  std::string source;
  std::string title;
  std::vector<std::string> blocks;
};

// A document that was sent.
struct CitableDocument {
  enum class Kind { kText, kPages, kBlocks };
  Kind kind = Kind::kText;
  std::string title;  // empty if it has none
  // One, the text, of kText, none of kPages; an empty one of kBlocks is a picture.
  std::vector<std::string> blocks;
};

struct RandomMessage {
  // The body of a unary reply.
  std::string json;
  // The bytes of a stream of the same content.
  std::string sse;
};

// The message of this seed: always the same one, on every machine. It has blocks of all kinds,
// known and unknown; citations of all kinds, whole, partial and unknown, many of them true of
// `hits` and `documents` if there are any; sentences, links, leaked markup, code and placeholder
// characters in texts; lone surrogates now and then. Its two forms differ in all that carries no
// meaning: white space, escapes, how texts are cut (between the halves of a surrogate pair, too),
// which of text and citations comes first, how the events of blocks interleave, line ends,
// comments, pings, how usage is told.
RandomMessage MakeRandomMessage(uint32_t seed, const std::vector<CitableHit>& hits = {},
                                const std::vector<CitableDocument>& documents = {});

}  // namespace footnote::messages

#endif  // FOOTNOTE_TESTS_MESSAGES_RANDOM_MESSAGE_H_
