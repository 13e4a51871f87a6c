// SPDX-License-Identifier: Apache-2.0
// The marks that plain text and Markdown set before and under lines.
//
// Where a function takes a `line`, it has no white space at its ends. Sizes are in bytes, with the
// white space that follows the mark; 0 means that there is no such mark.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_MARKUP_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_MARKUP_H_

#include <cstddef>
#include <string_view>

namespace footnote::emulator {

// "## " before a heading.
size_t HeadingMarkSize(std::string_view line);

// "* ", "- ", "+ ", "• " or "・" before an item of a list.
size_t BulletSize(std::string_view line);

// "3. " or "3) " before an item of a numbered list, with at most three digits.
size_t NumberSize(std::string_view line);

// "10.7.3. " or "10.7. " before the title of a section, also "10.7.3 " before a capital letter, a
// Chinese character or katakana. "3.5 " may be a quantity and is none.
size_t SectionNumberSize(std::string_view line);

// "> " before each line of a quotation.
size_t QuotationMarkSize(std::string_view line);

// "[11]" or "[^11]" at the start of `text`, without what follows.
size_t FootnoteMarkSize(std::string_view text);

// "| a | b |".
bool IsTableRow(std::string_view line);

// "-----": at least three of one mark, as under a title or between sections.
bool IsRule(std::string_view line);

// Whether `text` is one heading, marked or underlined, and nothing else. A rule counts as one.
bool IsHeading(std::string_view text);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_MARKUP_H_
