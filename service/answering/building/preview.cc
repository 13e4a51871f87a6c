#include "service/answering/building/preview.h"

#include <cstddef>
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
  }
  return v1::Chunking::POLICY_UNSPECIFIED;
}

}  // namespace

void DescribeRequest(BuiltRequest&& built, v1::PreviewAnswerResponse* preview) {
  const SourceIndex& sources = built.sources;
  for (size_t i = 0; i < sources.hits().size(); ++i) {
    const SourceHit& hit = sources.hits()[i];
    v1::PreviewedHit* out = preview->add_hits();
    DescribeHit(sources, i, out->mutable_source());
    if (hit.chunking.has_value()) {
      out->mutable_chunking()->set_policy(PolicyOf(*hit.chunking));
    }
    TextLength end;
    for (const absl::string_view block : hit.blocks) {
      const TextLength start = end;
      end += Measure(block);
      *out->add_blocks()->mutable_span() = MakeSpan(start, end);
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
