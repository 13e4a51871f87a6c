// SPDX-License-Identifier: Apache-2.0
#include "service/messages/request_size.h"

namespace footnote::messages {
namespace {

// The size of an element of each kind without its strings, in bytes.
struct Overheads {
  size_t request;
  size_t message;
  size_t block;
  size_t text;
  size_t citation;
};

// Lower bounds: the shortest form of each element, such as {"type":"text","text":""}.
constexpr Overheads kAtLeast = {40, 28, 20, 24, 60};
// Typical upper bounds, so that the JSON is rarely reallocated while it grows.
constexpr Overheads kUsually = {512, 48, 128, 32, 256};

// Adds the sizes of a request's unescaped strings and the overheads.
class Sizer {
 public:
  explicit Sizer(const Overheads& overheads) : overheads_(overheads) {}

  size_t SizeOf(const MessagesRequest& request) const {
    size_t size =
        overheads_.request + request.model.size() + request.system.size() + request.user_id.size();
    for (const MessageParam& message : request.messages) {
      size += overheads_.message;
      for (const ContentBlockParam& block : message.content) {
        size += std::visit([this](const auto& kind) { return SizeOf(kind); }, block);
      }
    }
    for (const AnyToolParam& tool : request.tools) {
      size += std::visit([this](const auto& kind) { return SizeOf(kind); }, tool);
    }
    return size + request.output_schema_json.size();
  }

 private:
  size_t SizeOf(const ToolParam& tool) const {
    return overheads_.block + tool.name.size() + tool.description.size() +
           tool.input_schema_json.size();
  }

  size_t SizeOf(const WebSearchParam& search) const {
    size_t size = overheads_.block + search.type.size();
    for (absl::string_view domain : search.allowed_domains) size += domain.size();
    for (absl::string_view domain : search.blocked_domains) size += domain.size();
    return size;
  }

  size_t SizeOf(const CitationParam& citation) const {
    return overheads_.citation + citation.cited_text.size() + citation.source.size() +
           citation.encrypted_index.size() + (citation.title ? citation.title->size() : 0);
  }

  size_t SizeOf(const TextParam& text) const {
    size_t size = overheads_.text + text.text.size();
    for (const CitationParam& citation : text.citations) size += SizeOf(citation);
    return size;
  }

  // Returns the size of a file in base64: four characters for every three bytes.
  static size_t InBase64(absl::string_view file) { return (file.size() + 2) / 3 * 4; }

  size_t SizeOf(absl::string_view text) const { return overheads_.text + text.size(); }

  size_t SizeOf(const ImageParam& image) const {
    const bool is_file = image.source == ImageParam::Source::kBytes;
    return overheads_.block + (is_file ? InBase64(image.data) : image.data.size());
  }

  size_t SizeOf(const DocumentParam& document) const {
    size_t size = overheads_.block + document.title.size() + document.context.size();
    const bool is_file = document.source == DocumentParam::Source::kPdf;
    size += is_file ? InBase64(document.data) : document.data.size();
    for (const DocumentBlockParam& block : document.blocks) {
      size += std::visit([this](const auto& kind) { return SizeOf(kind); }, block);
    }
    return size;
  }

  size_t SizeOf(const SearchResultParam& result) const {
    size_t size = overheads_.block + result.source.size() + result.title.size();
    for (const absl::string_view text : result.content) size += overheads_.text + text.size();
    return size;
  }

  size_t SizeOf(const ToolUseParam& use) const {
    return overheads_.block + use.id.size() + use.name.size() + use.input_json.size();
  }

  size_t SizeOf(const ToolResultParam& result) const {
    size_t size = overheads_.block + result.tool_use_id.size();
    for (const ToolResultBlockParam& block : result.content) {
      size += std::visit([this](const auto& kind) { return SizeOf(kind); }, block);
    }
    return size;
  }

  size_t SizeOf(const OpaqueParam& opaque) const { return opaque.json.size(); }

  const Overheads& overheads_;
};

}  // namespace

size_t MinimumJsonSize(const MessagesRequest& request) { return Sizer(kAtLeast).SizeOf(request); }

size_t UsualJsonSize(const MessagesRequest& request) { return Sizer(kUsually).SizeOf(request); }

}  // namespace footnote::messages
