// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/answer_lines.h"
#include "client/cli/output/citation_list.h"
#include "client/cli/output/model_text.h"
#include "client/cli/output/render.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

// Separates the model's text, in which no line can begin like this, from what Footnote adds.
constexpr absl::string_view kChecked = "── Checked by Footnote ──";

// Terminal colours, or nothing.
class Palette {
 public:
  explicit Palette(bool colour) : colour_(colour) {}

  std::string Number(absl::string_view text) const { return In("1;36", text); }
  std::string Faint(absl::string_view text) const { return In("2", text); }
  std::string Warning(absl::string_view text) const { return In("33", text); }
  std::string Verdict(ListedCitation::Trust trust, absl::string_view text) const {
    switch (trust) {
      case ListedCitation::Trust::kVerified:
        return In("32", text);
      case ListedCitation::Trust::kUncheckable:
        return In("33", text);
      case ListedCitation::Trust::kWrong:
        break;
    }
    return In("1;31", text);
  }

 private:
  std::string In(absl::string_view code, absl::string_view text) const {
    return colour_ ? absl::StrCat("\x1b[", code, "m", text, "\x1b[0m") : std::string(text);
  }

  bool colour_;
};

std::string Mark(const std::string& label) {
  return label.empty() ? "[?]" : absl::StrCat("[", label, "]");
}

// Returns the label of a reference in a streamed text, without its passage; empty for 0.
std::string ReferenceLabel(int number) { return number == 0 ? "" : absl::StrCat(number); }

// Returns the width of a mark in columns.
size_t WidthOf(absl::string_view mark) {
  return std::count_if(mark.begin(), mark.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

void AppendCitation(const ListedCitation& citation, const std::string& mark, const Palette& palette,
                    std::string* out) {
  const std::string indent(WidthOf(mark) + 1, ' ');
  const std::string bar = palette.Faint("│");
  std::string lead = palette.Number(mark) + " ";
  for (const std::string& line : LinesOf(Printable(citation.cited_text))) {
    absl::StrAppend(out, lead, bar, line.empty() ? "" : " ", line, "\n");
    lead = indent;
  }
  if (!citation.title.empty()) absl::StrAppend(out, indent, PrintableLine(citation.title), "\n");
  std::vector<std::string> facts;
  for (const std::string& fact : {citation.source, citation.bytes, citation.location}) {
    if (!fact.empty()) facts.push_back(PrintableLine(fact));
  }
  facts.push_back(palette.Verdict(citation.trust, citation.verdict));
  absl::StrAppend(out, indent, absl::StrJoin(facts, " · "), "\n");
}

// Returns everything after the text. `mark` returns the mark of a citation.
std::string End(const v1::AnswerRequest& request, const v1::Answer& answer, const Palette& palette,
                const std::function<std::string(const ListedCitation&)>& mark) {
  std::string out = absl::StrCat(palette.Faint(kChecked), "\n\n");
  for (const ListedCitation& citation : ListCitations(request, answer)) {
    AppendCitation(citation, mark(citation), palette, &out);
    absl::StrAppend(&out, "\n");
  }
  const std::vector<std::string> remarks = Remarks(answer);
  for (const std::string& remark : remarks) {
    absl::StrAppend(&out, palette.Warning("! " + remark), "\n");
  }
  if (!remarks.empty()) absl::StrAppend(&out, "\n");
  if (const std::string coverage = CoverageLine(answer); !coverage.empty()) {
    absl::StrAppend(&out, coverage, "\n\n");
  }
  absl::StrAppend(&out, palette.Faint(ModelLine(answer)), "\n");
  return out;
}

}  // namespace

std::string RenderText(const v1::AnswerRequest& request, const v1::Answer& answer, bool colour) {
  const Palette palette(colour);
  std::string out = MarkedText(answer, NewPlainModelText(), [&palette](const std::string& label) {
    return absl::StrCat(" ", palette.Number(Mark(label)));
  });
  if (!out.empty()) absl::StrAppend(&out, "\n\n");
  absl::StrAppend(&out, End(request, answer, palette,
                            [](const ListedCitation& citation) { return Mark(citation.label); }));
  return out;
}

std::string LiveTextMarks(const std::vector<int>& numbers, bool colour) {
  const Palette palette(colour);
  std::string marks;
  for (const int number : numbers) {
    absl::StrAppend(&marks, " ", palette.Number(Mark(ReferenceLabel(number))));
  }
  return marks;
}

std::string LiveTextEnd(const v1::AnswerRequest& request, const v1::Answer& answer, bool colour) {
  return End(request, answer, Palette(colour),
             [](const ListedCitation& citation) { return Mark(ReferenceLabel(citation.number)); });
}

}  // namespace footnote::client
