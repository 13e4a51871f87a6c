#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "client/cli/output/render.h"
#include "client/cli/text/amounts.h"
#include "client/cli/text/printable.h"
#include "client/cli/text/table.h"
#include "client/cpp/sources.h"

namespace footnote::client {
namespace {

// A hit or a document, as the tables show it.
struct ShownSource {
  std::string name;  // "hit 0", "doc 1"
  std::string kind;
  std::string id;
  std::string title;
  std::string origin;
  std::string policy;
  std::string language;
  std::string text;
  const google::protobuf::RepeatedPtrField<v1::PreviewedBlock>* blocks = nullptr;
  int64_t bytes = 0;
};

std::string PolicyName(v1::Chunking::Policy policy) {
  if (policy == v1::Chunking::POLICY_UNSPECIFIED) return "paragraph";
  return absl::AsciiStrToLower(absl::StripPrefix(v1::Chunking::Policy_Name(policy), "POLICY_"));
}

// How a source that is not cut by Footnote comes to its blocks.
std::string PolicyOf(bool is_split, const v1::Chunking& chunking, const std::string& otherwise) {
  return is_split ? PolicyName(chunking.policy()) : otherwise;
}

ShownSource ShowHit(const v1::AnswerRequest& request, const v1::PreviewedHit& previewed) {
  ShownSource shown;
  shown.name = absl::StrCat("hit ", previewed.source().index());
  shown.kind = "text";
  shown.id = previewed.source().id();
  shown.policy = PolicyOf(previewed.has_chunking(), previewed.chunking(), "as given");
  shown.language = previewed.chunking().language();
  shown.blocks = &previewed.blocks();
  if (const v1::SearchResult* hit = FindHit(request, previewed.source()); hit != nullptr) {
    shown.title = hit->title();
    shown.origin = hit->source();
    shown.text = TextOf(*hit);
  }
  shown.bytes = static_cast<int64_t>(shown.text.size());
  return shown;
}

std::string KindOf(v1::PreviewedDocument::Content content) {
  switch (content) {
    case v1::PreviewedDocument::CONTENT_TEXT:
      return "text";
    case v1::PreviewedDocument::CONTENT_PDF:
      return "PDF";
    case v1::PreviewedDocument::CONTENT_URL:
      return "URL";
    case v1::PreviewedDocument::CONTENT_FILE:
      return "file";
    case v1::PreviewedDocument::CONTENT_BLOCKS:
      return "blocks";
    default:
      return "?";
  }
}

std::string PolicyWithoutSplitting(v1::PreviewedDocument::Content content) {
  switch (content) {
    case v1::PreviewedDocument::CONTENT_TEXT:
      return "API";
    case v1::PreviewedDocument::CONTENT_BLOCKS:
      return "as given";
    default:
      return "page";
  }
}

ShownSource ShowDocument(const v1::AnswerRequest& request, const v1::PreviewedDocument& previewed) {
  ShownSource shown;
  shown.name = absl::StrCat("doc ", previewed.source().index());
  shown.kind = KindOf(previewed.content());
  shown.id = previewed.source().id();
  shown.policy = PolicyOf(previewed.has_chunking(), previewed.chunking(),
                          PolicyWithoutSplitting(previewed.content()));
  shown.language = previewed.chunking().language();
  shown.blocks = &previewed.blocks();
  shown.bytes = previewed.content_bytes();
  if (const v1::Document* document = FindDocument(request, previewed.source());
      document != nullptr) {
    shown.title = document->title();
    shown.origin = document->has_url() ? document->url() : document->file_id();
    shown.text = TextOf(*document);
  }
  return shown;
}

// In the order of the request: documents stand before hits.
std::vector<ShownSource> SourcesOf(const v1::AnswerRequest& request,
                                   const v1::PreviewAnswerResponse& preview) {
  std::vector<ShownSource> sources;
  for (const v1::PreviewedDocument& document : preview.documents()) {
    sources.push_back(ShowDocument(request, document));
  }
  for (const v1::PreviewedHit& hit : preview.hits()) sources.push_back(ShowHit(request, hit));
  return sources;
}

std::string SourceTable(const std::vector<ShownSource>& sources, size_t width) {
  Table table({{"source"},
               {"kind"},
               {"id", false, true},
               {"title", false, true},
               {"from", false, true},
               {"cut"},
               {"lang"},
               {"blocks", true},
               {"bytes", true}});
  for (const ShownSource& source : sources) {
    table.Add({source.name, source.kind, source.id, source.title,
               source.origin == source.title ? "" : source.origin, source.policy, source.language,
               absl::StrCat(source.blocks->size()), absl::StrCat(source.bytes)});
  }
  return table.Render(width);
}

std::string FlagsOf(const v1::PreviewedBlock& block) {
  std::vector<absl::string_view> flags;
  if (block.kind() == v1::PreviewedBlock::KIND_IMAGE) flags.emplace_back("picture");
  if (block.joined()) flags.emplace_back("joined");
  if (block.forced_cut()) flags.emplace_back("cut");
  if (block.over_maximum()) flags.emplace_back("too long");
  return absl::StrJoin(flags, ", ");
}

// More of `text` than a line holds, so that the table cuts it.
std::string FirstWords(absl::string_view text) {
  constexpr size_t kMoreThanALine = 4000;
  return PrintableLine(absl::StripAsciiWhitespace(text.substr(0, kMoreThanALine)));
}

std::string BlockTable(const std::vector<ShownSource>& sources, size_t width) {
  Table table({{"source"}, {"block", true}, {"bytes"}, {"flags"}, {"text", false, true}});
  for (const ShownSource& source : sources) {
    for (int i = 0; i < source.blocks->size(); ++i) {
      const v1::PreviewedBlock& block = (*source.blocks)[i];
      const v1::Span& span = block.span();
      const bool is_image = block.kind() == v1::PreviewedBlock::KIND_IMAGE;
      table.Add({i == 0 ? source.name : "", absl::StrCat(i),
                 is_image ? "" : absl::StrCat("[", span.byte_start(), ",", span.byte_end(), ")"),
                 FlagsOf(block), FirstWords(Slice(source.text, span))});
    }
  }
  return table.Render(width);
}

std::string MarkTable(const v1::PreviewAnswerResponse& preview, size_t width) {
  Table table({{"place"}, {"field", false, true}, {"kept for"}, {"tokens before it", true}});
  for (const v1::PreviewedCacheMark& mark : preview.cache_marks()) {
    table.Add({mark.place(), mark.field().empty() ? "(planned)" : mark.field(),
               mark.ttl() == v1::CacheControl::TTL_1H ? "1 hour" : "5 minutes",
               mark.estimated_prefix_tokens() > 0
                   ? absl::StrCat("about ", mark.estimated_prefix_tokens())
                   : ""});
  }
  return table.Render(width);
}

void AppendSection(absl::string_view name, const std::string& content, std::string* out) {
  if (!content.empty()) absl::StrAppend(out, "\n", name, "\n", content);
}

std::string Summary(const v1::PreviewAnswerResponse& preview,
                    const std::vector<ShownSource>& sources) {
  int64_t blocks = 0;
  for (const ShownSource& source : sources) blocks += source.blocks->size();
  std::vector<std::string> parts;
  if (!preview.documents().empty()) parts.push_back(Counted(preview.documents_size(), "document"));
  parts.push_back(Counted(preview.hits_size(), "hit"));
  parts.push_back(Counted(blocks, "block"));
  parts.push_back(Counted(preview.cache_marks_size(), "cache mark"));
  parts.push_back(Counted(static_cast<int64_t>(preview.upstream_json().size()), "byte") +
                  " of JSON");
  if (preview.estimated_input_tokens() > 0) {
    parts.push_back(absl::StrCat("about ", Counted(preview.estimated_input_tokens(), "token")));
  }
  return absl::StrJoin(parts, ", ") + "\n";
}

}  // namespace

std::string RenderPreview(const v1::AnswerRequest& request,
                          const v1::PreviewAnswerResponse& preview, size_t width) {
  const std::vector<ShownSource> sources = SourcesOf(request, preview);
  std::string out = Summary(preview, sources);
  for (const v1::PreviewWarning& warning : preview.warnings()) {
    const std::string field = PrintableLine(warning.field());
    absl::StrAppend(&out, "! ", field, field.empty() ? "" : ": ", PrintableLine(warning.message()),
                    "\n");
  }
  AppendSection("Sources", SourceTable(sources, width), &out);
  AppendSection("Blocks", BlockTable(sources, width), &out);
  AppendSection("Cache marks", MarkTable(preview, width), &out);
  std::string dropped;
  for (const std::string& field : preview.dropped_cache_marks()) {
    absl::StrAppend(&dropped, "  ", PrintableLine(field), "\n");
  }
  AppendSection("Cache marks that are not sent", dropped, &out);
  std::string headers;
  for (const v1::PreviewedHeader& header : preview.upstream_headers()) {
    absl::StrAppend(&headers, "  ", PrintableLine(header.name()), ": ",
                    PrintableLine(header.value()), "\n");
  }
  AppendSection("Headers", headers, &out);
  return out;
}

}  // namespace footnote::client
