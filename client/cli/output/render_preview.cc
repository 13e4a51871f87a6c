// SPDX-License-Identifier: Apache-2.0
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

// A search result or document, as the tables show it.
struct ShownSource {
  std::string name;  // "result 0", "doc 1"
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

// Returns the name of the policy that split a source, or `otherwise` if Footnote did not split it.
std::string PolicyOf(bool is_split, const v1::Chunking& chunking, const std::string& otherwise) {
  return is_split ? PolicyName(chunking.policy()) : otherwise;
}

ShownSource ShowSearchResult(const v1::AnswerRequest& request,
                             const v1::PreviewedSearchResult& previewed) {
  ShownSource shown;
  shown.name = absl::StrCat("result ", previewed.source().api_index());
  shown.kind = "text";
  shown.id = previewed.source().id();
  shown.policy = PolicyOf(previewed.has_chunking(), previewed.chunking(), "as given");
  shown.language = previewed.chunking().language();
  shown.blocks = &previewed.blocks();
  if (const v1::SearchResult* result = FindSearchResult(request, previewed.source());
      result != nullptr) {
    shown.title = result->title();
    shown.origin = result->source();
    shown.text = TextOf(*result);
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
  shown.name = absl::StrCat("doc ", previewed.source().api_index());
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
    shown.origin = document->has_pdf_url() ? document->pdf_url() : document->file_id();
    shown.text = TextOf(*document);
  }
  return shown;
}

// Returns the documents, then the search results: the order in which flat fields are sent.
std::vector<ShownSource> SourcesOf(const v1::AnswerRequest& request,
                                   const v1::PreviewAnswerResponse& preview) {
  std::vector<ShownSource> sources;
  for (const v1::PreviewedDocument& document : preview.documents()) {
    sources.push_back(ShowDocument(request, document));
  }
  for (const v1::PreviewedSearchResult& result : preview.search_results()) {
    sources.push_back(ShowSearchResult(request, result));
  }
  return sources;
}

std::string SourceTable(const std::vector<ShownSource>& sources, size_t width) {
  Table table({{"source"},
               {"kind"},
               {"id", false, true},
               {"title", false, true},
               {"from", false, true},
               {"split"},
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
  if (block.kind() == v1::PreviewedBlock::KIND_IMAGE) flags.emplace_back("image");
  if (block.joined()) flags.emplace_back("joined");
  if (block.size_split()) flags.emplace_back("size split");
  if (block.over_maximum()) flags.emplace_back("too long");
  return absl::StrJoin(flags, ", ");
}

// Returns more of `text` than a line can have, so that the table truncates it.
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

std::string BreakpointTable(const v1::PreviewAnswerResponse& preview, size_t width) {
  Table table({{"path"}, {"field", false, true}, {"time to live"}, {"prefix tokens", true}});
  for (const v1::PreviewedCacheBreakpoint& breakpoint : preview.cache_breakpoints()) {
    table.Add({breakpoint.upstream_path(),
               breakpoint.field().empty() ? "(planned)" : breakpoint.field(),
               breakpoint.ttl() == v1::CacheControl::TTL_1H ? "1 hour" : "5 minutes",
               breakpoint.estimated_prefix_tokens() > 0
                   ? absl::StrCat("about ", breakpoint.estimated_prefix_tokens())
                   : ""});
  }
  return table.Render(width);
}

void AppendSection(absl::string_view name, const std::string& content, std::string* out) {
  if (!content.empty()) absl::StrAppend(out, "\n", name, "\n", content);
}

// Joins `parts` with commas into lines of at most `width` columns.
std::string Wrap(const std::vector<std::string>& parts, size_t width) {
  std::string out;
  size_t line = 0;  // the bytes of the present line; all parts are ASCII
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::string part = absl::StrCat(parts[i], i + 1 < parts.size() ? "," : "");
    const bool fits = line + 1 + part.size() <= width;
    if (i > 0) absl::StrAppend(&out, fits ? " " : "\n  ");
    line = i > 0 && fits ? line + 1 + part.size() : part.size() + (i > 0 ? 2 : 0);
    absl::StrAppend(&out, part);
  }
  return out + "\n";
}

std::string Summary(const v1::PreviewAnswerResponse& preview,
                    const std::vector<ShownSource>& sources, size_t width) {
  int64_t blocks = 0;
  for (const ShownSource& source : sources) blocks += source.blocks->size();
  std::vector<std::string> parts;
  if (!preview.documents().empty()) parts.push_back(Counted(preview.documents_size(), "document"));
  parts.push_back(Counted(preview.search_results_size(), "search result"));
  parts.push_back(Counted(blocks, "block"));
  parts.push_back(Counted(preview.cache_breakpoints_size(), "cache breakpoint"));
  parts.push_back(Counted(static_cast<int64_t>(preview.upstream_json().size()), "byte") +
                  " of JSON");
  if (preview.estimated_input_tokens() > 0) {
    parts.push_back(absl::StrCat("about ", Counted(preview.estimated_input_tokens(), "token")));
  }
  return Wrap(parts, width);
}

}  // namespace

std::string RenderPreview(const v1::AnswerRequest& request,
                          const v1::PreviewAnswerResponse& preview, size_t width) {
  const std::vector<ShownSource> sources = SourcesOf(request, preview);
  std::string out = Summary(preview, sources, width);
  for (const v1::PreviewWarning& warning : preview.warnings()) {
    const std::string field = PrintableLine(warning.field());
    absl::StrAppend(&out, "! ", field, field.empty() ? "" : ": ", PrintableLine(warning.message()),
                    "\n");
  }
  AppendSection("Sources", SourceTable(sources, width), &out);
  AppendSection("Blocks", BlockTable(sources, width), &out);
  AppendSection("Cache breakpoints", BreakpointTable(preview, width), &out);
  std::string headers;
  for (const v1::PreviewedHeader& header : preview.upstream_headers()) {
    absl::StrAppend(&headers, "  ", PrintableLine(header.name()), ": ",
                    PrintableLine(header.value()), "\n");
  }
  AppendSection("Headers", headers, &out);
  return out;
}

}  // namespace footnote::client
