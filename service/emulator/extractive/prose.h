// SPDX-License-Identifier: Apache-2.0
// Saying a sentence that stood in a text.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_PROSE_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_PROSE_H_

#include <string>
#include <string_view>

namespace footnote::emulator {

// `sentence`, one of SplitSentences, as one would say it on its own; empty if it has no words.
//
// - Its lines are joined with a space, between East Asian characters with nothing; other runs of
//   white space become one space. The cells of a table row are joined with commas.
// - The marks of headings, items and quotations, section numbers and footnote marks at either end
//   are left out, and byte order marks at the start.
// - It starts with a capital letter, unless its first word is more than small letters: "dpkg-deb"
//   gets one, "/etc", "e2fsck" and "gRPC" do not.
// - It ends with an end mark. What joined it to the next item ("; and", "、") is left out.
std::string ToProse(std::string_view sentence);

// Puts `sentence` after `text`, with a space between unless `text` ends in an East Asian mark.
void AppendSentence(std::string_view sentence, std::string* text);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_PROSE_H_
