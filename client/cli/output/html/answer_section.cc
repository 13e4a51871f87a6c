// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/html/answer_section.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/cli/output/answer_lines.h"
#include "client/cli/output/html/escape.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

// The maximum quotation of an entry. The source section has the complete text.
constexpr size_t kMaxQuotedBytes = 600;

struct Range {
  size_t begin;
  size_t end;
};

// Returns the sentences that need a citation but have none, in order, without overlaps.
std::vector<Range> UncitedIn(const v1::Answer& answer) {
  std::vector<Range> ranges;
  size_t last = 0;
  for (const v1::AnswerSentence& sentence : answer.coverage().sentences()) {
    const v1::Span& span = sentence.span();
    if (sentence.state() != v1::AnswerSentence::STATE_UNCITED || span.byte_start() < 0) continue;
    const Range range{static_cast<size_t>(span.byte_start()), static_cast<size_t>(span.byte_end())};
    const bool is_next =
        range.begin >= last && range.begin < range.end && range.end <= answer.text().size();
    if (!is_next) continue;
    ranges.push_back(range);
    last = range.end;
  }
  return ranges;
}

// Writes the text of an answer block by block.
class AnswerWriter {
 public:
  AnswerWriter(const v1::Answer& answer, const std::vector<ListedCitation>& list,
               const PageSources& sources)
      : answer_(answer), list_(list), sources_(sources), uncited_(UncitedIn(answer)) {
    for (size_t i = 0; i < list.size(); ++i) entry_of_.emplace(list[i].label, i);
  }

  std::string Write() {
    const std::vector<std::vector<std::string>> labels = LabelsOfBlocks(answer_);
    for (int i = 0; i < answer_.blocks_size(); ++i) {
      const v1::AnswerBlock& block = answer_.blocks(i);
      if (!block.has_text()) continue;
      if (labels[i].empty()) {
        WritePlain(block.text().text());
      } else {
        WriteCited(block.text(), labels[i]);
      }
      at_ += block.text().text().size();
    }
    return std::move(out_);
  }

 private:
  // Appends a block without citations, which begins at at_.
  void WritePlain(absl::string_view text) {
    // Skips sentences in cited blocks, which the server does not report.
    while (next_uncited_ < uncited_.size() && uncited_[next_uncited_].end <= at_) ++next_uncited_;
    size_t done = 0;
    while (next_uncited_ < uncited_.size() && uncited_[next_uncited_].begin < at_ + text.size()) {
      const Range& range = uncited_[next_uncited_];
      const size_t begin = std::max(range.begin, at_) - at_;
      const size_t end = std::min(range.end, at_ + text.size()) - at_;
      AppendHtml(text, done, begin, &out_);
      absl::StrAppend(&out_, "<span class=\"uncited\">");
      AppendHtml(text, begin, end, &out_);
      absl::StrAppend(&out_, "</span>");
      done = end;
      if (range.end > at_ + text.size()) break;  // continues in the next block
      absl::StrAppend(&out_, "<sup class=\"flag\">not cited</sup>");
      ++next_uncited_;
    }
    AppendHtml(text, done, text.size(), &out_);
  }

  void WriteCited(const v1::AnswerText& block, const std::vector<std::string>& labels) {
    const absl::string_view text = block.text();
    const size_t begin = text.size() - absl::StripLeadingAsciiWhitespace(text).size();
    const size_t end = std::max(begin, absl::StripTrailingAsciiWhitespace(text).size());
    AppendHtml(text, 0, begin, &out_);
    absl::StrAppend(&out_, "<span class=\"claim ", TrustClass(TrustIn(labels)), "\">");
    AppendHtml(text, begin, end, &out_);
    absl::StrAppend(&out_, "</span><sup class=\"marks\">");
    for (const std::string& label : labels) WriteMark(label);
    absl::StrAppend(&out_, "</sup>");
    AppendHtml(text, end, text.size(), &out_);
  }

  // Returns the highest trust of any of them: one verified citation is sufficient for a claim.
  ListedCitation::Trust TrustIn(const std::vector<std::string>& labels) const {
    ListedCitation::Trust most = ListedCitation::Trust::kWrong;
    for (const std::string& label : labels) {
      const auto found = entry_of_.find(label);
      if (found != entry_of_.end()) most = std::min(most, list_[found->second].trust);
    }
    return most;
  }

