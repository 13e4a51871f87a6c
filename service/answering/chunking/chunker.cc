#include "service/answering/chunking/chunker.h"

#include <algorithm>
#include <utility>

#include "service/answering/chunking/safe_boundaries.h"
#include "service/answering/chunking/sentences/characters.h"
#include "service/answering/chunking/sentences/sentence_breaker.h"
#include "service/answering/chunking/size_limits.h"
#include "service/answering/chunking/structure.h"

namespace footnote::answering {
namespace {

std::vector<size_t> ParagraphCuts(const std::vector<Part>& parts) {
  std::vector<size_t> cuts;
  for (const Part& part : parts) {
    if (part.paragraph && part.begin > 0) cuts.push_back(part.begin);
  }
  return cuts;
}

std::vector<size_t> ItemCuts(const std::vector<Part>& parts) {
  std::vector<size_t> cuts;
  for (const Part& part : parts) {
    if (part.item && part.begin > 0) cuts.push_back(part.begin);
  }
  return cuts;
}

std::vector<size_t> SentenceCuts(absl::string_view text, const std::vector<Part>& parts,
                                 const Language* language) {
  std::vector<size_t> cuts;
  SentenceBreaker breaker(language);
  for (size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    if (part.begin > 0 && part.kind != Part::kTableRow) cuts.push_back(part.begin);
    if (part.kind != Part::kProse) continue;
    const size_t end = i + 1 < parts.size() ? parts[i + 1].begin : text.size();
    breaker.Break(text.substr(part.begin, end - part.begin), part.begin, &cuts);
  }
  return cuts;
}

// The cuts of `pattern` that are safe.
std::vector<size_t> PatternCuts(absl::string_view text, const std::vector<Part>& parts,
                                const BlockPattern& pattern) {
  std::vector<size_t> cuts = pattern.FindCuts(text);
  // Blanks stay with the block before.
  for (size_t& cut : cuts) cut = SkipBlanks(text, cut);
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<size_t> safe;
  SafeBoundaries boundaries(text, parts);
  bool more = boundaries.Next();
  for (const size_t cut : cuts) {
    while (more && boundaries.position() < cut) more = boundaries.Next();
    if (!more) break;
    if (boundaries.position() == cut) safe.push_back(cut);
  }
  return safe;
}

// Takes out the cuts that would make a block without a visible character.
void DropBlankBlocks(absl::string_view text, std::vector<size_t>* cuts) {
  size_t begin = 0;
  size_t kept = 0;
  for (const size_t cut : *cuts) {
    if (SkipBlanks(text, begin) >= cut) continue;
    (*cuts)[kept++] = cut;
    begin = cut;
  }
  cuts->resize(kept);
  if (kept > 0 && SkipBlanks(text, begin) == text.size()) cuts->pop_back();
}

Chunks Sliced(absl::string_view text, FlaggedCuts blocks, const Language* language) {
  Chunks chunks;
  chunks.language = language;
  chunks.blocks.reserve(blocks.cuts.size() + 1);
  size_t begin = 0;
  for (const size_t cut : blocks.cuts) {
    chunks.blocks.push_back(text.substr(begin, cut - begin));
    begin = cut;
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
  FlaggedCuts blocks;
  const bool fits = max_bytes == 0 || text.size() <= max_bytes;
  if (SkipBlanks(text, 0) == text.size() || (rules.policy == ChunkingPolicy::kWhole && fits)) {
    return Sliced(text, {}, nullptr);
  }
  const bool by_language =
      rules.policy == ChunkingPolicy::kItem || rules.policy == ChunkingPolicy::kSentence;
  const Language* language = rules.language;
  if (language == nullptr) {
    // Paragraphs look alike in all languages, and a guess takes longer than finding them.
    language = by_language ? GuessLanguage(text) : UsualLanguage(Script::kLatin);
  }
  const std::vector<Part> parts = FindParts(text, *language);
  switch (rules.policy) {
    case ChunkingPolicy::kWhole:
      break;
    case ChunkingPolicy::kParagraph:
      blocks.cuts = ParagraphCuts(parts);
      break;
    case ChunkingPolicy::kItem:
      blocks.cuts = ItemCuts(parts);
      break;
    case ChunkingPolicy::kSentence:
      blocks.cuts = SentenceCuts(text, parts, language);
      break;
    case ChunkingPolicy::kPattern:
      if (rules.pattern != nullptr) blocks.cuts = PatternCuts(text, parts, *rules.pattern);
      break;
  }
  const Language* told_language = by_language ? language : nullptr;
  DropBlankBlocks(text, &blocks.cuts);
  if (rules.min_bytes > 1) JoinShortBlocks(text, rules.min_bytes, max_bytes, &blocks);
  if (max_bytes > 0 && HasLongBlock(text, max_bytes, blocks)) {
    if (rules.language == nullptr && !by_language) language = GuessLanguage(text);
    const std::vector<size_t> sentences = SentenceCuts(text, parts, language);
    CutLongBlocks(text, parts, sentences, max_bytes, &blocks);
    told_language = language;
  }
  return Sliced(text, std::move(blocks), told_language);
}

}  // namespace footnote::answering
