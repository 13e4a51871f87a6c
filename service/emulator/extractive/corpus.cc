// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/corpus.h"

#include "service/emulator/extractive/sentences.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

void AddBlocks(const std::vector<Block>& blocks, Corpus* corpus) {
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].kind != Block::Kind::kText) continue;
    const int64_t start = static_cast<int64_t>(i);
    corpus->passages.push_back({corpus->sources.size() - 1, start, start + 1, blocks[i].text});
  }
}

void AddSentences(std::string_view text, Corpus* corpus) {
  int64_t start = 0;
  for (std::string_view sentence : SplitSentences(text)) {
    const int64_t end = start + CountCodePoints(sentence);
    if (!IsBlank(sentence)) {
      corpus->passages.push_back({corpus->sources.size() - 1, start, end, sentence});
    }
    start = end;
  }
}

void AddSearchResult(const Block& block, int64_t index, Corpus* corpus) {
  corpus->sources.push_back(
      {Source::Kind::kSearchResult, index, block.source, block.title, block.citations_enabled});
  AddBlocks(block.content, corpus);
}

void AddDocument(const Block& block, int64_t index, Corpus* corpus) {
  const bool is_content = block.document_source == Block::DocumentSource::kContent;
  corpus->sources.push_back({is_content ? Source::Kind::kContent : Source::Kind::kPlainText,
                             index,
                             {},
                             block.title,
                             block.citations_enabled});
  if (!is_content) {
    AddSentences(block.text, corpus);
  } else if (!block.text.empty()) {
    corpus->passages.push_back({corpus->sources.size() - 1, 0, 1, block.text});
  } else {
    AddBlocks(block.content, corpus);
  }
}

void AddToolText(std::string_view text, Corpus* corpus) {
  if (IsBlank(text)) return;
  corpus->sources.push_back({Source::Kind::kToolText, 0, {}, {}, false});
  AddSentences(text, corpus);
}

}  // namespace

Corpus CollectCorpus(const ParsedRequest& request) {
  Corpus corpus;
  int64_t search_results = 0;
  int64_t documents = 0;
  ForEachBlock(request, [&](const Block& block, const auto& position) {
    switch (block.kind) {
      case Block::Kind::kSearchResult:
        AddSearchResult(block, search_results++, &corpus);
        break;
      case Block::Kind::kDocument:
        AddDocument(block, documents++, &corpus);
        break;
      case Block::Kind::kToolResult:
        AddToolText(block.text, &corpus);
        break;
      case Block::Kind::kText:
        if (position.tool_result != nullptr) AddToolText(block.text, &corpus);
        break;
      default:
        break;
    }
  });
  return corpus;
}

}  // namespace footnote::emulator
