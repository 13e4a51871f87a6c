// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/citation_list.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "client/cpp/sources.h"

namespace footnote::client {
namespace {

// Converts "VERDICT_OUT_OF_RANGE" without its prefix to words: "out of range". An empty name is
// that of a number that this version does not know.
std::string Words(absl::string_view name, absl::string_view prefix) {
  if (name.empty()) return "unknown";
  return absl::AsciiStrToLower(
      absl::StrReplaceAll(name.substr(std::min(prefix.size(), name.size())), {{"_", " "}}));
}

std::string VerdictOf(const v1::Verification& verification) {
  std::vector<std::string> why;
  for (const int fold : verification.folds()) {
    const auto value = static_cast<v1::Verification::Fold>(fold);
    why.push_back(value == v1::Verification::FOLD_NFC
                      ? "NFC"
                      : Words(v1::Verification::Fold_Name(value), "FOLD_"));
  }
  switch (verification.reason()) {
    case v1::Verification::REASON_UNSPECIFIED:
      break;
    case v1::Verification::REASON_PDF:
      why.emplace_back("PDF");
      break;
    case v1::Verification::REASON_WEB:
      why.emplace_back("web page");
      break;
    case v1::Verification::REASON_RECOVERED:
      why.emplace_back("recovered from markup");
      break;
    case v1::Verification::REASON_TEXT:
      why.emplace_back("the texts differ");
      break;
    default:
      why.push_back(Words(v1::Verification::Reason_Name(verification.reason()), "REASON_"));
  }
  const std::string verdict =
      verification.verdict() == v1::Verification::VERDICT_UNSPECIFIED
          ? "not verified"
          : Words(v1::Verification::Verdict_Name(verification.verdict()), "VERDICT_");
  return why.empty() ? verdict : absl::StrCat(verdict, " (", absl::StrJoin(why, ", "), ")");
}

ListedCitation::Trust TrustIn(const v1::Verification& verification) {
  switch (verification.verdict()) {
    case v1::Verification::VERDICT_EXACT:
    case v1::Verification::VERDICT_NORMALIZED:
      return ListedCitation::Trust::kVerified;
    case v1::Verification::VERDICT_NOT_CHECKABLE:
      return ListedCitation::Trust::kUncheckable;
    default:
      return ListedCitation::Trust::kWrong;
  }
}

std::string HalfOpen(absl::string_view unit, int64_t start, int64_t end) {
  return absl::StrCat(unit, " [", start, ",", end, ")");
}

// The API's end is one past the last page.
std::string PagesOf(const v1::PageLocation& location) {
  const int64_t first = location.start_page_number();
  const int64_t last = location.end_page_number() - 1;
  if (first < 1 || last < first) {
    return HalfOpen("pages", location.start_page_number(), location.end_page_number());
  }
  return first == last ? absl::StrCat("p. ", first) : absl::StrCat("pp. ", first, "–", last);
}

std::string LocationOf(const v1::CitationLocation& location) {
  switch (location.kind_case()) {
    case v1::CitationLocation::kCharacter:
      return HalfOpen("characters", location.character().start_char_index(),
                      location.character().end_char_index());
    case v1::CitationLocation::kPage:
      return PagesOf(location.page());
    case v1::CitationLocation::kContentBlock:
      return HalfOpen("blocks", location.content_block().start_block_index(),
                      location.content_block().end_block_index());
    case v1::CitationLocation::kSearchResult:
      return HalfOpen("blocks", location.search_result().start_block_index(),
                      location.search_result().end_block_index());
    case v1::CitationLocation::kUnknown:
      return absl::StrCat("a ", location.unknown().type());
    case v1::CitationLocation::kWebSearchResult:
    case v1::CitationLocation::KIND_NOT_SET:
      break;
  }
  return "";
}

using Metadata = google::protobuf::Map<std::string, std::string>;

std::string BytesOf(const v1::Citation& citation, const Metadata& metadata) {
  int64_t start = 0;
  const auto found = metadata.find("byte_start");
  if (found != metadata.end() && !absl::SimpleAtoi(found->second, &start)) start = 0;
  std::vector<std::string> ranges;
  for (const v1::Span& span : citation.source_spans()) {
    ranges.push_back(
        absl::StrCat("[", start + span.byte_start(), ",", start + span.byte_end(), ")"));
  }
  return ranges.empty() ? "" : absl::StrCat("bytes ", absl::StrJoin(ranges, " "));
}

// The texts of search results and documents, each concatenated once.
class SourceTexts {
 public:
  template <typename Item>
  absl::string_view Of(const Item& item) {
    const auto [text, is_new] = texts_.try_emplace(&item);
    if (is_new) text->second = TextOf(item);
    return text->second;
  }

