#include "client/cpp/sources.h"

#include <string>

#include "google/protobuf/repeated_ptr_field.h"

namespace footnote::client {
namespace {

template <typename Item>
const Item* At(const google::protobuf::RepeatedPtrField<Item>& items, int position) {
  return position >= 0 && position < items.size() ? &items[position] : nullptr;
}

// The item of `turn`, the present or an earlier one, that `source` names. `items` gives those that
// a turn or a tool result holds itself.
template <typename Item, typename Turn, typename Items>
const Item* FindIn(const Turn& turn, const v1::CitedSource& source, Items items) {
  if (!source.has_tool_result()) return At(items(turn), source.position());
  const v1::ToolResult* const result = At(turn.tool_results(), source.tool_result());
  return result == nullptr ? nullptr : At(items(*result), source.position());
}

template <typename Item, typename Items>
const Item* Find(const v1::AnswerRequest& request, const v1::CitedSource& source, Items items) {
  if (!source.has_position()) return nullptr;
  if (!source.has_turn() || source.turn() == request.turns_size()) {
    return FindIn<Item>(request, source, items);
  }
  const v1::Turn* const turn = At(request.turns(), source.turn());
  return turn == nullptr ? nullptr : FindIn<Item>(turn->user(), source, items);
}

}  // namespace

const v1::SearchResult* FindHit(const v1::AnswerRequest& request, const v1::CitedSource& source) {
  if (source.kind() != v1::CitedSource::KIND_HIT) return nullptr;
  return Find<v1::SearchResult>(
      request, source, [](const auto& holder) -> const auto& { return holder.hits(); });
}

const v1::Document* FindDocument(const v1::AnswerRequest& request, const v1::CitedSource& source) {
  if (source.kind() != v1::CitedSource::KIND_DOCUMENT) return nullptr;
  return Find<v1::Document>(
      request, source, [](const auto& holder) -> const auto& { return holder.documents(); });
}

std::string TextOf(const v1::SearchResult& hit) {
  if (!hit.text().empty()) return hit.text();
  std::string text;
  for (const v1::TextBlock& block : hit.blocks()) text.append(block.text());
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
