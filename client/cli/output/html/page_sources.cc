// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/html/page_sources.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cpp/sources.h"

namespace footnote::client {
namespace {

std::string KindOf(const v1::Document& document) {
  switch (document.content_case()) {
    case v1::Document::kText:
      return "text document";
    case v1::Document::kPdf:
      return "PDF document";
    case v1::Document::kPdfUrl:
      return "PDF at a URL";
    case v1::Document::kFileId:
      return "file";
    default:
      return "document";
  }
}

PageSource SourceOf(const v1::SearchResult& result) {
  PageSource source;
  source.kind = "search result";
  source.id = result.id();
  source.title = result.title();
  source.origin = result.source();
  source.text = TextOf(result);
  return source;
}

PageSource SourceOf(const v1::Document& document) {
  PageSource source;
  source.kind = KindOf(document);
  source.id = document.id();
  source.title = document.title();
  source.origin = document.has_pdf_url() ? document.pdf_url() : document.file_id();
  source.text = TextOf(document);
  for (const v1::DocumentBlock& block : document.blocks().blocks()) {
    source.images += block.has_image() ? 1 : 0;
  }
  return source;
}

// The range of a citation in a source's text.
struct CitedRange {
  size_t begin;
  size_t end;
  size_t citation;
};

class Collector {
 public:
  explicit Collector(const v1::AnswerRequest& request) : request_(request) {
    int turn = 0;
    for (const v1::Turn& earlier : request.turns()) {
      if (earlier.has_user()) AddTurn(earlier.user(), ++turn);
    }
    AddTurn(request, std::nullopt);
  }

  PageSources Collect(const std::vector<ListedCitation>& list) {
    for (size_t i = 0; i < list.size(); ++i) AddCitation(list[i], i);
    result_.passage_of.resize(list.size());
    for (size_t i = 0; i < result_.sources.size(); ++i) MakePassages(i);
    return std::move(result_);
  }

 private:
  // Adds the sources of a turn or tool result.
  template <typename Holder>
  void AddOwn(const Holder& holder, std::optional<int> turn) {
    for (const v1::Document& document : holder.documents()) AddItem(document, turn);
    for (const v1::SearchResult& result : holder.search_results()) AddItem(result, turn);
  }

  template <typename Turn>
  void AddTurn(const Turn& turn, std::optional<int> number) {
    for (const v1::ToolResult& result : turn.tool_results()) AddOwn(result, number);
    AddOwn(turn, number);
    for (const v1::UserContent& block : turn.content()) {
      if (block.has_document()) AddItem(block.document(), number);
      if (block.has_search_result()) AddItem(block.search_result(), number);
    }
  }

  template <typename Item>
  void AddItem(const Item& item, std::optional<int> turn) {
    index_[&item] = Add(SourceOf(item), turn);
  }

  size_t Add(PageSource source, std::optional<int> turn) {
    const size_t index = result_.sources.size();
    source.anchor = absl::StrCat("s", index + 1);
    source.turn = turn;
    result_.sources.push_back(std::move(source));
    ranges_.emplace_back();
    quoted_.emplace_back();
    return index;
  }

  // Returns the index of the source that `listed` cites. Adds the source if the request lacks it.
  size_t IndexOf(const ListedCitation& listed) {
    const v1::CitedSource& cited = listed.citation->source();
    const void* item = FindSearchResult(request_, cited);
    if (item == nullptr) item = FindDocument(request_, cited);
    if (const auto found = index_.find(item); found != index_.end()) return found->second;
    const bool is_web = cited.kind() == v1::CitedSource::KIND_WEB_PAGE;
    const auto [found, is_new] =
        others_.emplace(is_web ? listed.source : std::string(), result_.sources.size());
    if (is_new) {
      PageSource other;
      other.kind = is_web ? "web page" : "unknown source";
      if (is_web) {
        other.title = listed.title;
        other.origin = listed.source;
      }
      Add(std::move(other), std::nullopt);
    }
    return found->second;
  }

  void AddCitation(const ListedCitation& listed, size_t citation) {
    const size_t index = IndexOf(listed);
    PageSource& source = result_.sources[index];
    if (source.number == 0) source.number = listed.number;
    bool has_range = false;
    for (const v1::Span& span : listed.citation->source_spans()) {
      if (Slice(source.text, span).empty()) continue;
      ranges_[index].push_back(
          {static_cast<size_t>(span.byte_start()), static_cast<size_t>(span.byte_end()), citation});
      has_range = true;
    }
    if (!has_range) quoted_[index].push_back(citation);
  }

  void MakePassages(size_t index) {
    PageSource& source = result_.sources[index];
    std::vector<CitedRange>& ranges = ranges_[index];
    std::sort(ranges.begin(), ranges.end(), [](const CitedRange& a, const CitedRange& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.citation < b.citation;
    });
    for (const CitedRange& range : ranges) {
      if (source.passages.empty() || range.begin >= source.passages.back().end) {
        source.passages.push_back(NewPassage(source));
        source.passages.back().begin = range.begin;
      }
      CitedPassage& passage = source.passages.back();
      passage.end = std::max(passage.end, range.end);
      Cite(range.citation, &passage);
    }
    for (const size_t citation : quoted_[index]) {
      source.quoted.push_back(NewPassage(source));
      Cite(citation, &source.quoted.back());
    }
  }

  static CitedPassage NewPassage(const PageSource& source) {
    CitedPassage passage;
    passage.anchor =
        absl::StrCat(source.anchor, "p", source.passages.size() + source.quoted.size() + 1);
    return passage;
  }

  void Cite(size_t citation, CitedPassage* passage) {
    if (passage->citations.empty() || passage->citations.back() != citation) {
      passage->citations.push_back(citation);
    }
    if (result_.passage_of[citation].empty()) result_.passage_of[citation] = passage->anchor;
  }

  const v1::AnswerRequest& request_;
  PageSources result_;
  std::map<const void*, size_t> index_;          // the sources of the request
  std::map<std::string, size_t> others_;         // web pages by URL; "" is for unknown sources
  std::vector<std::vector<CitedRange>> ranges_;  // for each source
  std::vector<std::vector<size_t>> quoted_;      // for each source: citations without a range
};

}  // namespace

PageSources CollectSources(const v1::AnswerRequest& request,
                           const std::vector<ListedCitation>& list) {
  return Collector(request).Collect(list);
}

}  // namespace footnote::client
