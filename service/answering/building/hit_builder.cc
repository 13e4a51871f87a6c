#include "service/answering/building/hit_builder.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace footnote::answering {
namespace {

constexpr size_t kMaxIdBytes = 512;
// Far beyond what a model can use. A text may be cut into as many blocks as it has letters, each
// with an object of its own in the request.
constexpr size_t kMaxBlocks = 200000;

// Each has to be compiled.
constexpr size_t kMaxOwnPatterns = 100;

// Limits of v1::Chunking. Room for a URL or a few words, so that a maximum can be kept.
constexpr size_t kMinMaxBlockBytes = 64;
constexpr size_t kMaxMaxBlockBytes = 100000000;
constexpr size_t kMaxMinBlockBytes = 1000000;

ChunkingPolicy ReadPolicy(const v1::Chunking& chunking, const FieldPath& path,
                          Violations* violations) {
  switch (chunking.policy()) {
    case v1::Chunking::POLICY_WHOLE:
      return ChunkingPolicy::kWhole;
    case v1::Chunking::POLICY_UNSPECIFIED:
    case v1::Chunking::POLICY_PARAGRAPH:
      return ChunkingPolicy::kParagraph;
    case v1::Chunking::POLICY_ITEM:
      return ChunkingPolicy::kItem;
    case v1::Chunking::POLICY_SENTENCE:
      return ChunkingPolicy::kSentence;
    case v1::Chunking::POLICY_PATTERN:
      return ChunkingPolicy::kPattern;
    default:
      violations->Add(path.Field("policy"), absl::StrCat("has no value ", chunking.policy()));
      return ChunkingPolicy::kParagraph;
  }
}

void ReadPattern(const v1::Chunking& chunking, const FieldPath& path, Violations* violations,
                 ChunkingRules* rules) {
  const FieldPath field = path.Field("pattern");
  if (!violations->CheckWellFormed(field, chunking.pattern())) return;
  absl::StatusOr<std::shared_ptr<const BlockPattern>> pattern =
      BlockPattern::Compile(chunking.pattern());
  if (pattern.ok()) {
    rules->pattern = *std::move(pattern);
  } else {
    violations->Add(field, std::string(pattern.status().message()));
  }
}

}  // namespace

ChunkingRules ReadChunking(const v1::Chunking& chunking, const FieldPath& path,
                           Violations* violations) {
  ChunkingRules rules;
  rules.policy = ReadPolicy(chunking, path, violations);
  if (rules.policy == ChunkingPolicy::kPattern) {
    ReadPattern(chunking, path, violations, &rules);
  } else if (!chunking.pattern().empty()) {
    violations->Add(path.Field("pattern"), "is for POLICY_PATTERN only");
  }
  const size_t least = chunking.min_block_bytes();
  const size_t most = chunking.max_block_bytes();
  if (least > kMaxMinBlockBytes) {
    violations->Add(path.Field("min_block_bytes"),
                    absl::StrCat("is ", least, "; at most ", kMaxMinBlockBytes));
  }
  if (most != 0 && (most < kMinMaxBlockBytes || most > kMaxMaxBlockBytes)) {
    violations->Add(path.Field("max_block_bytes"),
                    absl::StrCat("is ", most, "; from ", kMinMaxBlockBytes, " to ",
                                 kMaxMaxBlockBytes, ", or 0 for no limit"));
  } else if (most != 0 && most < least) {
    violations->Add(path.Field("max_block_bytes"),
                    absl::StrCat("is ", most, ", less than `min_block_bytes`, ", least));
  }
  rules.min_bytes = least;
  rules.max_bytes = most;
  if (!chunking.language().empty() &&
      violations->CheckWellFormed(path.Field("language"), chunking.language())) {
    rules.language = FindLanguage(chunking.language());
  }
  return rules;
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
    source.chunking = hit.has_chunking() ? OwnChunking(hit, path) : default_chunking_;
  }
  if (has_text && violations_->CheckText(path.Field("text"), hit.text()) && !has_blocks) {
    if (block_count_ <= kMaxBlocks) CutText(hit, &source);
  }
  block_count_ += source.blocks.size();
  if (block_count_ > kMaxBlocks) {
    violations_->Add(path, absl::StrCat("brings the conversation over ", kMaxBlocks,
                                        " blocks; cut its text less finely"));
    source.blocks.clear();
    source.block_flags.clear();
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

ChunkingRules HitBuilder::OwnChunking(const v1::SearchResult& hit, const FieldPath& path) {
  const FieldPath field = path.Field("chunking");
  if (hit.chunking().policy() == v1::Chunking::POLICY_PATTERN &&
      ++own_patterns_ > kMaxOwnPatterns) {
    violations_->Add(field, absl::StrCat("is one of more than ", kMaxOwnPatterns,
                                         " with a pattern; set it once, for the whole request"));
    return ChunkingRules();
  }
  return ReadChunking(hit.chunking(), field, violations_);
}

void HitBuilder::CutText(const v1::SearchResult& hit, SourceHit* source) const {
  Chunks chunks = Chunk(hit.text(), *source->chunking);
  source->blocks = std::move(chunks.blocks);
  source->block_flags = std::move(chunks.flags);
  source->chunking->language = chunks.language;
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
