#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/answer_lines.h"
#include "client/cli/output/citation_list.h"
#include "client/cli/output/render.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

std::string Mark(const std::string& label) {
  return label.empty() ? "[^unknown]" : absl::StrCat("[^", label, "]");
}

// Whether `line` would start a list, a heading or an underline.
bool StartsBlock(absl::string_view line) {
  if (line.empty()) return false;
  if (absl::StrContains("#+-=", line.substr(0, 1))) return true;
  const size_t digits = line.find_first_not_of("0123456789");
  return digits != 0 && digits != absl::string_view::npos &&
         (line[digits] == '.' || line[digits] == ')');
}

// `line` so that it shows as it is, whatever Markdown it holds.
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

// A footnote's further paragraphs are indented by four.
void AppendQuote(const ListedCitation& citation, std::string* out) {
  absl::StrAppend(out, "\n");
  for (const std::string& line : LinesOf(Printable(citation.cited_text))) {
    // Two spaces at the end keep the line break.
    absl::StrAppend(out, "    >", line.empty() ? "" : " ", Literal(line),
                    line.empty() ? "\n" : "  \n");
  }
  std::vector<std::string> facts;
  for (const std::string& fact : {citation.title, citation.bytes, citation.place}) {
    if (!fact.empty()) facts.push_back(Literal(PrintableLine(fact)));
  }
  facts.push_back(absl::StrCat("**", citation.verdict, "**"));
  absl::StrAppend(out, "\n    ", absl::StrJoin(facts, " · "), "\n");
}

}  // namespace

std::string RenderMarkdown(const v1::AnswerRequest& request, const v1::Answer& answer) {
  std::string out = MarkedText(answer, Mark);
  if (!out.empty()) absl::StrAppend(&out, "\n");
  bool in_unknown = false;  // all citations of unknown sources share a footnote
  for (const ListedCitation& citation : ListCitations(request, answer)) {
    const bool is_unknown = citation.label.empty();
    if (!is_unknown || !in_unknown) {
      const std::string name = is_unknown ? "unknown source" : PrintableLine(citation.source);
      absl::StrAppend(&out, "\n", Mark(citation.label), ": ", Literal(name), "\n");
    }
    in_unknown = is_unknown;
    AppendQuote(citation, &out);
  }
  for (const std::string& remark : Remarks(answer)) {
    absl::StrAppend(&out, "\n> **Note:** ", Literal(remark), "\n");
  }
  absl::StrAppend(&out, "\n*", Literal(ModelLine(answer)), "*\n");
  return out;
}

}  // namespace footnote::client
