// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/corpus.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace footnote::emulator {
namespace {

Block TextBlock(std::string_view text) {
  Block block;
  block.text = text;
  return block;
}

Block ImageBlock() {
  Block block;
  block.kind = Block::Kind::kImage;
  return block;
}

Block SearchResultBlock(std::vector<Block> content) {
  Block block;
  block.kind = Block::Kind::kSearchResult;
  block.source = "kb://1";
  block.title = "Leave";
  block.citations_enabled = true;
  block.content = std::move(content);
  return block;
}

Block DocumentBlock(Block::DocumentSource source, std::string_view text) {
  Block block;
  block.kind = Block::Kind::kDocument;
  block.document_source = source;
  block.text = text;
  return block;
}

Block ToolResultBlock(std::string_view text, std::vector<Block> content) {
  Block block;
  block.kind = Block::Kind::kToolResult;
  block.text = text;
  block.content = std::move(content);
  return block;
}

ParsedRequest Request(std::vector<Block> content) {
  ParsedRequest request;
  request.messages.push_back({Role::kUser, std::move(content)});
  return request;
}

// Returns a passage as "source [start, end) text".
std::string Describe(const Passage& passage) {
  return std::to_string(passage.source) + " [" + std::to_string(passage.start) + ", " +
         std::to_string(passage.end) + ") " + std::string(passage.text);
}

std::vector<std::string> Passages(const Corpus& corpus) {
  std::vector<std::string> passages;
  for (const Passage& passage : corpus.passages) passages.push_back(Describe(passage));
  return passages;
}

using Strings = std::vector<std::string>;

TEST(CorpusTest, SearchResultHasItsPropertiesAndAPassageForEachTextBlock) {
  const ParsedRequest request =
      Request({SearchResultBlock({TextBlock("a"), ImageBlock(), TextBlock("b")})});
  const Corpus corpus = CollectCorpus(request);
  ASSERT_EQ(corpus.sources.size(), 1u);
  EXPECT_EQ(corpus.sources[0].kind, Source::Kind::kSearchResult);
  EXPECT_EQ(corpus.sources[0].source, "kb://1");
  EXPECT_EQ(corpus.sources[0].title, "Leave");
  EXPECT_TRUE(corpus.sources[0].citations_enabled);
  EXPECT_EQ(Passages(corpus), (Strings{"0 [0, 1) a", "0 [2, 3) b"}));
}

TEST(CorpusTest, PlainTextIsSplitIntoSentencesWithRangesInCodePoints) {
  const ParsedRequest request =
      Request({DocumentBlock(Block::DocumentSource::kPlainText, "日本。 Café. End")});
  const Corpus corpus = CollectCorpus(request);
  ASSERT_EQ(corpus.sources.size(), 1u);
  EXPECT_EQ(corpus.sources[0].kind, Source::Kind::kPlainText);
  EXPECT_EQ(Passages(corpus), (Strings{"0 [0, 4) 日本。 ", "0 [4, 10) Café. ", "0 [10, 13) End"}));
}

TEST(CorpusTest, BlankPlainTextHasNoPassage) {
  const ParsedRequest request = Request({DocumentBlock(Block::DocumentSource::kPlainText, " \n")});
  const Corpus corpus = CollectCorpus(request);
  EXPECT_EQ(corpus.sources.size(), 1u);
  EXPECT_TRUE(corpus.passages.empty());
}

TEST(CorpusTest, CustomContentHasAPassageForItsStringOrForEachTextBlock) {
  Block blocks = DocumentBlock(Block::DocumentSource::kContent, "");
  blocks.content = {ImageBlock(), TextBlock("c")};
  const ParsedRequest request =
      Request({DocumentBlock(Block::DocumentSource::kContent, "a. b."), blocks});
  const Corpus corpus = CollectCorpus(request);
  ASSERT_EQ(corpus.sources.size(), 2u);
  EXPECT_EQ(corpus.sources[0].kind, Source::Kind::kContent);
  EXPECT_EQ(Passages(corpus), (Strings{"0 [0, 1) a. b.", "1 [1, 2) c"}));
}

TEST(CorpusTest, PdfCountsAsADocumentAndHasNoPassages) {
  const ParsedRequest request = Request({DocumentBlock(Block::DocumentSource::kPdf, ""),
                                         DocumentBlock(Block::DocumentSource::kPlainText, "a")});
  const Corpus corpus = CollectCorpus(request);
  ASSERT_EQ(corpus.sources.size(), 2u);
  EXPECT_EQ(corpus.sources[1].index, 1);
  EXPECT_EQ(Passages(corpus), Strings{"1 [0, 1) a"});
}

TEST(CorpusTest, SearchResultsAndDocumentsAreCountedSeparatelyAcrossMessages) {
  ParsedRequest request = Request(
      {SearchResultBlock({TextBlock("a")}), DocumentBlock(Block::DocumentSource::kPlainText, "b")});
  request.messages.push_back(
      {Role::kUser,
       {ToolResultBlock("", {SearchResultBlock({TextBlock("c")}),
                             DocumentBlock(Block::DocumentSource::kPlainText, "d")})}});
  const Corpus corpus = CollectCorpus(request);
  ASSERT_EQ(corpus.sources.size(), 4u);
  EXPECT_EQ(corpus.sources[0].index, 0);
  EXPECT_EQ(corpus.sources[1].index, 0);
  EXPECT_EQ(corpus.sources[2].index, 1);
  EXPECT_EQ(corpus.sources[3].index, 1);
}

TEST(CorpusTest, TextOfAToolResultIsASourceWithoutCitations) {
  const ParsedRequest request = Request(
      {ToolResultBlock("a. b.", {}), ToolResultBlock("", {TextBlock("c"), TextBlock(" ")})});
  const Corpus corpus = CollectCorpus(request);
  ASSERT_EQ(corpus.sources.size(), 2u);
  EXPECT_EQ(corpus.sources[0].kind, Source::Kind::kToolText);
  EXPECT_FALSE(corpus.sources[0].citations_enabled);
  EXPECT_EQ(corpus.passages.back().text, "c");
}

TEST(CorpusTest, TextOfTheUserIsNotASource) {
  const ParsedRequest request = Request({TextBlock("How many days?")});
  EXPECT_TRUE(CollectCorpus(request).sources.empty());
}

}  // namespace
}  // namespace footnote::emulator
