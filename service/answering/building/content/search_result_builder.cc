// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/search_result_builder.h"

namespace footnote::answering::building {

messages::SearchResultParam SearchResultBuilder::Build(const v1::SearchResult& search_result,
                                                       const SourcePosition& position,
                                                       const Field& field) {
  Source source;
  source.kind = Source::Kind::kSearchResult;
  source.search_result = &search_result;
  source.position = position;
  sources_->TakeNames(search_result, field, &source);
  source.address = search_result.source();
  field.Child("source").CheckText(search_result.source());
  field.Child("title").CheckText(search_result.title());

  switch (search_result.content_case()) {
    case v1::SearchResult::kText:
      ReadText(search_result, field, &source);
      break;
    case v1::SearchResult::kBlocks:
      ReadBlocks(search_result.blocks(), field.Child("blocks"), &source);
      break;
    case v1::SearchResult::CONTENT_NOT_SET:
      field.Add(v1::REQUIRED, "must have `text` or `blocks`");
      break;
  }
  if (search_result.has_chunking() && search_result.has_blocks()) {
    field.Child("chunking")
        .Add(v1::NOT_APPLICABLE, "is only valid with `text`; `blocks` are sent unchanged");
  }

  messages::SearchResultParam out;
  out.source = search_result.source();
  out.title = search_result.title();
  out.citations_enabled = sources_->citable();
  out.cache = breakpoints_->Take(search_result, field);
  out.content = sources_->Add(std::move(source), field).blocks;
  return out;
}

void SearchResultBuilder::ReadText(const v1::SearchResult& search_result, const Field& field,
                                   Source* source) {
  source->chunking =
      search_result.has_chunking()
          ? sources_->ReadOwnChunking(search_result.chunking(), field.Child("chunking"))
          : default_chunking_;
  if (!field.Child("text").CheckText(search_result.text())) return;
  sources_->Split(search_result.text(), source);
}

void SearchResultBuilder::ReadBlocks(const v1::TextBlocks& blocks, const Field& field,
                                     Source* source) {
  if (blocks.blocks().empty()) {
    field.Child("blocks").Add(v1::EMPTY, "must have at least one block");
  }
  source->blocks.reserve(blocks.blocks_size());
  for (int i = 0; i < blocks.blocks_size(); ++i) {
    const Field block = field.Element("blocks", i);
    block.Child("text").CheckText(blocks.blocks(i).text());
    source->blocks.emplace_back(blocks.blocks(i).text());
  }
}

}  // namespace footnote::answering::building
