#include "service/answering/building/content/source_register.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/answering/building/content/chunking_options.h"

namespace footnote::answering::building {
namespace {

constexpr size_t kMaxIdBytes = 512;
// Far beyond what a model can use. A text may be cut into as many blocks as it has letters, each
// with an object of its own in the request.
constexpr size_t kMaxBlocks = 200000;
// Each has to be compiled.
constexpr size_t kMaxOwnPatterns = 100;

}  // namespace

segmentation::ChunkingRules SourceRegister::ReadOwnChunking(const v1::Chunking& chunking,
                                                            const FieldPath& path) {
  if (chunking.policy() == v1::Chunking::POLICY_PATTERN && ++own_patterns_ > kMaxOwnPatterns) {
    violations_->Add(path, absl::StrCat("is one of more than ", kMaxOwnPatterns,
                                        " with a pattern; set it once, for the whole request"));
    return segmentation::ChunkingRules();
  }
  return ReadChunking(chunking, path, violations_);
}

void SourceRegister::Split(absl::string_view text, Source* source) const {
  if (block_count_ > kMaxBlocks) return;
  segmentation::Chunks chunks = segmentation::Chunk(text, *source->chunking);
  source->blocks = std::move(chunks.blocks);
  source->block_flags = std::move(chunks.flags);
  source->chunking->language = chunks.language;
}

const Source& SourceRegister::Add(Source source, const FieldPath& path) {
  block_count_ += source.blocks.size();
  if (block_count_ > kMaxBlocks) {
    violations_->Add(path, absl::StrCat("brings the conversation over ", kMaxBlocks,
                                        " blocks; cut its text less finely"));
    source.blocks.clear();
    source.block_flags.clear();
  }
  return source.kind == Source::Kind::kHit ? sources_->AddHit(std::move(source))
                                           : sources_->AddDocument(std::move(source));
}

std::optional<SourceRegister::Number> SourceRegister::Find(absl::string_view id) const {
  const auto found = ids_.find(id);
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

const Source* SourceRegister::Get(Number number) const {
  const std::vector<Source>& sources = number.is_hit ? sources_->hits() : sources_->documents();
  return number.index < sources.size() ? &sources[number.index] : nullptr;
}

void SourceRegister::CheckId(const std::string& id, Number number, const FieldPath& path) {
  if (id.empty()) return;
  violations_->CheckWellFormed(path, id);
  if (id.size() > kMaxIdBytes) {
    violations_->Add(path, absl::StrCat("is ", id.size(), " bytes long; at most ", kMaxIdBytes));
  }
  const auto [earlier, is_new] = ids_.try_emplace(id, number);
  if (!is_new) {
    violations_->Add(path,
                     absl::StrCat("duplicate: ", earlier->second.is_hit ? "hit " : "document ",
                                  earlier->second.index, " of the conversation has the same id"));
  }
}

}  // namespace footnote::answering::building
