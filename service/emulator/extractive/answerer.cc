// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/answerer.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "service/emulator/extractive/corpus.h"
#include "service/emulator/extractive/dialogue.h"
#include "service/emulator/extractive/phrases.h"
#include "service/emulator/extractive/prose.h"
#include "service/emulator/extractive/ranker.h"
#include "service/emulator/extractive/selection.h"
#include "service/emulator/reply/token_count.h"
#include "service/emulator/text/stable_hash.h"
#include "service/emulator/text/utf8.h"
#include "service/messages/json/json_writer.h"

namespace footnote::emulator {
namespace {

const Tool* ToolToUse(const ParsedRequest& request, const Dialogue& dialogue) {
  if (request.tool_choice == ToolChoice::kNone) return nullptr;
  const bool forced =
      request.tool_choice == ToolChoice::kAny || request.tool_choice == ToolChoice::kTool;
  if (dialogue.has_sources && !forced) return nullptr;
  for (const Tool& tool : request.tools) {
    if (!tool.is_custom) continue;
    if (request.tool_choice != ToolChoice::kTool || tool.name == request.tool_choice_name) {
      return &tool;
    }
  }
  return nullptr;
}

ReplyBlock ToolUse(const Tool& tool, const Dialogue& dialogue, uint64_t seed) {
  ReplyBlock block;
  block.kind = ReplyBlock::Kind::kToolUse;
  block.tool_use_id = MakeId("toolu_01", seed);
  block.tool_name = tool.name;
  messages::JsonWriter input(&block.tool_input_json);
  input.Raw("{");
  if (tool.has_query) {
    input.Raw(R"("query":)");
    input.String(dialogue.user_text);
  }
  input.Raw("}");
  return block;
}

ReplyBlock Text(std::string_view text) {
  ReplyBlock block;
  block.text = std::string(text);
  return block;
}

// Adjacent passages of one source: [first, last], inclusive, in Corpus::passages.
struct Claim {
  size_t first;
  size_t last;
  std::string text;
};

bool AreAdjacent(const Corpus& corpus, size_t before, size_t after) {
  return after == before + 1 && corpus.passages[before].source == corpus.passages[after].source &&
         corpus.passages[before].end == corpus.passages[after].start;
}

// Merges adjacent quotations. The claims are in the order of their best passages.
std::vector<Claim> ClaimsOf(const Corpus& corpus, std::vector<Quotation> quotations) {
  std::vector<Claim> claims;
  for (Quotation& quotation : quotations) {
    const size_t passage = quotation.passage;
    bool joined = false;
    for (Claim& claim : claims) {
      if (AreAdjacent(corpus, claim.last, passage)) {
        claim.last = passage;
        AppendSentence(quotation.text, &claim.text);
        joined = true;
      } else if (AreAdjacent(corpus, passage, claim.first)) {
        claim.first = passage;
        claim.text.swap(quotation.text);
        AppendSentence(quotation.text, &claim.text);
        joined = true;
      }
      if (joined) break;
    }
    if (!joined) claims.push_back({passage, passage, std::move(quotation.text)});
  }
  return claims;
}

ReplyCitation Cite(const Corpus& corpus, const Claim& claim) {
  const Passage& first = corpus.passages[claim.first];
  const Source& source = corpus.sources[first.source];
  ReplyCitation citation;
  citation.index = source.index;
  citation.start = first.start;
  citation.end = corpus.passages[claim.last].end;
  citation.title = source.title;
  citation.source = source.source;
  for (size_t p = claim.first; p <= claim.last; ++p) {
    citation.cited_text.append(corpus.passages[p].text);
  }
  switch (source.kind) {
    case Source::Kind::kPlainText:
      citation.kind = ReplyCitation::Kind::kChar;
      // As the API documents it, the range includes the space after the sentence; cited_text does
      // not.
      citation.cited_text.resize(TrimEnd(citation.cited_text).size());
      break;
    case Source::Kind::kContent:
      citation.kind = ReplyCitation::Kind::kContentBlock;
      break;
    default:
      citation.kind = ReplyCitation::Kind::kSearchResult;
  }
  return citation;
}

std::vector<ReplyBlock> Quote(const Corpus& corpus, const std::vector<Claim>& claims,
                              const Phrases& phrases) {
  std::vector<ReplyBlock> content;
  if (claims.size() > 1) content.push_back(Text(phrases.opening));
  for (size_t i = 0; i < claims.size(); ++i) {
    if (i > 0) content.push_back(Text(phrases.connectives[i - 1]));
    ReplyBlock block = Text(claims[i].text);
    if (corpus.sources[corpus.passages[claims[i].first].source].citations_enabled) {
      block.citations.push_back(Cite(corpus, claims[i]));
    }
    content.push_back(std::move(block));
  }
  return content;
}

std::vector<ReplyBlock> Answer(const ParsedRequest& request, const Dialogue& dialogue) {
  const Phrases& phrases = PhrasesFor(dialogue.user_text);
  const Corpus corpus = CollectCorpus(request);
  const Ranker ranker(corpus, dialogue.question);
  const std::vector<Match> matches = ranker.Matches();
  if (!matches.empty()) {
    return Quote(corpus, ClaimsOf(corpus, SelectQuotations(corpus, ranker, matches)), phrases);
  }
  if (dialogue.search_failed) return {Text(phrases.search_failed)};
  if (dialogue.found_nothing) return {Text(phrases.nothing_found)};
  return {Text(corpus.sources.empty() ? phrases.no_sources : phrases.no_answer)};
}

// Truncates the concatenated text of all blocks to `size` bytes, and removes the blocks after it.
void TruncateText(size_t size, std::vector<ReplyBlock>* content) {
  size_t kept = 0;
  for (ReplyBlock& block : *content) {
    if (block.text.size() >= size) {
      block.text.resize(size);
      if (size > 0) ++kept;
      break;
    }
    size -= block.text.size();
    ++kept;
  }
  content->resize(kept);
}

void ApplyStopSequences(const ParsedRequest& request, Reply* reply) {
  std::string text;
  for (const ReplyBlock& block : reply->content) text.append(block.text);
  size_t first = std::string::npos;
  for (std::string_view sequence : request.stop_sequences) {
    if (sequence.empty()) continue;
    const size_t found = text.find(sequence);
    if (found >= first) continue;
    first = found;
    reply->stop_sequence = std::string(sequence);
  }
  if (first == std::string::npos) return;
  TruncateText(first, &reply->content);
  reply->stop_reason = "stop_sequence";
}

void ApplyMaxTokens(int64_t max_tokens, Reply* reply) {
  if (max_tokens > 0 && CountOutputTokens(*reply) <= max_tokens) return;
  if (max_tokens > 0 && reply->content.empty()) return;
  std::string text;
  for (const ReplyBlock& block : reply->content) text.append(block.text);
  const int64_t limit = max_tokens * kCodePointsPerToken;
  TruncateText(FirstCodePoints(text, limit).size(), &reply->content);
  reply->stop_reason = "max_tokens";
  reply->stop_sequence.clear();
}

}  // namespace

Reply AnswerRequest(const ParsedRequest& request, uint64_t seed) {
  Reply reply;
  reply.id = MakeId("msg_01", seed);
  reply.model = request.model;
  const Dialogue dialogue = ReadDialogue(request);
  if (const Tool* tool = ToolToUse(request, dialogue); tool != nullptr) {
    reply.content.push_back(ToolUse(*tool, dialogue, seed));
    reply.stop_reason = "tool_use";
  } else {
    reply.content = Answer(request, dialogue);
    ApplyStopSequences(request, &reply);
  }
  ApplyMaxTokens(request.max_tokens.value_or(0), &reply);
  reply.usage.input_tokens = CountInputTokens(request);
  reply.usage.output_tokens = CountOutputTokens(reply);
  return reply;
}

}  // namespace footnote::emulator
