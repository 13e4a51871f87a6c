#include "service/answering/building/content/search_result_builder.h"

namespace footnote::answering::building {

messages::SearchResultParam SearchResultBuilder::Build(const v1::SearchResult& hit,
                                                       const SourcePosition& place,
                                                       const FieldPath& path) {
  Source source;
  source.kind = Source::Kind::kHit;
  source.hit = &hit;
  source.place = place;
  sources_->TakeNames(hit, path, &source);
  source.address = hit.source();
  violations_->CheckText(path.Field("source"), hit.source());
  violations_->CheckText(path.Field("title"), hit.title());

  const bool has_text = !hit.text().empty();
  const bool has_blocks = hit.blocks_size() > 0;
  if (has_text && has_blocks) {
    violations_->Add(path, "has both `text` and `blocks`; set one of them");
    violations_->CheckText(path.Field("text"), hit.text());
  } else if (!has_text && !has_blocks) {
    violations_->Add(path, "has neither `text` nor `blocks`; set one of them");
  }
  if (has_blocks) {
    ReadBlocks(hit, path, &source);
  } else {
    ReadText(hit, path, &source);
  }

  messages::SearchResultParam out;
  out.source = hit.source();
  out.title = hit.title();
  out.citations_enabled = citable_;
  out.cache = breakpoints_->Take(hit, path, violations_);
  out.content = sources_->Add(std::move(source), path).blocks;
  return out;
}

void SearchResultBuilder::ReadText(const v1::SearchResult& hit, const FieldPath& path,
                                   Source* source) {
  source->chunking = hit.has_chunking()
                         ? sources_->ReadOwnChunking(hit.chunking(), path.Field("chunking"))
                         : default_chunking_;
  if (hit.text().empty() || !violations_->CheckText(path.Field("text"), hit.text())) return;
  sources_->Split(hit.text(), source);
}

void SearchResultBuilder::ReadBlocks(const v1::SearchResult& hit, const FieldPath& path,
                                     Source* source) {
  source->blocks.reserve(hit.blocks_size());
  for (int i = 0; i < hit.blocks_size(); ++i) {
    const FieldPath block = path.Element("blocks", i);
    violations_->CheckText(block.Field("text"), hit.blocks(i).text());
    source->blocks.emplace_back(hit.blocks(i).text());
  }
  if (hit.has_chunking()) {
    violations_->Add(path.Field("chunking"), "is for `text`; `blocks` are sent as they are");
  }
}

}  // namespace footnote::answering::building
