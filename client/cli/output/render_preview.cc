#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/output/citation_list.h"
#include "client/cli/output/render.h"
#include "client/cli/text/amounts.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

absl::string_view TtlName(v1::CacheControl::Ttl ttl) {
  return ttl == v1::CacheControl::TTL_1H ? "one hour" : "five minutes";
}

void AppendHit(const v1::AnswerRequest& request, const v1::PreviewedHit& previewed,
               std::string* out) {
  const v1::CitedSource& source = previewed.source();
  absl::StrAppend(out, "[", source.index(), "] ",
                  source.id().empty() ? "(no id)" : PrintableLine(source.id()), "\n");
  if (const v1::SearchResult* hit = FindHit(request, source); hit != nullptr) {
    absl::StrAppend(out, "    title   ", PrintableLine(hit->title()), "\n");
    absl::StrAppend(out, "    source  ", PrintableLine(hit->source()), "\n");
  }
  absl::string_view lead = "    blocks  ";
  for (int i = 0; i < previewed.blocks_size(); ++i) {
    const v1::Span& span = previewed.blocks(i).span();
    absl::StrAppend(out, lead, i, "  bytes [", span.byte_start(), ",", span.byte_end(), ")  ",
                    Counted(span.byte_end() - span.byte_start(), "byte"), "\n");
    lead = "            ";
  }
}

}  // namespace

std::string RenderPreview(const v1::AnswerRequest& request,
                          const v1::PreviewAnswerResponse& preview) {
  int64_t blocks = 0;
  for (const v1::PreviewedHit& hit : preview.hits()) blocks += hit.blocks_size();
  std::string out =
      absl::StrCat(Counted(preview.hits_size(), "hit"), ", ", Counted(blocks, "block"), ", ",
                   Counted(preview.cache_marks_size(), "cache mark"), ", ",
                   Counted(preview.upstream_json().size(), "byte"), " of JSON\n");
  for (const v1::PreviewedHit& hit : preview.hits()) {
    absl::StrAppend(&out, "\n");
    AppendHit(request, hit, &out);
  }
  if (!preview.cache_marks().empty()) absl::StrAppend(&out, "\nCache marks\n");
  for (const v1::PreviewedCacheMark& mark : preview.cache_marks()) {
    absl::StrAppend(&out, "    ", PrintableLine(mark.field()), "  ", TtlName(mark.ttl()), "\n");
  }
  if (!preview.upstream_headers().empty()) absl::StrAppend(&out, "\nHeaders\n");
  for (const v1::PreviewedHeader& header : preview.upstream_headers()) {
    absl::StrAppend(&out, "    ", PrintableLine(header.name()), ": ", PrintableLine(header.value()),
                    "\n");
  }
  return out;
}

}  // namespace footnote::client
