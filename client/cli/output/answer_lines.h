// What the text and the Markdown form of an answer have in common.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_ANSWER_LINES_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_ANSWER_LINES_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"

namespace footnote::client {

// The answer's text, with mark(label) after each cited block for every label of it
// (LabelsOfBlocks): before the white space that ends the block. Safe for a terminal, as long as the
// marks are.
std::string MarkedText(const v1::Answer& answer,
                       const std::function<std::string(const std::string&)>& mark);

// Why the model stopped, safe for a terminal: "the model stopped with max_tokens", in the API's own
// word, or "the model gave no stop reason".
std::string StopOf(const v1::Answer& answer);

// What a reader has to know besides the text: the stop reason if the answer is incomplete, the tool
// uses, and the notices, with the leaked markup or the address that they are about. A line each,
// safe for a terminal.
std::vector<std::string> Remarks(const v1::Answer& answer);

// How much of the answer is cited: "Coverage: 83 % of what needs a citation is cited (5 of 6
// sentences)." The share is one of characters, and 0 % and 100 % are none and all of them. Empty
// where nothing needs a citation.
std::string CoverageLine(const v1::Answer& answer);

// "model · 120 tokens in, 34 out", and how many attempts it took if more than one.
std::string ModelLine(const v1::Answer& answer);

// `text` without white space at its ends, cut into lines.
std::vector<std::string> LinesOf(absl::string_view text);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_ANSWER_LINES_H_
