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

// In the API's published schema.
constexpr size_t kMaxTitleCharacters = 500;

// Readers of PDF look for the header in this many bytes; some writers put other things before it.
constexpr size_t kPdfHeaderWithin = 1024;

bool IsPdf(absl::string_view file) {
  return absl::StrContains(file.substr(0, kPdfHeaderWithin), "%PDF-");
}

}  // namespace

messages::DocumentParam DocumentBuilder::Build(const v1::Document& document,
                                               const SourcePosition& place, const FieldPath& path) {
  Source source;
  source.document = &document;
  source.place = place;
  sources_->TakeNames(document, path, &source);
  CheckTitles(document, path);

  messages::DocumentParam out;
  switch (document.content_case()) {
    case v1::Document::kText:
      ReadText(document, path, &source, &out);
      break;
    case v1::Document::kBlocks:
      source.kind = Source::Kind::kBlocks;
      out.source = DocumentSource::kBlocks;
      ReadBlocks(document.blocks(), path.Field("blocks"), &source, &out);
      break;
    case v1::Document::kPdf:
      source.kind = Source::Kind::kPdf;
      out.source = DocumentSource::kPdf;
      out.data = document.pdf();
      if (!IsPdf(document.pdf())) {
        violations_->Add(path.Field("pdf"), "is no PDF file, which has \"%PDF-\" near its start");
      }
      break;
    case v1::Document::kUrl:
      source.kind = Source::Kind::kUrl;
      out.source = DocumentSource::kUrl;
      out.data = document.url();
      source.address = document.url();
      CheckUrl(path.Field("url"), document.url(), violations_);
      break;
    case v1::Document::kFileId:
      source.kind = Source::Kind::kFile;
      out.source = DocumentSource::kFile;
      out.data = document.file_id();
      source.address = document.file_id();
      CheckFileId(path.Field("file_id"), document.file_id(), violations_);
      break;
    case v1::Document::CONTENT_NOT_SET:
      violations_->Add(path,
                       "has none of `text`, `pdf`, `url`, `file_id` and `blocks`; set one of them");
      source.kind = Source::Kind::kPlainText;
      break;
  }
  if (document.has_chunking() && !document.has_text()) {
    violations_->Add(path.Field("chunking"), "is for `text`");
  }
  out.title = document.title();
  out.context = document.context();
  out.citations_enabled = citable_;
  out.cache = breakpoints_->Take(document, path, violations_);
  sources_->Add(std::move(source), path);
  return out;
}

void DocumentBuilder::CheckTitles(const v1::Document& document, const FieldPath& path) {
  violations_->CheckWellFormed(path.Field("context"), document.context());
  const FieldPath title = path.Field("title");
  if (!violations_->CheckWellFormed(title, document.title())) return;
  const size_t characters = text::Measure(document.title()).code_points;
  if (characters > kMaxTitleCharacters) {
    violations_->Add(title, absl::StrCat("has ", characters, " characters; at most ",
                                         kMaxTitleCharacters, ". Put the rest into `context`"));
  }
}

void DocumentBuilder::ReadText(const v1::Document& document, const FieldPath& path, Source* source,
                               messages::DocumentParam* out) {
  const bool has_text = violations_->CheckText(path.Field("text"), document.text());
  if (!document.has_chunking()) {
    source->kind = Source::Kind::kPlainText;
    source->blocks.emplace_back(document.text());
    out->source = DocumentSource::kText;
    out->data = document.text();
    return;
  }
  source->kind = Source::Kind::kBlocks;
  out->source = DocumentSource::kBlocks;
  source->chunking = sources_->ReadOwnChunking(document.chunking(), path.Field("chunking"));
  if (has_text) sources_->Split(document.text(), source);
  out->blocks.assign(source->blocks.begin(), source->blocks.end());
}

void DocumentBuilder::ReadBlocks(const v1::DocumentBlocks& blocks, const FieldPath& path,
                                 Source* source, messages::DocumentParam* out) {
  bool has_text = false;
  source->blocks.reserve(blocks.blocks_size());
  out->blocks.reserve(blocks.blocks_size());
  for (int i = 0; i < blocks.blocks_size(); ++i) {
    const v1::DocumentBlock& block = blocks.blocks(i);
    const FieldPath here = path.Element("blocks", i);
    switch (block.kind_case()) {
      case v1::DocumentBlock::kText:
        has_text = true;
        violations_->CheckText(here.Field("text"), block.text());
        source->blocks.emplace_back(block.text());
        out->blocks.emplace_back(absl::string_view(block.text()));
        break;
      case v1::DocumentBlock::kImage: {
        const FieldPath image = here.Field("image");
        if (block.image().has_cache_control()) {
          violations_->Add(image.Field("cache_control"), "belongs to the document, not to a block");
        }
        source->blocks.emplace_back();
        out->blocks.emplace_back(BuildImage(block.image(), image, violations_));
        break;
      }
      case v1::DocumentBlock::KIND_NOT_SET:
        violations_->Add(here, "has neither `text` nor `image`; set one of them");
        break;
    }
  }
  if (blocks.blocks_size() == 0) {
    violations_->Add(path.Field("blocks"), "is empty; a document needs a block of text");
  } else if (!has_text) {
    violations_->Add(path.Field("blocks"), "has pictures only; a document needs a block of text");
  }
}

}  // namespace footnote::answering::building
