// SPDX-License-Identifier: Apache-2.0
// Chunking rules for a row.
#ifndef FOOTNOTE_BENCH_SEGMENTATION_CHUNK_ROW_H_
#define FOOTNOTE_BENCH_SEGMENTATION_CHUNK_ROW_H_

#include "bench/segmentation/rows.h"
#include "service/segmentation/chunker.h"

namespace footnote::bench {

// Returns the policy of `row.mode`, with the language of the row unless `guess_language` is true.
inline segmentation::ChunkingRules RulesOf(const Row& row, bool guess_language) {
  segmentation::ChunkingRules rules;
  rules.policy = row.mode == "item"        ? segmentation::ChunkingPolicy::kItem
                 : row.mode == "paragraph" ? segmentation::ChunkingPolicy::kParagraph
                                           : segmentation::ChunkingPolicy::kSentence;
  if (!guess_language) rules.language = segmentation::FindLanguage(row.lang);
  return rules;
}

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_SEGMENTATION_CHUNK_ROW_H_
