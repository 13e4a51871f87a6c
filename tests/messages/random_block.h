// SPDX-License-Identifier: Apache-2.0
// Random content blocks of the Messages API.
#ifndef FOOTNOTE_TESTS_MESSAGES_RANDOM_BLOCK_H_
#define FOOTNOTE_TESTS_MESSAGES_RANDOM_BLOCK_H_

#include <string>
#include <vector>

#include "tests/messages/random_json.h"

namespace footnote::messages {

// A search result of the request, which citations can quote.
struct CitableSearchResult {
  std::string source;
  std::string title;
  std::vector<std::string> blocks;
};

// A document of the request, which citations can quote.
struct CitableDocument {
  enum class Kind { kText, kPages, kBlocks };
  Kind kind = Kind::kText;
  std::string title;  // empty if it has none
  // kText: one block, the text. kPages: none. kBlocks: an empty block is an image.
  std::vector<std::string> blocks;
};

// The sources that citations can quote.
struct Citable {
  const std::vector<CitableSearchResult>& search_results;
  const std::vector<CitableDocument>& documents;
};

// A block in both forms.
struct RandomBlock {
  JsonValue complete;
  // The opening block, and the deltas that complete it.
  JsonValue opening;
  std::vector<JsonValue> deltas;
};

// Returns a number from 0 to 4.
JsonValue SmallInt(Random& random);

// Returns a block of any kind; see MakeRandomMessage.
RandomBlock MakeRandomBlock(const Citable& citable, Random& random);

}  // namespace footnote::messages

#endif  // FOOTNOTE_TESTS_MESSAGES_RANDOM_BLOCK_H_
