#include "service/answering/building/content/chunking_options.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace footnote::answering::building {
namespace {

// Limits of v1::Chunking. Room for a URL or a few words, so that a maximum can be kept.
constexpr size_t kMinMaxBlockBytes = 64;
constexpr size_t kMaxMaxBlockBytes = 100000000;
constexpr size_t kMaxMinBlockBytes = 1000000;

segmentation::ChunkingPolicy ReadPolicy(const v1::Chunking& chunking, const FieldPath& path,
                                        Violations* violations) {
  switch (chunking.policy()) {
    case v1::Chunking::POLICY_WHOLE:
      return segmentation::ChunkingPolicy::kWhole;
    case v1::Chunking::POLICY_UNSPECIFIED:
    case v1::Chunking::POLICY_PARAGRAPH:
      return segmentation::ChunkingPolicy::kParagraph;
    case v1::Chunking::POLICY_ITEM:
      return segmentation::ChunkingPolicy::kItem;
    case v1::Chunking::POLICY_SENTENCE:
      return segmentation::ChunkingPolicy::kSentence;
    case v1::Chunking::POLICY_PATTERN:
      return segmentation::ChunkingPolicy::kPattern;
    default:
      violations->Add(path.Field("policy"), absl::StrCat("has no value ", chunking.policy()));
      return segmentation::ChunkingPolicy::kParagraph;
  }
}

void ReadPattern(const v1::Chunking& chunking, const FieldPath& path, Violations* violations,
                 segmentation::ChunkingRules* rules) {
  const FieldPath field = path.Field("pattern");
  if (!violations->CheckWellFormed(field, chunking.pattern())) return;
  absl::StatusOr<std::shared_ptr<const segmentation::BlockPattern>> pattern =
      segmentation::BlockPattern::Compile(chunking.pattern());
  if (pattern.ok()) {
    rules->pattern = *std::move(pattern);
  } else {
    violations->Add(field, std::string(pattern.status().message()));
  }
}

}  // namespace

segmentation::ChunkingRules ReadChunking(const v1::Chunking& chunking, const FieldPath& path,
                                         Violations* violations) {
  segmentation::ChunkingRules rules;
  rules.policy = ReadPolicy(chunking, path, violations);
  if (rules.policy == segmentation::ChunkingPolicy::kPattern) {
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
    rules.language = segmentation::FindLanguage(chunking.language());
  }
  return rules;
}

}  // namespace footnote::answering::building
