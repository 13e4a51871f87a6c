// SPDX-License-Identifier: Apache-2.0
// Lines that the text form and the Markdown form of an answer share.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_ANSWER_LINES_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_ANSWER_LINES_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/output/model_text.h"
#include "footnote/v1/answer.pb.h"

namespace footnote::client {

// Returns the answer's text, by `text`, with mark(label) for every label of a cited block
// (LabelsOfBlocks), as MarkedWriter does.
std::string MarkedText(const v1::Answer& answer, std::unique_ptr<ModelText> text,
                       const std::function<std::string(const std::string&)>& mark);

// Returns the reason why the model stopped, safe for a terminal: "the model stopped with
// max_tokens", with the API's value, or "the API returned no stop reason".
std::string StopOf(const v1::Answer& answer);

// Returns remarks on the answer, one line each, safe for a terminal: the stop reason if the answer
// is incomplete, the tool uses, and the notices with the leaked markup or the address that they are
// about.
std::vector<std::string> Remarks(const v1::Answer& answer);

// Returns the coverage of the answer: "Coverage: 83 % of what needs a citation is cited (5 of 6
// sentences)." The share refers to characters; it is 0 % or 100 % only if none or all are cited.
// Empty if nothing needs a citation.
std::string CoverageLine(const v1::Answer& answer);

// Returns "model · 120 tokens in, 34 out" and the number of attempts if it is more than one.
std::string ModelLine(const v1::Answer& answer);

// Returns the lines of `text` without leading line feeds and trailing white space.
std::vector<std::string> LinesOf(absl::string_view text);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_ANSWER_LINES_H_