 private:
  std::map<const void*, std::string> texts_;
};

// Returns the cited text of `citation`, or else the text at its spans of `item`. The latter is
// truncated, because a tag of a few bytes can name an entire text.
template <typename Item>
std::string QuoteOf(const v1::Citation& citation, const Item& item, SourceTexts* texts) {
  constexpr size_t kMaxBytes = 4096;
  if (citation.has_cited_text()) return citation.cited_text();
  std::string quote;
  for (const v1::Span& span : citation.source_spans()) {
    if (!quote.empty()) absl::StrAppend(&quote, " … ");
    const absl::string_view part = Slice(texts->Of(item), span);
    if (quote.size() + part.size() <= kMaxBytes) {
      absl::StrAppend(&quote, part);
      continue;
    }
    size_t end = kMaxBytes - std::min(quote.size(), kMaxBytes);
    while (end > 0 && (part[end] & 0xC0) == 0x80) --end;
    absl::StrAppend(&quote, part.substr(0, end), "…");
    break;
  }
  return quote;
}

// Calls visit(block, citation, recovered) for every citation, in reading order.
template <typename Visitor>
void ForEachCitation(const v1::Answer& answer, Visitor visit) {
  for (int block = 0; block < answer.blocks_size(); ++block) {
    const v1::AnswerText& text = answer.blocks(block).text();
    for (const v1::Citation& citation : text.citations()) visit(block, citation, false);
    for (const v1::Citation& citation : text.recovered_citations()) visit(block, citation, true);
  }
}

// Returns the row of `citation`, or null.
const v1::Reference* ReferenceOf(const v1::Answer& answer, const v1::Citation& citation) {
  const int row = citation.has_reference_index() ? citation.reference_index() : -1;
  return row >= 0 && row < answer.references_size() ? &answer.references(row) : nullptr;
}

int NumberOf(const v1::Answer& answer, const v1::Citation& citation) {
  const v1::Reference* const reference = ReferenceOf(answer, citation);
  return reference == nullptr ? 0 : reference->number();
}

// Returns a key that is equal for citations of the same text at the same location.
std::string KeyOf(v1::Citation citation) {
  citation.clear_answer_span();  // the only field in which repetitions differ
  return citation.SerializeAsString();
}

// "a" to "z", then "aa", "ab", ...
std::string Letters(size_t position) {
  std::string letters;
  for (size_t rest = position + 1; rest > 0; rest = (rest - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('a' + (rest - 1) % 26));
  }
  return letters;
}

// Returns the label of each citation by its key.
std::map<std::string, std::string> Labels(const v1::Answer& answer) {
  std::map<int, std::vector<std::string>> keys_of_number;  // in reading order
  std::map<std::string, std::string> labels;
  ForEachCitation(answer, [&](int, const v1::Citation& citation, bool) {
    const std::string key = KeyOf(citation);
    if (!labels.emplace(key, "").second) return;
    const int number = NumberOf(answer, citation);
    if (number != 0) keys_of_number[number].push_back(key);
  });
  for (const auto& [number, keys] : keys_of_number) {
    for (size_t i = 0; i < keys.size(); ++i) {
      labels[keys[i]] = absl::StrCat(number, keys.size() > 1 ? Letters(i) : "");
    }
  }
  return labels;
}

// Sets the title and source from the reference row, or else from the API's location.
void DescribeSource(const v1::Answer& answer, const v1::Citation& citation,
                    ListedCitation* listed) {
  if (const v1::Reference* reference = ReferenceOf(answer, citation); reference != nullptr) {
    listed->number = reference->number();
    listed->title = reference->title();
    listed->source = reference->source();
    return;
  }
  const v1::CitationLocation& location = citation.location();
  listed->title = location.has_web_search_result() ? location.web_search_result().title()
                                                   : location.search_result().title();
  listed->source = location.has_web_search_result() ? location.web_search_result().url()
                                                    : location.search_result().source();
}

ListedCitation Describe(const v1::AnswerRequest& request, const v1::Answer& answer,
                        const v1::Citation& citation, SourceTexts* texts) {
  ListedCitation listed;
  listed.citation = &citation;
  listed.location = LocationOf(citation.location());
  listed.verdict = VerdictOf(citation.verification());
  listed.trust = TrustIn(citation.verification());
  DescribeSource(answer, citation, &listed);
  // A row may have several search results of one document, each with its own title.
  if (const v1::SearchResult* result = FindSearchResult(request, citation.source());
      result != nullptr) {
    listed.title = result->title();
    listed.source = result->source();
    listed.bytes = BytesOf(citation, result->metadata());
    listed.cited_text = QuoteOf(citation, *result, texts);
  } else if (const v1::Document* document = FindDocument(request, citation.source());
             document != nullptr) {
    listed.title = document->title();
    if (listed.source.empty()) listed.source = document->id();
    listed.bytes = BytesOf(citation, document->metadata());
    listed.cited_text = QuoteOf(citation, *document, texts);
  } else {
    listed.bytes = BytesOf(citation, {});
    listed.cited_text = citation.cited_text();
  }
  return listed;
}

}  // namespace

std::vector<ListedCitation> ListCitations(const v1::AnswerRequest& request,
                                          const v1::Answer& answer) {
  std::vector<ListedCitation> list;
  const std::map<std::string, std::string> labels = Labels(answer);
  std::set<std::string> seen;
  SourceTexts texts;
  ForEachCitation(answer, [&](int, const v1::Citation& citation, bool recovered) {
    const std::string key = KeyOf(citation);
    if (!seen.insert(key).second) return;
    list.push_back(Describe(request, answer, citation, &texts));
    list.back().label = labels.at(key);
    list.back().recovered = recovered;
  });
  std::stable_sort(list.begin(), list.end(), [](const ListedCitation& a, const ListedCitation& b) {
    constexpr int kLast = std::numeric_limits<int>::max();
    return (a.number == 0 ? kLast : a.number) < (b.number == 0 ? kLast : b.number);
  });
  return list;
}

std::vector<std::vector<std::string>> LabelsOfBlocks(const v1::Answer& answer) {
  const std::map<std::string, std::string> labels = Labels(answer);
  std::vector<std::vector<std::string>> of_blocks(answer.blocks_size());
  std::set<std::pair<int, std::string>> seen;
  ForEachCitation(answer, [&](int block, const v1::Citation& citation, bool) {
    const std::string& label = labels.at(KeyOf(citation));
    if (seen.emplace(block, label).second) of_blocks[block].push_back(label);
  });
  return of_blocks;
}

}  // namespace footnote::client
