// SPDX-License-Identifier: Apache-2.0
// Conversion of sentences with markup to sentences of plain prose.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_PROSE_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_PROSE_H_

#include <string>
#include <string_view>

namespace footnote::emulator {

// Converts `sentence`, an element of the result of SplitSentences, to one sentence of plain prose.
// Returns an empty string if it has no letters or digits.
//
// - Lines are joined with a space, or with nothing between East Asian characters. Other consecutive
//   white space becomes one space. The cells of a table row are joined with commas.
// - Markers of headings, items and quotations, section numbers, footnote markers at either end, and
//   byte order marks at the start are removed.
// - The first letter becomes a capital, unless the first word has characters other than lower-case
//   letters, hyphens and apostrophes: "dpkg-deb" changes; "/etc", "e2fsck" and "gRPC" do not.
// - The result ends with a full stop or another end mark. The conjunction with the next item
//   ("; and", "、") is removed.
std::string ToProse(std::string_view sentence);

// Appends `sentence` to `text`, after a space if `text` is not empty and does not end with an East
// Asian character.
void AppendSentence(std::string_view sentence, std::string* text);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_PROSE_H_
