// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/reply/reply_changes.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "service/emulator/reply/reply.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {
namespace {

using Leak = ReplyChanges::Leak;

ReplyBlock TextBlock(const std::string& text) {
  ReplyBlock block;
  block.text = text;
  return block;
}

// Returns a block that cites the blocks [1, 3) of the search result with the index 0.
ReplyBlock CitedBlock(const std::string& text) {
  ReplyBlock block = TextBlock(text);
  ReplyCitation citation;
  citation.start = 1;
  citation.end = 3;
  citation.title = "T";
  citation.source = "kb://1";
  block.citations.push_back(citation);
  return block;
}

Reply ReplyOf(std::vector<ReplyBlock> content) {
  Reply reply;
  reply.content = std::move(content);
  return reply;
}

Reply Changed(const ReplyChanges& changes, Reply reply, const ParsedRequest& request = {}) {
  ApplyChanges(changes, request, &reply);
  return reply;
}

// Returns the text of `block` after a leak, and expects that the citations are removed.
std::string Leaked(Leak leak, const ReplyBlock& block) {
  ReplyChanges changes;
  changes.leak = leak;
  const Reply reply = Changed(changes, ReplyOf({block}));
  EXPECT_TRUE(reply.content[0].citations.empty());
  return reply.content[0].text;
}

Block Document(Block::DocumentSource source, bool citations_enabled) {
  Block block;
  block.kind = Block::Kind::kDocument;
  block.document_source = source;
  block.title = "Manual";
  block.media = "file_1";
  block.citations_enabled = citations_enabled;
  return block;
}

ParsedRequest RequestWith(std::vector<Block> content) {
  ParsedRequest request;
  Message message;
  message.content = std::move(content);
  request.messages.push_back(std::move(message));
  return request;
}

Reply WithCitedPage(const ParsedRequest& request, std::vector<ReplyBlock> content) {
  ReplyChanges changes;
  changes.cited_page = 3;
  return Changed(changes, ReplyOf(std::move(content)), request);
}

TEST(ReplyChangesTest, DefaultChangesNothing) {
  Reply original = ReplyOf({CitedBlock("a")});
  original.stop_reason = "stop_sequence";
  original.stop_sequence = "END";
  const Reply reply = Changed({}, original);
  ASSERT_EQ(reply.content.size(), 1u);
  EXPECT_EQ(reply.content[0].text, "a");
  EXPECT_EQ(reply.content[0].citations.size(), 1u);
  EXPECT_EQ(reply.stop_reason, "stop_sequence");
  EXPECT_EQ(reply.stop_sequence, "END");
}

TEST(ReplyChangesTest, StopReasonIsReplacedAndTheStopSequenceRemoved) {
  ReplyChanges changes;
  changes.stop_reason = "pause_turn";
  Reply original = ReplyOf({TextBlock("a")});
  original.stop_sequence = "END";
  const Reply reply = Changed(changes, original);
  EXPECT_EQ(reply.stop_reason, "pause_turn");
  EXPECT_EQ(reply.stop_sequence, "");
  EXPECT_EQ(reply.content.size(), 1u);
}

TEST(ReplyChangesTest, StopSequenceIsTheFirstOfTheRequestIfTheReplyHasNone) {
  ReplyChanges changes;
  changes.stop_reason = "stop_sequence";
  ParsedRequest request;
  request.stop_sequences = {"one", "two"};
  EXPECT_EQ(Changed(changes, {}, request).stop_sequence, "one");
  Reply original;
  original.stop_sequence = "two";
  EXPECT_EQ(Changed(changes, original, request).stop_sequence, "two");
  EXPECT_EQ(Changed(changes, {}).stop_sequence, "");
}

TEST(ReplyChangesTest, RefusalHasNoContentUnlessItIsPartial) {
  ReplyChanges changes;
  changes.stop_reason = "refusal";
  EXPECT_TRUE(Changed(changes, ReplyOf({TextBlock("a")})).content.empty());
  changes.partial = true;
  EXPECT_EQ(Changed(changes, ReplyOf({TextBlock("a")})).content.size(), 1u);
}

TEST(ReplyChangesTest, LeakedElementHasTheIndexOfEachCitedBlock) {
  EXPECT_EQ(Leaked(Leak::kCite, CitedBlock("a")), "<cite index=\"0-1,0-2\">a</cite>");
  EXPECT_EQ(Leaked(Leak::kUnclosed, CitedBlock("a")), "<cite index=\"0-1,0-2\">a");
}

TEST(ReplyChangesTest, LeakedIndexOfARangeOfCharactersIsItsStart) {
  ReplyBlock block = CitedBlock("a");
  block.citations[0].kind = ReplyCitation::Kind::kChar;
  block.citations[0].end = 1000;
  EXPECT_EQ(Leaked(Leak::kCite, block), "<cite index=\"0-1\">a</cite>");
}

TEST(ReplyChangesTest, LeakedLinkHasTheSourceOrElseTheTitle) {
  EXPECT_EQ(Leaked(Leak::kLink, CitedBlock("a")), "[a](kb://1)");
  ReplyBlock block = CitedBlock("a");
  block.citations[0].source = "";
  EXPECT_EQ(Leaked(Leak::kLink, block), "[a](T)");
}

TEST(ReplyChangesTest, LeakedPlaceholderFollowsTheText) {
  EXPECT_EQ(Leaked(Leak::kPlaceholder, CitedBlock("a")), "a\uFFFC");
}

TEST(ReplyChangesTest, LeakedBracketsCountTheCitedBlocks) {
  ReplyChanges changes;
  changes.leak = Leak::kBrackets;
  const Reply reply = Changed(changes, ReplyOf({CitedBlock("a"), TextBlock("b"), CitedBlock("c")}));
  EXPECT_EQ(reply.content[0].text, "a [1]");
  EXPECT_EQ(reply.content[1].text, "b");
  EXPECT_EQ(reply.content[2].text, "c [2]");
}

TEST(ReplyChangesTest, ThinkingIsFirstAndTheUnknownBlockFollowsIt) {
  ReplyChanges changes;
  changes.thinking = true;
  changes.unknown_block = true;
  const Reply reply = Changed(changes, ReplyOf({TextBlock("a")}));
  ASSERT_EQ(reply.content.size(), 3u);
  EXPECT_EQ(reply.content[0].kind, ReplyBlock::Kind::kThinking);
  EXPECT_NE(reply.content[0].signature, "");
  EXPECT_EQ(reply.content[1].kind, ReplyBlock::Kind::kOpaque);
  EXPECT_EQ(reply.content[2].text, "a");
}

TEST(ReplyChangesTest, PageOfTheFirstCitableFileIsCitedAtTheEnd) {
  const ParsedRequest request = RequestWith({Document(Block::DocumentSource::kPlainText, true),
                                             Document(Block::DocumentSource::kPdf, false),
                                             Document(Block::DocumentSource::kFile, true),
                                             Document(Block::DocumentSource::kPdf, true)});
  const Reply reply = WithCitedPage(request, {TextBlock("a")});
  ASSERT_EQ(reply.content.size(), 2u);
  EXPECT_EQ(reply.content[1].text, "\n\nThe words of page 3.");
  ASSERT_EQ(reply.content[1].citations.size(), 1u);
  const ReplyCitation& citation = reply.content[1].citations[0];
  EXPECT_EQ(citation.kind, ReplyCitation::Kind::kPage);
  EXPECT_EQ(citation.index, 2);
  EXPECT_EQ(citation.start, 3);
  EXPECT_EQ(citation.end, 4);
  EXPECT_EQ(citation.title, "Manual");
  EXPECT_EQ(citation.file_id, "file_1");
  EXPECT_EQ(citation.cited_text, "The words of page 3.");
}

TEST(ReplyChangesTest, OnlyAFileHasAFileId) {
  for (const Block::DocumentSource source :
       {Block::DocumentSource::kPdf, Block::DocumentSource::kUrl}) {
    const Reply reply = WithCitedPage(RequestWith({Document(source, true)}), {});
    ASSERT_EQ(reply.content.size(), 1u);
    EXPECT_EQ(reply.content[0].text, "The words of page 3.");
    EXPECT_EQ(reply.content[0].citations[0].file_id, "");
  }
}

TEST(ReplyChangesTest, NoPageIsCitedWithoutACitableFile) {
  const ParsedRequest request = RequestWith({Document(Block::DocumentSource::kPlainText, true),
                                             Document(Block::DocumentSource::kContent, true),
                                             Document(Block::DocumentSource::kPdf, false)});
  EXPECT_EQ(WithCitedPage(request, {TextBlock("a")}).content.size(), 1u);
}

TEST(ReplyChangesTest, CitationOfAPageLeaksToo) {
  ReplyChanges changes;
  changes.cited_page = 3;
  changes.leak = Leak::kBrackets;
  const Reply reply =
      Changed(changes, {}, RequestWith({Document(Block::DocumentSource::kPdf, true)}));
  ASSERT_EQ(reply.content.size(), 1u);
  EXPECT_EQ(reply.content[0].text, "The words of page 3. [1]");
  EXPECT_TRUE(reply.content[0].citations.empty());
}

}  // namespace
}  // namespace footnote::emulator
