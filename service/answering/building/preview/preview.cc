// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/preview/preview.h"

#include <google/protobuf/repeated_field.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "service/answering/building/preview/warnings.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/source_index.h"
#include "service/segmentation/chunker.h"
#include "service/segmentation/size_limits.h"
#include "service/text/text_index.h"
#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

v1::Chunking::Policy PolicyOf(segmentation::ChunkingPolicy policy) {
  switch (policy) {
    case segmentation::ChunkingPolicy::kWhole:
      return v1::Chunking::POLICY_WHOLE;
    case segmentation::ChunkingPolicy::kParagraph:
      return v1::Chunking::POLICY_PARAGRAPH;
    case segmentation::ChunkingPolicy::kItem:
      return v1::Chunking::POLICY_ITEM;
    case segmentation::ChunkingPolicy::kSentence:
      return v1::Chunking::POLICY_SENTENCE;
    case segmentation::ChunkingPolicy::kPattern:
      return v1::Chunking::POLICY_PATTERN;
  }
  return v1::Chunking::POLICY_UNSPECIFIED;
}

// The pattern of the request is not repeated for each source. `is_own` is true if the source has
// its own rules.
void DescribeChunking(const segmentation::ChunkingRules& rules, bool is_own, v1::Chunking* out) {
  out->set_policy(PolicyOf(rules.policy));
  if (rules.pattern != nullptr && is_own) out->set_pattern(rules.pattern->expression());
  out->set_min_block_bytes(static_cast<int32_t>(rules.min_bytes));
  out->set_max_block_bytes(static_cast<int32_t>(rules.EffectiveMaxBytes()));
  if (rules.language != nullptr) out->set_language(rules.language->tag());
}

void DescribeBlocks(const Source& source,
                    google::protobuf::RepeatedPtrField<v1::PreviewedBlock>* out) {
  out->Reserve(static_cast<int>(source.blocks.size()));
  text::TextLength end;
  for (size_t i = 0; i < source.blocks.size(); ++i) {
    const text::TextLength start = end;
    end += text::Measure(source.blocks[i]);
    v1::PreviewedBlock* block = out->Add();
    *block->mutable_span() = text::MakeSpan(start, end);
    block->set_kind(source.blocks[i].empty() ? v1::PreviewedBlock::KIND_IMAGE
                                             : v1::PreviewedBlock::KIND_TEXT);
    const uint8_t flags = source.block_flags.empty() ? 0 : source.block_flags[i];
    block->set_joined((flags & segmentation::kJoined) != 0);
    block->set_size_split((flags & segmentation::kForcedSplit) != 0);
    block->set_over_maximum((flags & segmentation::kOverMaximum) != 0);
  }
}

v1::PreviewedDocument::Content ContentOf(Source::Kind kind) {
  switch (kind) {
    case Source::Kind::kPlainText:
      return v1::PreviewedDocument::CONTENT_TEXT;
    case Source::Kind::kBlocks:
      return v1::PreviewedDocument::CONTENT_BLOCKS;
    case Source::Kind::kPdf:
      return v1::PreviewedDocument::CONTENT_PDF;
    case Source::Kind::kUrl:
      return v1::PreviewedDocument::CONTENT_URL;
    case Source::Kind::kFile:
      return v1::PreviewedDocument::CONTENT_FILE;
    case Source::Kind::kSearchResult:
      break;
  }
  return v1::PreviewedDocument::CONTENT_UNSPECIFIED;
}

int64_t ContentBytes(const v1::Document& document) {
  switch (document.content_case()) {
    case v1::Document::kText:
      return static_cast<int64_t>(document.text().size());
    case v1::Document::kPdf:
      return static_cast<int64_t>(document.pdf().size());
    case v1::Document::kBlocks: {
      size_t bytes = 0;
      for (const v1::DocumentBlock& block : document.blocks().blocks()) {
        bytes += block.text().size() + block.image().data().size();
      }
      return static_cast<int64_t>(bytes);
    }
    case v1::Document::kPdfUrl:
    case v1::Document::kFileId:
    case v1::Document::CONTENT_NOT_SET:
      break;
  }
  return 0;
}

void DescribeSources(const SourceIndex& sources, v1::PreviewAnswerResponse* preview) {
  for (size_t i = 0; i < sources.search_results().size(); ++i) {
    const Source& search_result = sources.search_results()[i];
    v1::PreviewedSearchResult* out = preview->add_search_results();
    DescribeSource(search_result, i, out->mutable_source());
    if (search_result.chunking.has_value()) {
      DescribeChunking(*search_result.chunking, search_result.search_result->has_chunking(),
                       out->mutable_chunking());
    }
    DescribeBlocks(search_result, out->mutable_blocks());
  }
  for (size_t i = 0; i < sources.documents().size(); ++i) {
    const Source& document = sources.documents()[i];
    v1::PreviewedDocument* out = preview->add_documents();
    DescribeSource(document, i, out->mutable_source());
    out->set_content(ContentOf(document.kind));
    if (document.chunking.has_value()) {
      DescribeChunking(*document.chunking, /*is_own=*/true, out->mutable_chunking());
    }
    DescribeBlocks(document, out->mutable_blocks());
    out->set_content_bytes(ContentBytes(*document.document));
  }
}

void DescribeCache(const IndexedRequest& indexed, v1::PreviewAnswerResponse* preview) {
  for (const PlannedBreakpoint& breakpoint : indexed.cache_breakpoints) {
    v1::PreviewedCacheBreakpoint* out = preview->add_cache_breakpoints();
    out->set_field(breakpoint.field);
    out->set_ttl(breakpoint.ttl == messages::CacheTtl::k1Hour ? v1::CacheControl::TTL_1H
                                                              : v1::CacheControl::TTL_5M);
    out->set_upstream_path(breakpoint.upstream_path);
    out->set_estimated_prefix_tokens(breakpoint.prefix_tokens);
  }
}

}  // namespace

absl::Status PreviewRequest(const v1::PreviewAnswerRequest& request,
                            const RequestDefaults& defaults, v1::PreviewAnswerResponse* preview) {
  constexpr char kRoot[] = "request";
  absl::StatusOr<IndexedRequest> indexed =
      IndexRequest(request.request(), defaults,
                   request.stream() ? RequestPurpose::kStream : RequestPurpose::kAnswer, kRoot,
                   TokenCounting::kEstimated);
  if (!indexed.ok()) return indexed.status();
  DescribeSources(indexed->sources, preview);
  DescribeCache(*indexed, preview);
  preview->set_estimated_input_tokens(indexed->estimated_tokens);
  absl::StatusOr<SerializedRequest> serialized = SerializeRequest(*indexed);
  if (!serialized.ok()) return serialized.status();
  AddWarnings(request.request(), kRoot, *indexed, serialized->json.size(), preview);
  *preview->mutable_upstream_json() = std::move(serialized->json);
  return absl::OkStatus();
}

}  // namespace footnote::answering::building
