// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/answer_lines.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/cli/output/citation_list.h"
#include "client/cli/output/marked_writer.h"
#include "client/cli/text/amounts.h"
#include "client/cli/text/printable.h"
#include "client/cpp/sources.h"

namespace footnote::client {
namespace {

// Returns "120 tokens", or "? tokens" if the API returned no number.
std::string Tokens(bool known, int64_t count) {
  return known ? Counted(count, "token") : "? tokens";
}

// Returns the text that `notice` is about, for the kinds whose text is shown; else empty.
std::string SubjectOf(const v1::Notice& notice, const v1::Answer& answer) {
  constexpr size_t kMaxBytes = 300;
  if (notice.kind() != v1::Notice::KIND_LEAKED_MARKUP &&
      notice.kind() != v1::Notice::KIND_UNSOURCED_LINK) {
    return "";
  }
  absl::string_view subject = Slice(answer.text(), notice.span());
  if (subject.size() <= kMaxBytes) return std::string(subject);
  size_t end = kMaxBytes;
  while (end > 0 && (subject[end] & 0xC0) == 0x80) --end;
  return absl::StrCat(subject.substr(0, end), "…");
}

}  // namespace

std::string MarkedText(const v1::Answer& answer, std::unique_ptr<ModelText> text,
                       const std::function<std::string(const std::string&)>& mark) {
  const std::vector<std::vector<std::string>> labels = LabelsOfBlocks(answer);
  MarkedWriter writer(std::move(text));
  std::string marked;
  for (int i = 0; i < answer.blocks_size(); ++i) {
    const v1::AnswerBlock& block = answer.blocks(i);
    if (!block.has_text()) continue;
    std::string marks;
    for (const std::string& label : labels[i]) absl::StrAppend(&marks, mark(label));
    absl::StrAppend(&marked, writer.Add(block.text().text()));
    absl::StrAppend(&marked, writer.EndBlock(std::move(marks)));
  }
  return marked + writer.End();
}

std::string StopOf(const v1::Answer& answer) {
  std::string reason = PrintableLine(answer.stop_reason_raw());
  if (reason.empty() && answer.stop_reason() != v1::STOP_REASON_UNSPECIFIED) {
    const std::string& name = v1::StopReason_Name(answer.stop_reason());
    reason = absl::AsciiStrToLower(absl::StripPrefix(name, "STOP_REASON_"));
  }
  return reason.empty() ? "the API returned no stop reason"
                        : absl::StrCat("the model stopped with ", reason);
}

std::vector<std::string> Remarks(const v1::Answer& answer) {
  std::vector<std::string> remarks;
  if (!answer.complete()) {
    remarks.push_back(absl::StrCat("incomplete: ", StopOf(answer)));
  }
  for (const v1::AnswerBlock& block : answer.blocks()) {
    if (!block.has_tool_use()) continue;
    remarks.push_back(absl::StrCat("the model wants to use the tool ",
                                   PrintableLine(block.tool_use().name()), " with ",
                                   PrintableLine(block.tool_use().input_json())));
  }
  for (const v1::Notice& notice : answer.notices()) {
    const std::string subject = SubjectOf(notice, answer);
    absl::string_view message = notice.message();
    if (!subject.empty()) absl::ConsumeSuffix(&message, ".");
    remarks.push_back(PrintableLine(absl::StrCat(message, subject.empty() ? "" : ": ", subject)));
  }
  return remarks;
}

std::string CoverageLine(const v1::Answer& answer) {
  const v1::Coverage& coverage = answer.coverage();
  if (!coverage.has_ratio()) return "";
  int64_t cited = 0;
  int64_t uncited = 0;
  for (const v1::AnswerSentence& sentence : coverage.sentences()) {
    if (sentence.state() == v1::AnswerSentence::STATE_CITED) ++cited;
    if (sentence.state() == v1::AnswerSentence::STATE_UNCITED) ++uncited;
  }
  int64_t percent = std::llround(coverage.ratio() * 100);
  if (cited > 0 && uncited > 0) percent = std::clamp<int64_t>(percent, 1, 99);
  return absl::StrCat("Coverage: ", percent, " % of what needs a citation is cited (", cited,
                      " of ", Counted(cited + uncited, "sentence"), ").");
}

std::string ModelLine(const v1::Answer& answer) {
  const std::string model =
      answer.model().empty() ? "unknown model" : PrintableLine(answer.model());
  const v1::Usage& usage = answer.usage();
  const std::string out = usage.has_output_tokens() ? absl::StrCat(usage.output_tokens()) : "?";
  std::string line = absl::StrCat(
      model, " · ", Tokens(usage.has_input_tokens(), usage.input_tokens()), " in, ", out, " out");
  if (usage.cache_read_input_tokens() > 0) {
    absl::StrAppend(&line, ", ", usage.cache_read_input_tokens(), " read from the cache");
  }
  if (usage.cache_creation_input_tokens() > 0) {
    absl::StrAppend(&line, ", ", usage.cache_creation_input_tokens(), " written to the cache");
  }
  if (answer.attempts_size() > 1) {
    absl::StrAppend(&line, " · ", Counted(answer.attempts_size(), "attempt"));
  }
  return line;
}

std::vector<std::string> LinesOf(absl::string_view text) {
  while (!text.empty() && (text[0] == '\n' || text[0] == '\r')) text.remove_prefix(1);
  return absl::StrSplit(absl::StripTrailingAsciiWhitespace(text), '\n');
}

}  // namespace footnote::client
