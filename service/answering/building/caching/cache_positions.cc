// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/caching/cache_positions.h"

#include <initializer_list>
#include <type_traits>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/answering/building/token_estimate.h"
#include "service/text/utf8.h"

namespace footnote::answering::building {
namespace {

using messages::ContentBlockParam;
using messages::DocumentParam;
using messages::ImageParam;
using messages::MessagesRequest;
using messages::OpaqueParam;
using messages::SearchResultParam;
using messages::TextParam;
using messages::ToolParam;
using messages::ToolResultParam;
using messages::ToolUseParam;
using messages::WebSearchParam;

class Walk {
 public:
  Walk(TokenCounting counting, const std::function<void(const CacheBreakpointPosition&)>& visit)
      : counts_(counting == TokenCounting::kEstimated), visit_(visit) {}

  int64_t Run(MessagesRequest* request) {
    for (auto& tool : request->tools) {
      std::visit([this](auto& kind) { Add(kind); }, tool);
      ++position_.index;
    }
    position_.part = CacheBreakpointPosition::Part::kSystem;
    position_.index = 0;
    if (!request->system.empty()) {
      Count({request->system});
      position_.takes_breakpoint = text::HasText(request->system);
      Visit(&request->system_cache);
    }
    position_.part = CacheBreakpointPosition::Part::kMessages;
    for (messages::MessageParam& message : request->messages) {
      CountTokens(kTokensOfFrame);
      position_.block = 0;
      for (ContentBlockParam& block : message.content) {
        std::visit([this](auto& kind) { Add(kind); }, block);
        ++position_.block;
      }
      ++position_.index;
    }
    return tokens_;
  }

 private:
  // Visits the current position, and resets what `position_` states about its element.
  void Visit(std::optional<messages::CacheTtl>* breakpoint) {
    position_.breakpoint = breakpoint;
    position_.prefix_tokens = tokens_;
    visit_(position_);
    ++position_.ordinal;
    position_.has_source = false;
    position_.takes_breakpoint = true;
  }

  void CountTokens(int64_t tokens) {
    if (counts_) tokens_ += tokens;
  }

  void Count(std::initializer_list<absl::string_view> texts) {
    if (!counts_) return;
    tokens_ += kTokensOfFrame;
    for (const absl::string_view text : texts) tokens_ += EstimateTokens(text);
  }

  void Add(ToolParam& tool) {
    Count({tool.name, tool.description, tool.input_schema_json});
    Visit(&tool.cache);
  }

  void Add(WebSearchParam& search) {
    Count({search.type});
    for (const absl::string_view domain : search.allowed_domains) Count({domain});
    for (const absl::string_view domain : search.blocked_domains) Count({domain});
    Visit(&search.cache);
  }

  void Add(TextParam& text) {
    // The API does not bill the cited text of replayed citations.
    Count({text.text});
    position_.takes_breakpoint = text::HasText(text.text);
    Visit(&text.cache);
  }

  void Add(SearchResultParam& result) {
    Count({result.source, result.title});
    for (const absl::string_view text : result.content) Count({text});
    position_.has_source = true;
    Visit(&result.cache);
  }

  void Add(DocumentParam& document) {
    Count({document.title, document.context});
    CountContent(document);
    position_.has_source = true;
    Visit(&document.cache);
  }

  void CountContent(const DocumentParam& document) {
    switch (document.source) {
      case DocumentParam::Source::kText:
        Count({document.data});
        return;
      case DocumentParam::Source::kPdf:
      case DocumentParam::Source::kUrl:
      case DocumentParam::Source::kFile:
        position_.may_have_more_tokens = true;
        return;
      case DocumentParam::Source::kBlocks:
        break;
    }
    for (const messages::DocumentBlockParam& block : document.blocks) {
      if (const auto* text = std::get_if<absl::string_view>(&block)) {
        Count({*text});
      } else {
        CountTokens(kTokensOfImage);
      }
    }
  }

  void Add(ImageParam& image) {
    CountTokens(kTokensOfImage);
    Visit(&image.cache);
  }

  void Add(ToolResultParam& result) {
    Count({result.tool_use_id});
    bool has_source = false;
    bool takes_breakpoint = false;
    for (size_t i = 0; i < result.content.size(); ++i) {
      position_.inner = i;
      position_.ends_block = i + 1 == result.content.size();
      std::visit(
          [&](auto& kind) {
            using Kind = std::decay_t<decltype(kind)>;
            has_source |=
                std::is_same_v<Kind, SearchResultParam> || std::is_same_v<Kind, DocumentParam>;
            if constexpr (std::is_same_v<Kind, TextParam>) {
              takes_breakpoint |= text::HasText(kind.text);
            } else {
              takes_breakpoint = true;
            }
            Add(kind);
          },
          result.content[i]);
    }
    position_.inner.reset();
    position_.ends_block = true;
    position_.has_source = has_source;
    position_.takes_breakpoint = takes_breakpoint;
    Visit(&result.cache);
  }

  // Have no position: of an assistant message, only text can have a breakpoint.
  void Add(ToolUseParam& use) { Count({use.id, use.name, use.input_json}); }
  void Add(OpaqueParam& opaque) { Count({opaque.json}); }

  const bool counts_;
  const std::function<void(const CacheBreakpointPosition&)>& visit_;
  CacheBreakpointPosition position_;
  int64_t tokens_ = 0;
};

}  // namespace

std::string CacheBreakpointPosition::ToString() const {
  switch (part) {
    case Part::kTools:
      return absl::StrCat("tools[", index, "]");
    case Part::kSystem:
      return "system[0]";
    case Part::kMessages:
      break;
  }
  std::string position = absl::StrCat("messages[", index, "].content[", block, "]");
  if (inner.has_value()) absl::StrAppend(&position, ".content[", *inner, "]");
  return position;
}

bool SamePrefix(const CacheBreakpointPosition& a, const CacheBreakpointPosition& b) {
  if (a.ordinal == b.ordinal) return true;
  return a.part == b.part && a.index == b.index && a.block == b.block && a.ends_block &&
         b.ends_block;
}

int64_t VisitCachePositions(MessagesRequest* request, TokenCounting counting,
                            const std::function<void(const CacheBreakpointPosition&)>& visit) {
  return Walk(counting, visit).Run(request);
}

}  // namespace footnote::answering::building
