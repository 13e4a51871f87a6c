// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/chunking_options.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace footnote::answering::building {
namespace {

using segmentation::ChunkingPolicy;

// The limits that v1::Chunking documents. The smallest maximum has room for a URL or a few words,
// since these are not split.
constexpr int64_t kMinMaxBlockBytes = 64;
constexpr int64_t kMaxMaxBlockBytes = 100000000;
constexpr int64_t kMaxMinBlockBytes = 1000000;

ChunkingPolicy ReadPolicy(const v1::Chunking& chunking, const Field& field) {
  const Field policy = field.Child("policy");
  policy.CheckEnum(chunking.policy(), v1::Chunking::Policy_IsValid(chunking.policy()));
  switch (chunking.policy()) {
    case v1::Chunking::POLICY_WHOLE:
      return ChunkingPolicy::kWhole;
    case v1::Chunking::POLICY_ITEM:
      return ChunkingPolicy::kItem;
    case v1::Chunking::POLICY_SENTENCE:
      return ChunkingPolicy::kSentence;
    case v1::Chunking::POLICY_PATTERN:
      return ChunkingPolicy::kPattern;
    case v1::Chunking::POLICY_UNSPECIFIED:
    case v1::Chunking::POLICY_PARAGRAPH:
    default:
      return ChunkingPolicy::kParagraph;
  }
}

void ReadPattern(const v1::Chunking& chunking, const Field& field,
                 segmentation::ChunkingRules* rules) {
  const Field pattern = field.Child("pattern");
  if (rules->policy != ChunkingPolicy::kPattern) {
    if (!chunking.pattern().empty()) {
      pattern.Add(v1::NOT_APPLICABLE, "is only valid with POLICY_PATTERN");
    }
    return;
  }
  if (!pattern.CheckWellFormed(chunking.pattern())) return;
  absl::StatusOr<std::shared_ptr<const segmentation::BlockPattern>> compiled =
      segmentation::BlockPattern::Compile(chunking.pattern());
  if (compiled.ok()) {
    rules->pattern = *std::move(compiled);
  } else {
    pattern.Add(chunking.pattern().empty() ? v1::REQUIRED : v1::INVALID_PATTERN,
                std::string(compiled.status().message()));
  }
}

void ReadSizes(const v1::Chunking& chunking, const Field& field,
               segmentation::ChunkingRules* rules) {
  const int64_t minimum = chunking.min_block_bytes();
  const bool is_minimum_valid =
      field.Child("min_block_bytes").CheckRange(minimum, 0, kMaxMinBlockBytes);
  if (is_minimum_valid) rules->min_bytes = static_cast<size_t>(minimum);

  if (!chunking.has_max_block_bytes()) return;
  const int64_t maximum = chunking.max_block_bytes();
  const Field max_block_bytes = field.Child("max_block_bytes");
  if (maximum != 0 && (maximum < kMinMaxBlockBytes || maximum > kMaxMaxBlockBytes)) {
    max_block_bytes.Add(v1::OUT_OF_RANGE,
                        absl::StrCat("is ", maximum, "; must be from ", kMinMaxBlockBytes, " to ",
                                     kMaxMaxBlockBytes, ", or 0 for no limit"));
    return;
  }
  if (maximum != 0 && is_minimum_valid && maximum < minimum) {
    max_block_bytes.Add(v1::OUT_OF_RANGE,
                        absl::StrCat("is ", maximum, "; must be at least `min_block_bytes`, ",
                                     minimum, ", or 0 for no limit"));
    return;
  }
  rules->max_bytes = static_cast<size_t>(maximum);
}

}  // namespace

segmentation::ChunkingRules ReadChunking(const v1::Chunking& chunking, const Field& field) {
  segmentation::ChunkingRules rules;
  rules.policy = ReadPolicy(chunking, field);
  ReadPattern(chunking, field, &rules);
  ReadSizes(chunking, field, &rules);
  if (!chunking.language().empty() &&
      field.Child("language").CheckWellFormed(chunking.language())) {
    rules.language = segmentation::FindLanguage(chunking.language());
  }
  return rules;
}

}  // namespace footnote::answering::building
