// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/source_register.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/answering/building/content/chunking_options.h"

namespace footnote::answering::building {
namespace {

constexpr size_t kMaxIdBytes = 512;
// Far more than a model can use. Without a limit, a text could be split into as many blocks as it
// has letters, each with its own object in the request.
constexpr size_t kMaxBlocks = 200000;
// Each pattern is compiled.
constexpr size_t kMaxOwnPatterns = 100;

}  // namespace

segmentation::ChunkingRules SourceRegister::ReadOwnChunking(const v1::Chunking& chunking,
                                                            const Field& field) {
  if (chunking.policy() == v1::Chunking::POLICY_PATTERN && ++own_patterns_ > kMaxOwnPatterns) {
    field.Add(v1::TOO_MANY,
              absl::StrCat("is one of more than ", kMaxOwnPatterns,
                           " with a pattern; set the pattern once, for the entire request"));
    return segmentation::ChunkingRules();
  }
  return ReadChunking(chunking, field);
}

void SourceRegister::Split(absl::string_view text, Source* source) const {
  if (block_count_ > kMaxBlocks) return;
  segmentation::Chunks chunks = segmentation::Chunk(text, *source->chunking);
  source->blocks = std::move(chunks.blocks);
  source->block_flags = std::move(chunks.flags);
  source->chunking->language = chunks.language;
}

const Source& SourceRegister::Add(Source source, const Field& field) {
  block_count_ += source.blocks.size();
  if (block_count_ > kMaxBlocks) {
    field.Add(v1::TOO_MANY, absl::StrCat("exceeds the maximum of ", kMaxBlocks,
                                         " blocks in a request; split texts into larger blocks"));
    source.blocks.clear();
    source.block_flags.clear();
  }
  return source.kind == Source::Kind::kSearchResult ? sources_->AddSearchResult(std::move(source))
                                                    : sources_->AddDocument(std::move(source));
}

std::optional<SourceRegister::ApiIndex> SourceRegister::Find(absl::string_view id) const {
  const auto found = ids_.find(id);
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

const Source* SourceRegister::Get(ApiIndex index) const {
  const std::vector<Source>& sources =
      index.is_search_result ? sources_->search_results() : sources_->documents();
  return index.index < sources.size() ? &sources[index.index] : nullptr;
}

void SourceRegister::CheckId(const std::string& id, ApiIndex index, const Field& field) {
  if (id.empty()) return;
  field.CheckLength(id, kMaxIdBytes);
  const auto [earlier, is_new] = ids_.try_emplace(id, index);
  if (!is_new) {
    field.Add(v1::DUPLICATE,
              absl::StrCat("is also the id of ",
                           earlier->second.is_search_result ? "search result " : "document ",
                           earlier->second.index, " of the conversation; ids must be unique"));
  }
}

}  // namespace footnote::answering::building
