#include "service/answering/building/hit_builder.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace footnote::answering {
namespace {

constexpr size_t kMaxIdBytes = 512;
// Far beyond what a model can use. A text may be cut into as many blocks as it has letters, each
// with an object of its own in the request.
constexpr size_t kMaxBlocks = 200000;

}  // namespace

ChunkingPolicy ReadChunking(const v1::Chunking& chunking, const FieldPath& path,
                            Violations* violations) {
  switch (chunking.policy()) {
    case v1::Chunking::POLICY_WHOLE:
      return ChunkingPolicy::kWhole;
    case v1::Chunking::POLICY_UNSPECIFIED:
    case v1::Chunking::POLICY_PARAGRAPH:
      return ChunkingPolicy::kParagraph;
    default:
      violations->Add(path.Field("policy"), absl::StrCat("has no value ", chunking.policy()));
      return ChunkingPolicy::kParagraph;
  }
}

messages::SearchResultParam HitBuilder::Build(const v1::SearchResult& hit, const HitPlace& place,
                                              const FieldPath& path) {
  CheckId(hit, path);
  violations_->CheckText(path.Field("source"), hit.source());
  violations_->CheckText(path.Field("title"), hit.title());
  violations_->CheckWellFormed(path.Field("document_key"), hit.document_key());

  SourceHit source;
  source.hit = &hit;
  source.turn = place.turn;
  source.tool_result = place.tool_result;
  source.position = place.position;
  const bool has_text = !hit.text().empty();
  const bool has_blocks = hit.blocks_size() > 0;
  if (has_text && has_blocks) {
    violations_->Add(path, "has both `text` and `blocks`; set one of them");
  } else if (!has_text && !has_blocks) {
    violations_->Add(path, "has neither `text` nor `blocks`; set one of them");
  }
  if (has_blocks) {
    source.blocks.reserve(hit.blocks_size());
    for (int i = 0; i < hit.blocks_size(); ++i) {
      const FieldPath block = path.Element("blocks", i);
      violations_->CheckText(block.Field("text"), hit.blocks(i).text());
      source.blocks.emplace_back(hit.blocks(i).text());
    }
    if (hit.has_chunking()) {
      violations_->Add(path.Field("chunking"), "is for `text`; `blocks` are sent as they are");
    }
  } else {
    source.chunking = hit.has_chunking()
                          ? ReadChunking(hit.chunking(), path.Field("chunking"), violations_)
                          : default_policy_;
  }
  if (has_text && violations_->CheckText(path.Field("text"), hit.text()) && !has_blocks) {
    if (block_count_ <= kMaxBlocks) source.blocks = Chunk(hit.text(), *source.chunking);
  }
  block_count_ += source.blocks.size();
  if (block_count_ > kMaxBlocks) {
    violations_->Add(path, absl::StrCat("brings the conversation over ", kMaxBlocks,
                                        " blocks; cut its text less finely"));
    source.blocks.clear();
  }

  messages::SearchResultParam out;
  out.source = hit.source();
  out.title = hit.title();
  out.content = source.blocks;
  out.citations_enabled = citable_;
  out.cache = marks_->Take(hit, path, violations_);
  sources_->Add(std::move(source));
  return out;
}

void HitBuilder::CheckId(const v1::SearchResult& hit, const FieldPath& path) {
  if (hit.id().empty()) return;
  const FieldPath id = path.Field("id");
  violations_->CheckWellFormed(id, hit.id());
  if (hit.id().size() > kMaxIdBytes) {
    violations_->Add(id,
                     absl::StrCat("is ", hit.id().size(), " bytes long; at most ", kMaxIdBytes));
  }
  const auto [earlier, is_new] = ids_.try_emplace(hit.id(), sources_->hits().size());
  if (!is_new) {
    violations_->Add(id, absl::StrCat("duplicate: hit ", earlier->second,
                                      " of the conversation has the same id"));
  }
}

}  // namespace footnote::answering
