// SPDX-License-Identifier: Apache-2.0
// Cutting text into sentences.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SENTENCES_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SENTENCES_H_

#include <string_view>
#include <vector>

namespace footnote::emulator {

// Sentences that joined give `text`: each holds the white space that follows it, and none is white
// space only unless all of `text` is.
//
// - A sentence ends with '.', '!' or '?' before white space (a full stop only if no lower-case
//   letter follows), or with their East Asian counterparts. Closing quotation marks and brackets
//   and footnote marks ("[11]") after that belong to it.
// - A line feed is white space like any other, since prose is often wrapped by hand. What ends a
//   sentence is a blank line, and a line that starts an item of a list, a heading or a row of a
//   table; headings and rows end with their line. The underline of a title belongs to it.
// - Inside a paragraph only "1." starts a numbered list: "see section\n5. The" goes on.
std::vector<std::string_view> SplitSentences(std::string_view text);

// Whether `text` ends as a sentence does: with an end mark, or with one inside closing marks.
bool EndsAsSentence(std::string_view text);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SENTENCES_H_
