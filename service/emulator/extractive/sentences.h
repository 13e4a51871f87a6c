// SPDX-License-Identifier: Apache-2.0
// Segmentation of text into sentences.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SENTENCES_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SENTENCES_H_

#include <string_view>
#include <vector>

namespace footnote::emulator {

// Returns the sentences of `text`. Their concatenation is `text`: each sentence includes the white
// space after it. No sentence is blank unless `text` is blank. The result has views into `text`.
//
// - A sentence ends with '.', '!' or '?' before white space, or with their East Asian counterparts.
//   A full stop before a lower-case letter does not end it. Closing quotation marks, closing
//   brackets and footnote markers ("[11]") after the end mark belong to the sentence.
// - A single line feed does not end a sentence, because prose is often wrapped. A blank line ends
//   it, and so does a line that starts a list item, a heading or a table row. Headings and table
//   rows end with their line. The underline of a title belongs to the title.
// - Inside a paragraph, only "1." or "1)" starts a numbered list: "see section\n5. The" is one
//   sentence.
std::vector<std::string_view> SplitSentences(std::string_view text);

// Returns true if `text` ends with an end mark, optionally followed by closing quotation marks and
// brackets.
bool EndsAsSentence(std::string_view text);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SENTENCES_H_
