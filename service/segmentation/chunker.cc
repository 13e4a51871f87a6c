// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/chunker.h"

#include <algorithm>
#include <utility>

#include "service/segmentation/safe_boundaries.h"
#include "service/segmentation/sentences/sentence_breaker.h"
#include "service/segmentation/size_limits.h"
#include "service/segmentation/structure.h"
#include "service/text/characters.h"

namespace footnote::segmentation {
namespace {

std::vector<size_t> ParagraphSplits(const std::vector<Part>& parts) {
  std::vector<size_t> splits;
  for (const Part& part : parts) {
    if (part.paragraph && part.begin > 0) splits.push_back(part.begin);
  }
  return splits;
}

std::vector<size_t> ItemSplits(const std::vector<Part>& parts) {
  std::vector<size_t> splits;
  for (const Part& part : parts) {
    if (part.item && part.begin > 0) splits.push_back(part.begin);
  }
  return splits;
}

std::vector<size_t> SentenceSplits(absl::string_view text, const std::vector<Part>& parts,
                                   const Language* language) {
  std::vector<size_t> splits;
  SentenceBreaker breaker(language);
  for (size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    if (part.begin > 0 && part.kind != Part::kTableRow) splits.push_back(part.begin);
    if (part.kind != Part::kProse) continue;
    const size_t end = i + 1 < parts.size() ? parts[i + 1].begin : text.size();
    breaker.Break(text.substr(part.begin, end - part.begin), part.begin, &splits);
  }
  return splits;
}

// Returns the splits of `pattern` that are safe boundaries.
std::vector<size_t> PatternSplits(absl::string_view text, const std::vector<Part>& parts,
                                  const BlockPattern& pattern) {
  std::vector<size_t> splits = pattern.FindSplits(text);
  // Blanks stay with the block before.
  for (size_t& split : splits) split = text::SkipBlanks(text, split);
  splits.erase(std::unique(splits.begin(), splits.end()), splits.end());
  std::vector<size_t> safe;
  SafeBoundaries boundaries(text, parts);
  bool more = boundaries.Next();
  for (const size_t split : splits) {
    while (more && boundaries.position() < split) more = boundaries.Next();
    if (!more) break;
    if (boundaries.position() == split) safe.push_back(split);
  }
  return safe;
}

// Removes the splits that would make a block without a visible character.
void DropBlankBlocks(absl::string_view text, std::vector<size_t>* splits) {
  size_t begin = 0;
  size_t kept = 0;
  for (const size_t split : *splits) {
    if (text::SkipBlanks(text, begin) >= split) continue;
    (*splits)[kept++] = split;
    begin = split;
  }
  splits->resize(kept);
  if (kept > 0 && text::SkipBlanks(text, begin) == text.size()) splits->pop_back();
}

Chunks MakeChunks(absl::string_view text, FlaggedSplits blocks, const Language* language) {
  Chunks chunks;
  chunks.language = language;
  chunks.blocks.reserve(blocks.splits.size() + 1);
  size_t begin = 0;
  for (const size_t split : blocks.splits) {
    chunks.blocks.push_back(text.substr(begin, split - begin));
    begin = split;
  }
  chunks.blocks.push_back(text.substr(begin));
  const bool flagged = std::any_of(blocks.flags.begin(), blocks.flags.end(),
                                   [](uint8_t flags) { return flags != 0; });
  if (flagged) chunks.flags = std::move(blocks.flags);
  return chunks;
}

}  // namespace

Chunks Chunk(absl::string_view text, const ChunkingRules& rules) {
  const size_t max_bytes = rules.EffectiveMaxBytes();
  FlaggedSplits blocks;
  const bool fits = max_bytes == 0 || text.size() <= max_bytes;
  if (text::SkipBlanks(text, 0) == text.size() ||
      (rules.policy == ChunkingPolicy::kWhole && fits)) {
    return MakeChunks(text, {}, nullptr);
  }
  const bool by_language =
      rules.policy == ChunkingPolicy::kItem || rules.policy == ChunkingPolicy::kSentence;
  const Language* language = rules.language;
  if (language == nullptr) {
    // Paragraphs do not depend on the language, and a guess takes longer than finding them.
    language = by_language ? GuessLanguage(text) : UsualLanguage(text::Script::kLatin);
  }
  const std::vector<Part> parts = FindParts(text, *language);
  switch (rules.policy) {
    case ChunkingPolicy::kWhole:
      break;
    case ChunkingPolicy::kParagraph:
      blocks.splits = ParagraphSplits(parts);
      break;
    case ChunkingPolicy::kItem:
      blocks.splits = ItemSplits(parts);
      break;
    case ChunkingPolicy::kSentence:
      blocks.splits = SentenceSplits(text, parts, language);
      break;
    case ChunkingPolicy::kPattern:
      if (rules.pattern != nullptr) blocks.splits = PatternSplits(text, parts, *rules.pattern);
      break;
  }
  const Language* reported_language = by_language ? language : nullptr;
  DropBlankBlocks(text, &blocks.splits);
  if (rules.min_bytes > 1) JoinShortBlocks(text, rules.min_bytes, max_bytes, &blocks);
  if (max_bytes > 0 && HasLongBlock(text, max_bytes, blocks)) {
    if (rules.language == nullptr && !by_language) language = GuessLanguage(text);
    const std::vector<size_t> sentences = SentenceSplits(text, parts, language);
    SplitLongBlocks(text, parts, sentences, max_bytes, &blocks);
    reported_language = language;
  }
  return MakeChunks(text, std::move(blocks), reported_language);
}

}  // namespace footnote::segmentation
