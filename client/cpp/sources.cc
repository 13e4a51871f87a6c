// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/sources.h"

#include <string>

#include "google/protobuf/repeated_ptr_field.h"

namespace footnote::client {
namespace {

template <typename Item>
const Item* At(const google::protobuf::RepeatedPtrField<Item>& items, int index) {
  return index >= 0 && index < items.size() ? &items[index] : nullptr;
}

// How to get the sources of one kind: those that a turn or tool result has in its repeated field,
// and the one in a block of `content`, or null.
struct SearchResults {
  using Item = v1::SearchResult;
  template <typename Holder>
  static const auto& Of(const Holder& holder) {
    return holder.search_results();
  }
  static const Item* In(const v1::UserContent& block) {
    return block.has_search_result() ? &block.search_result() : nullptr;
  }
};

struct Documents {
  using Item = v1::Document;
  template <typename Holder>
  static const auto& Of(const Holder& holder) {
    return holder.documents();
  }
  static const Item* In(const v1::UserContent& block) {
    return block.has_document() ? &block.document() : nullptr;
  }
};

// Returns the source in `turn`, the present or an earlier one, or null.
template <typename Kind, typename Turn>
const typename Kind::Item* FindIn(const Turn& turn, const v1::CitedSource& source) {
  if (source.has_tool_result_index()) {
    const v1::ToolResult* const result = At(turn.tool_results(), source.tool_result_index());
    return result == nullptr ? nullptr : At(Kind::Of(*result), source.item_index());
  }
  if (turn.content().empty()) return At(Kind::Of(turn), source.item_index());
  const v1::UserContent* const block = At(turn.content(), source.item_index());
  return block == nullptr ? nullptr : Kind::In(*block);
}

template <typename Kind>
const typename Kind::Item* Find(const v1::AnswerRequest& request, const v1::CitedSource& source) {
  if (!source.has_item_index()) return nullptr;
  if (!source.has_turn_index() || source.turn_index() == request.turns_size()) {
    return FindIn<Kind>(request, source);
  }
  const v1::Turn* const turn = At(request.turns(), source.turn_index());
  return turn == nullptr ? nullptr : FindIn<Kind>(turn->user(), source);
}

}  // namespace

const v1::SearchResult* FindSearchResult(const v1::AnswerRequest& request,
                                         const v1::CitedSource& source) {
  if (source.kind() != v1::CitedSource::KIND_SEARCH_RESULT) return nullptr;
  return Find<SearchResults>(request, source);
}

const v1::Document* FindDocument(const v1::AnswerRequest& request, const v1::CitedSource& source) {
  if (source.kind() != v1::CitedSource::KIND_DOCUMENT) return nullptr;
  return Find<Documents>(request, source);
}

std::string TextOf(const v1::SearchResult& search_result) {
  if (search_result.has_text()) return search_result.text();
  std::string text;
  for (const v1::TextBlock& block : search_result.blocks().blocks()) text.append(block.text());
  return text;
}

std::string TextOf(const v1::Document& document) {
  if (document.has_text()) return document.text();
  std::string text;
  for (const v1::DocumentBlock& block : document.blocks().blocks()) text.append(block.text());
  return text;
}

absl::string_view Slice(absl::string_view text, const v1::Span& span) {
  const bool is_inside = span.byte_start() >= 0 && span.byte_start() <= span.byte_end() &&
                         static_cast<size_t>(span.byte_end()) <= text.size();
  if (!is_inside) return {};
  return text.substr(span.byte_start(), span.byte_end() - span.byte_start());
}

}  // namespace footnote::client
