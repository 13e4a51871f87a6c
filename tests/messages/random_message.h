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

struct RandomMessage {
  // The body of a unary reply.
  std::string json;
  // The bytes of a stream of the same content.
  std::string sse;
};

// The message of this seed: always the same one, on every machine. It has blocks of all kinds,
// known and unknown; citations of all kinds, whole, partial and unknown, most of those of search
// results true of `hits` if there are any; lone surrogates now and then. Its two forms differ in
// all that carries no meaning: white space, escapes, how texts are cut (between the halves of a
// surrogate pair, too), which of text and citations comes first, how the events of blocks
// interleave, line ends, comments, pings, how usage is told.
RandomMessage MakeRandomMessage(uint32_t seed, const std::vector<CitableHit>& hits = {});

}  // namespace footnote::messages

#endif  // FOOTNOTE_TESTS_MESSAGES_RANDOM_MESSAGE_H_
