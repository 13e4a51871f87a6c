#include "service/answering/building/caching/cache_places.h"

#include <initializer_list>
#include <type_traits>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/answering/building/token_estimate.h"
#include "service/answering/utf8.h"

namespace footnote::answering {
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
  Walk(TokenCounting counting, const std::function<void(const CachePlace&)>& visit)
      : counts_(counting == TokenCounting::kEstimated), visit_(visit) {}

  int64_t Run(MessagesRequest* request) {
    for (ToolParam& tool : request->tools) {
      Count({tool.name, tool.description, tool.input_schema_json});
      Reach(&tool.cache);
      ++place_.index;
    }
    if (request->web_search) {
      CountOf(*request->web_search);
      Reach(&request->web_search->cache);
    }
    place_.part = CachePlace::Part::kSystem;
    place_.index = 0;
    if (!request->system.empty()) {
      Count({request->system});
      place_.takes_mark = HasText(request->system);
      Reach(&request->system_cache);
    }
    place_.part = CachePlace::Part::kMessages;
    for (messages::MessageParam& message : request->messages) {
      CountTokens(kTokensOfFrame);
      place_.block = 0;
      for (ContentBlockParam& block : message.content) {
        std::visit([this](auto& kind) { Add(kind); }, block);
        ++place_.block;
      }
      ++place_.index;
    }
    return tokens_;
  }

 private:
  // Shows the place, whose facts other than the mark stand in `place_`, and clears those of its
  // block.
  void Reach(std::optional<messages::CacheTtl>* mark) {
    place_.mark = mark;
    place_.prefix_tokens = tokens_;
    visit_(place_);
    ++place_.ordinal;
    place_.has_source = false;
    place_.takes_mark = true;
  }

  void CountTokens(int64_t tokens) {
    if (counts_) tokens_ += tokens;
  }

  void Count(std::initializer_list<absl::string_view> texts) {
    if (!counts_) return;
    tokens_ += kTokensOfFrame;
    for (const absl::string_view text : texts) tokens_ += EstimateTokens(text);
  }

  void CountOf(const WebSearchParam& search) {
    Count({search.type});
    for (const absl::string_view domain : search.allowed_domains) Count({domain});
    for (const absl::string_view domain : search.blocked_domains) Count({domain});
  }

  void Add(TextParam& text) {
    // Cited text that is sent back is not counted: the API does not bill it.
    Count({text.text});
    place_.takes_mark = HasText(text.text);
    Reach(&text.cache);
  }

  void Add(SearchResultParam& result) {
    Count({result.source, result.title});
    for (const absl::string_view text : result.content) Count({text});
    place_.has_source = true;
    Reach(&result.cache);
  }

  void Add(DocumentParam& document) {
    Count({document.title, document.context});
    CountContent(document);
    place_.has_source = true;
    Reach(&document.cache);
  }

  void CountContent(const DocumentParam& document) {
    switch (document.source) {
      case DocumentParam::Source::kText:
        Count({document.data});
        return;
      case DocumentParam::Source::kPdf:
      case DocumentParam::Source::kUrl:
      case DocumentParam::Source::kFile:
        place_.may_have_more_tokens = true;
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
    Reach(&image.cache);
  }

  void Add(ToolResultParam& result) {
    Count({result.tool_use_id});
    bool has_source = false;
    bool takes_mark = false;
    for (size_t i = 0; i < result.content.size(); ++i) {
      place_.inner = i;
      place_.ends_block = i + 1 == result.content.size();
      std::visit(
          [&](auto& kind) {
            using Kind = std::decay_t<decltype(kind)>;
            has_source |=
                std::is_same_v<Kind, SearchResultParam> || std::is_same_v<Kind, DocumentParam>;
            if constexpr (std::is_same_v<Kind, TextParam>) {
              takes_mark |= HasText(kind.text);
            } else {
              takes_mark = true;
            }
            Add(kind);
          },
          result.content[i]);
    }
    place_.inner.reset();
    place_.ends_block = true;
    place_.has_source = has_source;
    place_.takes_mark = takes_mark;
    Reach(&result.cache);
  }

  // Carry none: those of the assistant's that are marked are text.
  void Add(ToolUseParam& use) { Count({use.id, use.name, use.input_json}); }
  void Add(OpaqueParam& opaque) { Count({opaque.json}); }

  const bool counts_;
  const std::function<void(const CachePlace&)>& visit_;
  CachePlace place_;
  int64_t tokens_ = 0;
};

}  // namespace

std::string CachePlace::ToString() const {
  switch (part) {
    case Part::kTools:
      return absl::StrCat("tools[", index, "]");
    case Part::kSystem:
      return "system[0]";
    case Part::kMessages:
      break;
  }
  std::string place = absl::StrCat("messages[", index, "].content[", block, "]");
  if (inner.has_value()) absl::StrAppend(&place, ".content[", *inner, "]");
  return place;
}

bool EndAlike(const CachePlace& a, const CachePlace& b) {
  if (a.ordinal == b.ordinal) return true;
  return a.part == b.part && a.index == b.index && a.block == b.block && a.ends_block &&
         b.ends_block;
}

int64_t VisitCachePlaces(MessagesRequest* request, TokenCounting counting,
                         const std::function<void(const CachePlace&)>& visit) {
  return Walk(counting, visit).Run(request);
}

}  // namespace footnote::answering
