// SPDX-License-Identifier: Apache-2.0
#include "service/answering/source_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "footnote/v1/citation.pb.h"
#include "footnote/v1/content.pb.h"

namespace footnote::answering {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

// The texts that a source views, which can be overwritten.
struct Texts {
  std::string id = "kb-1";
  std::string title = "Limits";
  std::string document_key = "handbook";
  std::string address = "kb://1";
  std::string key = "page";
  std::string value = "7";
  std::string first = "First block. ";
  std::string last = "Last block.";

  void Overwrite() {
    for (std::string* text : {&id, &title, &document_key, &address, &key, &value, &first, &last}) {
      std::fill(text->begin(), text->end(), '#');
    }
  }
};

Source SourceOf(const Texts& texts) {
  Source source;
  source.id = texts.id;
  source.title = texts.title;
  source.document_key = texts.document_key;
  source.address = texts.address;
  source.metadata = {{texts.key, texts.value}};
  source.blocks = {texts.first, "", texts.last};
  return source;
}

TEST(SourceIndexTest, CountsSearchResultsAndDocumentsSeparately) {
  SourceIndex index;
  EXPECT_TRUE(index.empty());
  Source first;
  first.id = "a";
  Source second;
  second.id = "b";
  Source document;
  document.kind = Source::Kind::kPdf;
  document.id = "d";
  EXPECT_EQ(index.AddSearchResult(first).id, "a");
  EXPECT_EQ(index.AddDocument(document).id, "d");
  EXPECT_EQ(index.AddSearchResult(second).id, "b");
  EXPECT_FALSE(index.empty());
  ASSERT_THAT(index.search_results(), SizeIs(2));
  EXPECT_EQ(index.search_results()[1].id, "b");
  ASSERT_THAT(index.documents(), SizeIs(1));
  EXPECT_EQ(index.documents()[0].id, "d");
}

TEST(SourceIndexTest, AnIndexWithADocumentIsNotEmpty) {
  SourceIndex index;
  index.AddDocument(Source());
  EXPECT_FALSE(index.empty());
}

TEST(SourceIndexTest, ADetachedIndexDoesNotViewTheRequest) {
  auto texts = std::make_unique<Texts>();
  auto document_texts = std::make_unique<Texts>();
  document_texts->id = "memo";
  const v1::SearchResult search_result;
  const v1::Document document;
  SourceIndex index;
  index.AddSearchResult(SourceOf(*texts)).search_result = &search_result;
  Source& added = index.AddDocument(SourceOf(*document_texts));
  added.kind = Source::Kind::kBlocks;
  added.document = &document;
  index.set_citable(true);
  index.set_dropped_cache_breakpoints({"field"});

  index.Detach();
  texts->Overwrite();
  document_texts->Overwrite();
  const SourceIndex moved = std::move(index);
  for (const Source* source : {&moved.search_results()[0], &moved.documents()[0]}) {
    EXPECT_EQ(source->title, "Limits");
    EXPECT_EQ(source->document_key, "handbook");
    EXPECT_EQ(source->address, "kb://1");
    EXPECT_THAT(source->metadata, ElementsAre(Pair("page", "7")));
    EXPECT_THAT(source->blocks, ElementsAre("First block. ", "", "Last block."));
    EXPECT_EQ(source->search_result, nullptr);
    EXPECT_EQ(source->document, nullptr);
  }
  EXPECT_EQ(moved.search_results()[0].id, "kb-1");
  EXPECT_EQ(moved.documents()[0].id, "memo");
  EXPECT_EQ(moved.documents()[0].kind, Source::Kind::kBlocks);
  EXPECT_TRUE(moved.citable());
  EXPECT_THAT(moved.dropped_cache_breakpoints(), ElementsAre("field"));
}

TEST(SourceIndexTest, AnEmptyIndexCanBeDetached) {
  SourceIndex index;
  index.Detach();
  EXPECT_TRUE(index.empty());
  EXPECT_THAT(index.dropped_cache_breakpoints(), IsEmpty());
}

TEST(DescribeSourceTest, HasTheCallersPositionAndTheApisIndex) {
  Source source;
  source.id = "kb-1";
  source.position = {4, 2, 3};
  v1::CitedSource cited;
  DescribeSource(source, 9, &cited);
  EXPECT_EQ(cited.kind(), v1::CitedSource::KIND_SEARCH_RESULT);
  EXPECT_EQ(cited.id(), "kb-1");
  EXPECT_EQ(cited.api_index(), 9);
  EXPECT_EQ(cited.turn_index(), 4);
  EXPECT_EQ(cited.tool_result_index(), 2);
  EXPECT_EQ(cited.item_index(), 3);
}

TEST(DescribeSourceTest, EveryOtherKindIsADocument) {
  for (const auto kind : {Source::Kind::kPlainText, Source::Kind::kBlocks, Source::Kind::kPdf,
                          Source::Kind::kUrl, Source::Kind::kFile}) {
    Source source;
    source.kind = kind;
    v1::CitedSource cited;
    DescribeSource(source, 0, &cited);
    EXPECT_EQ(cited.kind(), v1::CitedSource::KIND_DOCUMENT);
    EXPECT_FALSE(cited.has_tool_result_index());
  }
}

}  // namespace
}  // namespace footnote::answering
