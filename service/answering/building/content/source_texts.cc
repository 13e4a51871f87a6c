// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/source_texts.h"

#include <utility>

#include "service/messages/request_params.h"

namespace footnote::answering::building {

std::optional<absl::string_view> SourceTexts::Find(const Source& source, int64_t start,
                                                   int64_t end) {
  if (start < 0 || end <= start) return std::nullopt;
  switch (source.kind) {
    case Source::Kind::kPlainText:
      return FindCharacters(source, static_cast<size_t>(start), static_cast<size_t>(end));
    case Source::Kind::kSearchResult:
    case Source::Kind::kBlocks:
      return FindBlocks(source, static_cast<size_t>(start), static_cast<size_t>(end));
    case Source::Kind::kPdf:
    case Source::Kind::kUrl:
    case Source::Kind::kFile:
      break;
  }
  return std::nullopt;
}

std::optional<absl::string_view> SourceTexts::FindCharacters(const Source& source, size_t start,
                                                             size_t end) {
  if (source.blocks.empty()) return std::nullopt;
  const absl::string_view text = source.blocks.front();
  const text::TextIndex& index = indices_.try_emplace(text.data(), text).first->second;
  if (end > index.length().code_points) return std::nullopt;
  const size_t begin = index.AtCodePoint(start).bytes;
  return text.substr(begin, index.AtCodePoint(end).bytes - begin);
}

std::optional<absl::string_view> SourceTexts::FindBlocks(const Source& source, size_t start,
                                                         size_t end) {
  if (end > source.blocks.size()) return std::nullopt;
  const absl::string_view first = source.blocks[start];
  const absl::string_view last = source.blocks[end - 1];
  // Footnote splits a text without a gap, so its blocks are one view.
  if (source.chunking.has_value()) {
    return absl::string_view(first.data(), last.data() + last.size() - first.data());
  }
  if (end - start == 1) return first.empty() ? std::nullopt : std::make_optional(first);
  std::string text;
  for (size_t i = start; i < end && !is_full_; ++i) {
    const absl::string_view block = source.blocks[i];
    // Images count, too: they are the empty blocks.
    joined_bytes_ += block.size() + 1;
    is_full_ = joined_bytes_ > messages::kMaxRequestBytes;
    if (block.empty()) return std::nullopt;
    text.append(block.data(), block.size());
  }
  if (is_full_) return std::nullopt;
  return joined_->emplace_back(std::move(text));
}

}  // namespace footnote::answering::building
