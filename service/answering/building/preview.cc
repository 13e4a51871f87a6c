#include "service/answering/building/preview.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "service/answering/resolving/citations.h"
#include "service/answering/source_index.h"
#include "service/answering/utf8.h"

namespace footnote::answering {
namespace {

v1::Chunking::Policy PolicyOf(ChunkingPolicy policy) {
  switch (policy) {
    case ChunkingPolicy::kWhole:
      return v1::Chunking::POLICY_WHOLE;
    case ChunkingPolicy::kParagraph:
      return v1::Chunking::POLICY_PARAGRAPH;
    case ChunkingPolicy::kItem:
      return v1::Chunking::POLICY_ITEM;
    case ChunkingPolicy::kSentence:
      return v1::Chunking::POLICY_SENTENCE;
    case ChunkingPolicy::kPattern:
      return v1::Chunking::POLICY_PATTERN;
  }
  return v1::Chunking::POLICY_UNSPECIFIED;
}

void DescribeChunking(const ChunkingRules& rules, v1::Chunking* out) {
  out->set_policy(PolicyOf(rules.policy));
  if (rules.pattern != nullptr) out->set_pattern(rules.pattern->expression());
  out->set_min_block_bytes(static_cast<uint32_t>(rules.min_bytes));
  out->set_max_block_bytes(static_cast<uint32_t>(rules.EffectiveMaxBytes()));
  if (rules.language != nullptr) out->set_language(rules.language->tag());
}

}  // namespace

void DescribeRequest(BuiltRequest&& built, v1::PreviewAnswerResponse* preview) {
  const SourceIndex& sources = built.sources;
  for (size_t i = 0; i < sources.hits().size(); ++i) {
    const SourceHit& hit = sources.hits()[i];
    v1::PreviewedHit* out = preview->add_hits();
    DescribeHit(sources, i, out->mutable_source());
    if (hit.chunking.has_value()) {
      DescribeChunking(*hit.chunking, out->mutable_chunking());
    }
    TextLength end;
    for (size_t b = 0; b < hit.blocks.size(); ++b) {
      const TextLength start = end;
      end += Measure(hit.blocks[b]);
      v1::PreviewedBlock* block = out->add_blocks();
      *block->mutable_span() = MakeSpan(start, end);
      const uint8_t flags = hit.block_flags.empty() ? 0 : hit.block_flags[b];
      block->set_joined((flags & kJoined) != 0);
      block->set_forced_cut((flags & kForcedCut) != 0);
      block->set_over_maximum((flags & kOverMaximum) != 0);
    }
  }
  for (CacheMark& mark : built.cache_marks) {
    v1::PreviewedCacheMark* out = preview->add_cache_marks();
    out->set_field(std::move(mark.field));
    out->set_ttl(mark.ttl == messages::CacheTtl::k1Hour ? v1::CacheControl::TTL_1H
                                                        : v1::CacheControl::TTL_5M);
  }
  *preview->mutable_upstream_json() = std::move(built.json);
}

}  // namespace footnote::answering
