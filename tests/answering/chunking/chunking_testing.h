// Short ways to cut texts in tests.
#ifndef FOOTNOTE_TESTS_ANSWERING_CHUNKING_CHUNKING_TESTING_H_
#define FOOTNOTE_TESTS_ANSWERING_CHUNKING_CHUNKING_TESTING_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/answering/chunking/chunker.h"

namespace footnote::answering {

inline ChunkingRules Rules(ChunkingPolicy policy) {
  ChunkingRules rules;
  rules.policy = policy;
  return rules;
}

// The blocks of `text`, which may be a temporary.
inline std::vector<std::string> Cut(absl::string_view text, const ChunkingRules& rules) {
  const Chunks chunks = Chunk(text, rules);
  return {chunks.blocks.begin(), chunks.blocks.end()};
}

// A text, given as the blocks that it should be cut into.
struct ChunkCase {
  const char* name;
  std::vector<std::string> blocks;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_TESTS_ANSWERING_CHUNKING_CHUNKING_TESTING_H_
