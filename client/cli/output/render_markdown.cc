// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/answer_lines.h"
#include "client/cli/output/citation_list.h"
#include "client/cli/output/model_text.h"
#include "client/cli/output/render.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

std::string Mark(const std::string& label) {
  return label.empty() ? "[^unknown]" : absl::StrCat("[^", label, "]");
}

// True if `line` would start a list, a heading or an underline.
bool StartsBlock(absl::string_view line) {
  if (line.empty()) return false;
  if (absl::StrContains("#+-=", line.substr(0, 1))) return true;
  const size_t digits = line.find_first_not_of("0123456789");
  return digits != 0 && digits != absl::string_view::npos &&
         (line[digits] == '.' || line[digits] == ')');
}

// Escapes `line`, so that Markdown in it appears literally.
std::string Literal(absl::string_view line) {
  const size_t indent = line.size() - absl::StripLeadingAsciiWhitespace(line).size();
  std::string out(line.substr(0, indent));
  line.remove_prefix(indent);
  if (StartsBlock(line)) {
    const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    absl::StrAppend(&out, line.substr(0, digits), "\\", line.substr(digits, 1));
    line.remove_prefix(digits + 1);
  }
  for (const char c : line) {
    if (absl::StrContains("\\`*_[]<>~&$|", absl::string_view(&c, 1))) out.push_back('\\');
    out.push_back(c);
  }
  return out;
}

// The following paragraphs of a footnote are indented by four.
void AppendQuote(const ListedCitation& citation, bool with_source, std::string* out) {
  absl::StrAppend(out, "\n");
  for (const std::string& line : LinesOf(Printable(citation.cited_text))) {
    // Two spaces at the end preserve the line break.
    absl::StrAppend(out, "    >", line.empty() ? "" : " ", Literal(line),
                    line.empty() ? "\n" : "  \n");
  }
  std::vector<std::string> facts;
  for (const std::string& fact :
       {citation.title, with_source ? citation.source : "", citation.bytes, citation.location}) {
    if (!fact.empty()) facts.push_back(Literal(PrintableLine(fact)));
  }
  facts.push_back(absl::StrCat("**", citation.verdict, "**"));
  absl::StrAppend(out, "\n    ", absl::StrJoin(facts, " · "), "\n");
}

// Returns everything after the text: a reference to the footnote "about", which has the facts
// about the answer as a whole, and the footnotes. A model can write no reference, and so none of
// them. `label` returns the label of a citation's footnote; consecutive citations with the same
// label share a footnote.
std::string End(const v1::AnswerRequest& request, const v1::Answer& answer,
                const std::function<std::string(const ListedCitation&)>& label) {
  std::string out = "\n[^about]\n";
  std::optional<std::string> open;  // the label of the last footnote
  std::string open_source;
  for (const ListedCitation& citation : ListCitations(request, answer)) {
    const std::string own = label(citation);
    if (own != open) {
      open_source = citation.source;
      const std::string name = own.empty() ? "unknown source" : PrintableLine(citation.source);
      absl::StrAppend(&out, "\n", Mark(own), ": ", Literal(name), "\n");
    }
    AppendQuote(citation, /*with_source=*/!own.empty() && citation.source != open_source, &out);
    open = own;
  }
  absl::StrAppend(&out, "\n[^about]: Checked by Footnote\n");
  for (const std::string& remark : Remarks(answer)) {
    absl::StrAppend(&out, "\n    **Note:** ", Literal(remark), "\n");
  }
  if (const std::string coverage = CoverageLine(answer); !coverage.empty()) {
    absl::StrAppend(&out, "\n    ", Literal(coverage), "\n");
  }
  absl::StrAppend(&out, "\n    *", Literal(ModelLine(answer)), "*\n");
  return out;
}

// Returns the label of a reference, without its passage; empty for 0.
std::string ReferenceLabel(int number) { return number == 0 ? "" : absl::StrCat(number); }

}  // namespace

std::string RenderMarkdown(const v1::AnswerRequest& request, const v1::Answer& answer) {
  std::string out = MarkedText(answer, NewMarkdownModelText(), Mark);
  if (!out.empty()) absl::StrAppend(&out, "\n");
  absl::StrAppend(
      &out, End(request, answer, [](const ListedCitation& citation) { return citation.label; }));
  return out;
}

std::string LiveMarkdownMarks(const std::vector<int>& numbers) {
  std::string marks;
  for (const int number : numbers) absl::StrAppend(&marks, Mark(ReferenceLabel(number)));
  return marks;
}

std::string LiveMarkdownEnd(const v1::AnswerRequest& request, const v1::Answer& answer) {
  return End(request, answer,
             [](const ListedCitation& citation) { return ReferenceLabel(citation.number); });
}

}  // namespace footnote::client
