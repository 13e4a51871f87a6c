#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/answer_lines.h"
#include "client/cli/output/citation_list.h"
#include "client/cli/output/render.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

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

void AppendCitation(const ListedCitation& citation, const Palette& palette, std::string* out) {
  const std::string mark = Mark(citation.label);
  const std::string indent(mark.size() + 1, ' ');
  const std::string bar = palette.Faint("│");
  std::string lead = palette.Number(mark) + " ";
  for (const std::string& line : LinesOf(Printable(citation.cited_text))) {
    absl::StrAppend(out, lead, bar, line.empty() ? "" : " ", line, "\n");
    lead = indent;
  }
  if (!citation.title.empty()) absl::StrAppend(out, indent, PrintableLine(citation.title), "\n");
  std::vector<std::string> facts;
  for (const std::string& fact : {citation.source, citation.bytes, citation.place}) {
    if (!fact.empty()) facts.push_back(PrintableLine(fact));
  }
  facts.push_back(palette.Verdict(citation.trust, citation.verdict));
  absl::StrAppend(out, indent, absl::StrJoin(facts, " · "), "\n");
}

}  // namespace

std::string RenderText(const v1::AnswerRequest& request, const v1::Answer& answer, bool colour) {
  const Palette palette(colour);
  std::string out = MarkedText(answer, [&palette](const std::string& label) {
    return absl::StrCat(" ", palette.Number(Mark(label)));
  });
  if (!out.empty()) absl::StrAppend(&out, "\n\n");
  for (const ListedCitation& citation : ListCitations(request, answer)) {
    AppendCitation(citation, palette, &out);
    absl::StrAppend(&out, "\n");
  }
  const std::vector<std::string> remarks = Remarks(answer);
  for (const std::string& remark : remarks) {
    absl::StrAppend(&out, palette.Warning("! " + remark), "\n");
  }
  if (!remarks.empty()) absl::StrAppend(&out, "\n");
  absl::StrAppend(&out, palette.Faint(ModelLine(answer)), "\n");
  return out;
}

}  // namespace footnote::client
