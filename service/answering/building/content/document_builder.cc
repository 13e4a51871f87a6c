// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/document_builder.h"

#include <cstddef>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "service/answering/building/content/image.h"
#include "service/answering/building/content/remote_content.h"
#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

using DocumentSource = messages::DocumentParam::Source;

// The limit of the API's published schema.
constexpr size_t kMaxTitleCharacters = 500;

// PDF readers accept a header within this number of bytes, since some writers put other data before
// it.
constexpr size_t kPdfHeaderWithin = 1024;

bool IsPdf(absl::string_view file) {
  return absl::StrContains(file.substr(0, kPdfHeaderWithin), "%PDF-");
}

void CheckTitles(const v1::Document& document, const Field& field) {
  field.Child("context").CheckWellFormed(document.context());
  const Field title = field.Child("title");
  if (!title.CheckWellFormed(document.title())) return;
  const size_t characters = text::Measure(document.title()).code_points;
  if (characters > kMaxTitleCharacters) {
    title.Add(v1::TOO_LONG, absl::StrCat("has ", characters, " characters; must have at most ",
                                         kMaxTitleCharacters, ". Move the rest to `context`"));
  }
}

}  // namespace

messages::DocumentParam DocumentBuilder::Build(const v1::Document& document,
                                               const SourcePosition& position, const Field& field) {
  Source source;
  source.document = &document;
  source.position = position;
  sources_->TakeNames(document, field, &source);
  CheckTitles(document, field);

  messages::DocumentParam out;
  ReadContent(document, field, &source, &out);
  if (document.has_chunking() && !document.has_text()) {
    field.Child("chunking").Add(v1::NOT_APPLICABLE, "is only valid with `text`");
  }
  out.title = document.title();
  out.context = document.context();
  out.citations_enabled = sources_->citable();
  out.cache = breakpoints_->Take(document, field);
  sources_->Add(std::move(source), field);
  return out;
}

void DocumentBuilder::ReadContent(const v1::Document& document, const Field& field, Source* source,
                                  messages::DocumentParam* out) {
  switch (document.content_case()) {
    case v1::Document::kText:
      ReadText(document, field, source, out);
      break;
    case v1::Document::kBlocks:
      source->kind = Source::Kind::kBlocks;
      out->source = DocumentSource::kBlocks;
      ReadBlocks(document.blocks(), field.Child("blocks"), source, out);
      break;
    case v1::Document::kPdf:
      source->kind = Source::Kind::kPdf;
      out->source = DocumentSource::kPdf;
      out->data = document.pdf();
      if (!IsPdf(document.pdf())) {
        field.Child("pdf").Add(v1::UNSUPPORTED_FILE_FORMAT,
                               "is not a PDF file: it has no \"%PDF-\" near its start");
      }
      break;
    case v1::Document::kPdfUrl:
      source->kind = Source::Kind::kUrl;
      source->address = document.pdf_url();
      out->source = DocumentSource::kUrl;
      out->data = document.pdf_url();
      CheckUrl(document.pdf_url(), field.Child("pdf_url"));
      break;
    case v1::Document::kFileId:
      source->kind = Source::Kind::kFile;
      source->address = document.file_id();
      out->source = DocumentSource::kFile;
      out->data = document.file_id();
      CheckFileId(document.file_id(), field.Child("file_id"));
      break;
    case v1::Document::CONTENT_NOT_SET:
      source->kind = Source::Kind::kPlainText;
      field.Add(v1::REQUIRED, "must have one of `text`, `pdf`, `pdf_url`, `file_id` and `blocks`");
      break;
  }
}

void DocumentBuilder::ReadText(const v1::Document& document, const Field& field, Source* source,
                               messages::DocumentParam* out) {
  const bool is_valid = field.Child("text").CheckText(document.text());
  if (!document.has_chunking()) {
    source->kind = Source::Kind::kPlainText;
    if (is_valid) source->blocks.emplace_back(document.text());
    out->source = DocumentSource::kText;
    out->data = document.text();
    return;
  }
  source->kind = Source::Kind::kBlocks;
  source->chunking = sources_->ReadOwnChunking(document.chunking(), field.Child("chunking"));
  if (is_valid) sources_->Split(document.text(), source);
  out->source = DocumentSource::kBlocks;
  out->blocks.assign(source->blocks.begin(), source->blocks.end());
}

void DocumentBuilder::ReadBlocks(const v1::DocumentBlocks& blocks, const Field& field,
                                 Source* source, messages::DocumentParam* out) {
  bool has_text = false;
  source->blocks.reserve(blocks.blocks_size());
  out->blocks.reserve(blocks.blocks_size());
  for (int i = 0; i < blocks.blocks_size(); ++i) {
    const v1::DocumentBlock& block = blocks.blocks(i);
    const Field here = field.Element("blocks", i);
    switch (block.kind_case()) {
      case v1::DocumentBlock::kText:
        has_text = true;
        here.Child("text").CheckText(block.text());
        source->blocks.emplace_back(block.text());
        out->blocks.emplace_back(absl::string_view(block.text()));
        break;
      case v1::DocumentBlock::kImage: {
        const Field image = here.Child("image");
        if (block.image().has_cache_control()) {
          image.Child("cache_control")
              .Add(v1::CACHE_BREAKPOINT_NOT_ALLOWED,
                   "must not be set; set the `cache_control` of the document instead");
        }
        source->blocks.emplace_back();
        out->blocks.emplace_back(BuildImage(block.image(), image));
        break;
      }
      case v1::DocumentBlock::KIND_NOT_SET:
        here.Add(v1::REQUIRED, "must have `text` or `image`");
        break;
    }
  }
  if (!has_text) {
    field.Child("blocks").Add(v1::EMPTY, blocks.blocks().empty()
                                             ? "must have at least one block of text"
                                             : "has only images; must have at least one block of "
                                               "text");
  }
}

}  // namespace footnote::answering::building
