#include "service/emulator/reply/reply_changes.h"

#include <utility>

namespace footnote::emulator {
namespace {

// "0-1,0-2" for the blocks [1, 3) of the first source. A range of characters gives its start only.
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
    if (leak == ReplyChanges::Leak::kBrackets) {
      block.text.append(" [").append(std::to_string(++number)).append("]");
    } else {
      block.text.insert(0, "<cite index=\"" + LeakedIndex(block.citations.front()) + "\">");
      if (leak == ReplyChanges::Leak::kCite) block.text.append("</cite>");
    }
    block.citations.clear();
  }
}

ReplyBlock ThinkingBlock() {
  ReplyBlock block;
  block.kind = ReplyBlock::Kind::kThinking;
  block.thinking = "I look for the passages that share most words with the question.";
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
