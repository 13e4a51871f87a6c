// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/reply/reply_changes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace footnote::emulator {
namespace {

// Returns "0-1,0-2" for the blocks [1, 3) of the first source. A range of characters has only its
// start.
std::string LeakedIndex(const ReplyCitation& citation) {
  const int64_t end =
      citation.kind == ReplyCitation::Kind::kChar ? citation.start + 1 : citation.end;
  std::string index;
  for (int64_t block = citation.start; block < end; ++block) {
    if (!index.empty()) index.push_back(',');
    index.append(std::to_string(citation.index)).append("-").append(std::to_string(block));
  }
  return index;
}

void LeakCitations(ReplyChanges::Leak leak, Reply* reply) {
  int number = 0;
  for (ReplyBlock& block : reply->content) {
    if (block.citations.empty()) continue;
    const ReplyCitation& first = block.citations.front();
    if (leak == ReplyChanges::Leak::kBrackets) {
      block.text.append(" [").append(std::to_string(++number)).append("]");
    } else if (leak == ReplyChanges::Leak::kLink) {
      const std::string_view target = first.source.empty() ? first.title : first.source;
      block.text.insert(0, "[").append("](").append(target).append(")");
    } else if (leak == ReplyChanges::Leak::kPlaceholder) {
      block.text.append("\uFFFC");
    } else {
      block.text.insert(0, "<cite index=\"" + LeakedIndex(first) + "\">");
      if (leak == ReplyChanges::Leak::kCite) block.text.append("</cite>");
    }
    block.citations.clear();
  }
}

bool IsUnread(const Block& document) {
  return document.document_source == Block::DocumentSource::kPdf ||
         document.document_source == Block::DocumentSource::kUrl ||
         document.document_source == Block::DocumentSource::kFile;
}

void CitePage(int64_t page, const ParsedRequest& request, Reply* reply) {
  const Block* cited = nullptr;
  int64_t index = 0;
  int64_t documents = 0;
  ForEachBlock(request, [&](const Block& block, const BlockPosition&) {
    if (block.kind != Block::Kind::kDocument) return;
    if (cited == nullptr && IsUnread(block) && block.citations_enabled) {
      cited = &block;
      index = documents;
    }
    ++documents;
  });
  if (cited == nullptr) return;
  ReplyCitation citation;
  citation.kind = ReplyCitation::Kind::kPage;
  citation.index = index;
  citation.start = page;
  citation.end = page + 1;
  citation.title = cited->title;
  if (cited->document_source == Block::DocumentSource::kFile) citation.file_id = cited->media;
  citation.cited_text = "The words of page " + std::to_string(page) + ".";
  ReplyBlock block;
  block.text = (reply->content.empty() ? "" : "\n\n") + citation.cited_text;
  block.citations.push_back(std::move(citation));
  reply->content.push_back(std::move(block));
}

ReplyBlock ThinkingBlock() {
  ReplyBlock block;
  block.kind = ReplyBlock::Kind::kThinking;
  block.thinking = "I search for the passages that share the most words with the question.";
  block.signature = "ZW11bGF0ZWQgc2lnbmF0dXJl";
  return block;
}

ReplyBlock UnknownBlock() {
  ReplyBlock block;
  block.kind = ReplyBlock::Kind::kOpaque;
  block.opaque_json = R"({"type":"emulated_unknown_block","value":{"text":"?","numbers":[1,2]}})";
  return block;
}

}  // namespace

void ApplyChanges(const ReplyChanges& changes, const ParsedRequest& request, Reply* reply) {
  if (changes.cited_page > 0) CitePage(changes.cited_page, request, reply);
  if (changes.leak != ReplyChanges::Leak::kNone) LeakCitations(changes.leak, reply);
  if (changes.unknown_block) reply->content.insert(reply->content.begin(), UnknownBlock());
  if (changes.thinking) reply->content.insert(reply->content.begin(), ThinkingBlock());
  if (changes.stop_reason.empty()) return;
  reply->stop_reason = changes.stop_reason;
  if (changes.stop_reason == "refusal" && !changes.partial) reply->content.clear();
  if (changes.stop_reason != "stop_sequence") {
    reply->stop_sequence.clear();
  } else if (reply->stop_sequence.empty() && !request.stop_sequences.empty()) {
    reply->stop_sequence = std::string(request.stop_sequences.front());
  }
}

}  // namespace footnote::emulator