  void WriteMark(const std::string& label) {
    const auto found = entry_of_.find(label);
    if (found == entry_of_.end()) return;
    const size_t index = found->second;
    const ListedCitation& listed = list_[index];
    const std::string id =
        marked_.insert(label).second ? absl::StrCat(" id=\"", MarkAnchor(listed), "\"") : "";
    absl::StrAppend(&out_, "<a class=\"mark ", TrustClass(listed.trust), "\"", id, " href=\"#",
                    sources_.passage_of[index], "\" title=\"", HtmlAttribute(listed.verdict),
                    "\" aria-label=\"Citation ", HtmlAttribute(ShownLabel(listed)), ", ",
                    HtmlAttribute(listed.verdict), "\">", Html(ShownLabel(listed)), "</a>");
  }

  const v1::Answer& answer_;
  const std::vector<ListedCitation>& list_;
  const PageSources& sources_;
  const std::vector<Range> uncited_;
  std::map<std::string, size_t> entry_of_;  // the index of the first entry, by label
  std::set<std::string> marked_;            // labels that were written
  size_t next_uncited_ = 0;
  size_t at_ = 0;  // the offset of the block in the answer's text
  std::string out_;
};

// Returns at most kMaxQuotedBytes bytes of `text`, which end between characters.
std::string Excerpt(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  if (text.size() <= kMaxQuotedBytes) return Html(text);
  size_t end = kMaxQuotedBytes;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return Html(text.substr(0, end)) + "…";
}

std::string Facts(const ListedCitation& listed) {
  std::string facts;
  for (const std::string& fact : {listed.title, listed.location, listed.bytes}) {
    if (fact.empty()) continue;
    absl::StrAppend(&facts, facts.empty() ? "" : " · ", "<bdi>", Html(PrintableLine(fact)),
                    "</bdi>");
  }
  return facts;
}

}  // namespace

absl::string_view TrustClass(ListedCitation::Trust trust) {
  switch (trust) {
    case ListedCitation::Trust::kVerified:
      return "verified";
    case ListedCitation::Trust::kUncheckable:
      return "unchecked";
    case ListedCitation::Trust::kWrong:
      break;
  }
  return "wrong";
}

std::string ShownLabel(const ListedCitation& listed) {
  return listed.label.empty() ? "?" : listed.label;
}

std::string MarkAnchor(const ListedCitation& listed) {
  return absl::StrCat("mark-", listed.label.empty() ? "unknown" : listed.label);
}

std::string AnswerText(const v1::Answer& answer, const std::vector<ListedCitation>& list,
                       const PageSources& sources) {
  return AnswerWriter(answer, list, sources).Write();
}

std::string AnswerFindings(const v1::Answer& answer) {
  std::string out;
  if (const std::string coverage = CoverageLine(answer); !coverage.empty()) {
    absl::StrAppend(&out, "<div class=\"coverage\"><progress max=\"1\" value=\"",
                    std::clamp(answer.coverage().ratio(), 0.0, 1.0),
                    "\" aria-label=\"Coverage\"></progress><p>", Html(coverage), "</p></div>\n");
  }
  const std::vector<std::string> remarks = Remarks(answer);
  if (remarks.empty()) return out;
  absl::StrAppend(&out, "<ul class=\"remarks\" aria-label=\"Remarks\">\n");
  for (const std::string& remark : remarks) {
    absl::StrAppend(&out, "<li>", Html(remark), "</li>\n");
  }
  absl::StrAppend(&out, "</ul>\n");
  return out;
}

std::string CitationEntries(const std::vector<ListedCitation>& list, const PageSources& sources) {
  if (list.empty()) return "";
  std::string out = "<h2>Citations</h2>\n<ol class=\"citations\">\n";
  for (size_t i = 0; i < list.size(); ++i) {
    const ListedCitation& listed = list[i];
    absl::StrAppend(&out, "<li class=\"", TrustClass(listed.trust), "\" id=\"citation-", i + 1,
                    "\"><p class=\"line\"><a class=\"label\" href=\"#", sources.passage_of[i],
                    "\" aria-label=\"Passage of citation ", HtmlAttribute(ShownLabel(listed)),
                    "\">", Html(ShownLabel(listed)), "</a> <span class=\"verdict\">",
                    Html(listed.verdict), "</span></p>\n");
    if (!listed.cited_text.empty()) {
      absl::StrAppend(&out, "<blockquote dir=\"auto\" lang=\"\">", Excerpt(listed.cited_text),
                      "</blockquote>\n");
    }
    absl::StrAppend(&out, "<p class=\"facts\">", Facts(listed), "</p></li>\n");
  }
  absl::StrAppend(&out, "</ol>\n");
  return out;
}

}  // namespace footnote::client
