#include "service/answering/building/replay.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/answering/utf8.h"

namespace footnote::answering {
namespace {

using messages::CitationParam;

constexpr size_t kMaxIdLength = 256;

template <typename Location>
std::optional<CitationParam> DocumentCitation(CitationParam::Kind kind, const Location& location,
                                              bool has_range, int64_t start, int64_t end) {
  if (!location.has_document_index() || !has_range) return std::nullopt;
  CitationParam out;
  out.kind = kind;
  out.index = location.document_index();
  out.start = start;
  out.end = end;
  if (location.has_document_title()) out.title = location.document_title();
  return out;
}

// The input form of a location, or nullopt if it lacks what the input form needs.
std::optional<CitationParam> ReplayLocation(const v1::CitationLocation& location) {
  switch (location.kind_case()) {
    case v1::CitationLocation::kCharacter: {
      const v1::CharLocation& at = location.character();
      return DocumentCitation(CitationParam::Kind::kChar, at,
                              at.has_start_char_index() && at.has_end_char_index(),
                              at.start_char_index(), at.end_char_index());
    }
    case v1::CitationLocation::kPage: {
      const v1::PageLocation& at = location.page();
      return DocumentCitation(CitationParam::Kind::kPage, at,
                              at.has_start_page_number() && at.has_end_page_number(),
                              at.start_page_number(), at.end_page_number());
    }
    case v1::CitationLocation::kContentBlock: {
      const v1::ContentBlockLocation& at = location.content_block();
      return DocumentCitation(CitationParam::Kind::kContentBlock, at,
                              at.has_start_block_index() && at.has_end_block_index(),
                              at.start_block_index(), at.end_block_index());
    }
    case v1::CitationLocation::kSearchResult: {
      const v1::SearchResultLocation& at = location.search_result();
      if (!at.has_search_result_index() || !at.has_start_block_index() ||
          !at.has_end_block_index() || !at.has_source()) {
        return std::nullopt;
      }
      CitationParam out;
      out.kind = CitationParam::Kind::kSearchResult;
      out.index = at.search_result_index();
      out.start = at.start_block_index();
      out.end = at.end_block_index();
      out.source = at.source();
      if (at.has_title()) out.title = at.title();
      return out;
    }
    case v1::CitationLocation::kWebSearchResult: {
      const v1::WebSearchResultLocation& at = location.web_search_result();
      if (!at.has_url() || !at.has_encrypted_index()) return std::nullopt;
      CitationParam out;
      out.kind = CitationParam::Kind::kWebSearchResult;
      out.source = at.url();
      out.encrypted_index = at.encrypted_index();
      if (at.has_title()) out.title = at.title();
      return out;
    }
    case v1::CitationLocation::kUnknown:
    case v1::CitationLocation::KIND_NOT_SET:
      return std::nullopt;
  }
  return std::nullopt;
}

// Whether the numbers are such as the API gives: nothing negative, no empty range, pages from 1.
bool IsSane(const CitationParam& citation) {
  const int64_t first = citation.kind == CitationParam::Kind::kPage ? 1 : 0;
  return citation.index >= 0 && citation.start >= first && citation.end > citation.start;
}

messages::TextParam ReplayText(const v1::AnswerText& text, const FieldPath& path,
                               Violations* violations) {
  messages::TextParam out;
  out.text = text.text();
  for (int i = 0; i < text.citations_size(); ++i) {
    const v1::Citation& citation = text.citations(i);
    const FieldPath here = path.Element("citations", i);
    violations->CheckWellFormed(here.Field("cited_text"), citation.cited_text());
    if (!citation.has_cited_text()) continue;
    std::optional<CitationParam> param = ReplayLocation(citation.location());
    if (!param.has_value()) continue;
    const FieldPath location = here.Field("location");
    violations->CheckWellFormed(location, param->source);
    violations->CheckWellFormed(location, param->title.value_or(""));
    violations->CheckWellFormed(location, param->encrypted_index);
    if (param->kind != CitationParam::Kind::kWebSearchResult && !IsSane(*param)) continue;
    param->cited_text = citation.cited_text();
    out.citations.push_back(*param);
  }
  return out;
}

// Whether the API takes such a block from the assistant.
bool IsAssistantsType(absl::string_view type) {
  static constexpr absl::string_view kOthers[] = {"search_result", "document", "image",
                                                  "tool_result"};
  return std::find(std::begin(kOthers), std::end(kOthers), type) == std::end(kOthers);
}

// Whether the block is one that upstream sent in a form of which nobody could make sense: a text
// block without text, a tool use without a name, something that is no object. The API would refuse
// it.
bool IsUnreadable(const v1::OpaqueBlock& block) {
  return block.type().empty() || block.type() == "text" || block.type() == "tool_use";
}

// Checks that an opaque block is an object whose `type` is the one it says it is.
void CheckOpaque(const v1::OpaqueBlock& block, const FieldPath& path, Violations* violations) {
  if (!IsAssistantsType(block.type())) {
    violations->Add(path.Field("type"), absl::StrCat("must not be \"", block.type(),
                                                     "\"; such a block belongs to a user's "
                                                     "turn"));
    return;
  }
  violations->CheckJsonObjectOfType(path.Field("json"), block.json(), block.type());
}

}  // namespace

std::vector<messages::ContentBlockParam> ReplayAssistantTurn(const v1::AssistantTurn& turn,
                                                             const FieldPath& path,
                                                             Violations* violations) {
  std::vector<messages::ContentBlockParam> content;
  content.reserve(turn.blocks_size());
  for (int i = 0; i < turn.blocks_size(); ++i) {
    const v1::AnswerBlock& block = turn.blocks(i);
    const FieldPath here = path.Element("blocks", i);
    switch (block.kind_case()) {
      case v1::AnswerBlock::kText: {
        const FieldPath text_path = here.Field("text");
        if (!violations->CheckWellFormed(text_path.Field("text"), block.text().text())) break;
        if (!HasText(block.text().text())) break;
        content.emplace_back(ReplayText(block.text(), text_path, violations));
        break;
      }
      case v1::AnswerBlock::kToolUse: {
        const v1::ToolUse& use = block.tool_use();
        const FieldPath use_path = here.Field("tool_use");
        violations->CheckIdentifier(use_path.Field("id"), use.id(), kMaxIdLength);
        violations->CheckIdentifier(use_path.Field("name"), use.name(),
                                    Violations::kMaxToolNameLength);
        violations->CheckJsonObject(use_path.Field("input_json"), use.input_json());
        content.emplace_back(messages::ToolUseParam{use.id(), use.name(), use.input_json()});
        break;
      }
      case v1::AnswerBlock::kOpaque:
        if (IsUnreadable(block.opaque())) break;
        CheckOpaque(block.opaque(), here.Field("opaque"), violations);
        content.emplace_back(messages::OpaqueParam{block.opaque().json()});
        break;
      case v1::AnswerBlock::KIND_NOT_SET:
        violations->Add(here, "has none of `text`, `tool_use` and `opaque` set");
        break;
    }
  }
  return content;
}

}  // namespace footnote::answering
