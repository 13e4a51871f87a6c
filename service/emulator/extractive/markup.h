// SPDX-License-Identifier: Apache-2.0
// The markers of plain text and Markdown: headings, list items, quotations, footnotes and tables.
//
// A parameter `line` must have no white space at its ends. Sizes are in bytes and include the white
// space after the marker; 0 means that there is no such marker.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_MARKUP_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_MARKUP_H_

#include <cstddef>
#include <string_view>

namespace footnote::emulator {

// Returns the size of "## " before a heading.
size_t HeadingMarkerSize(std::string_view line);

// Returns the size of "* ", "- ", "+ ", "• " or "・" before a list item.
size_t BulletSize(std::string_view line);

// Returns the size of "3. " or "3) " before an item of a numbered list, with at most three digits.
size_t NumberSize(std::string_view line);

// Returns the size of "10.7.3. " or "10.7. " before a section title, and of "10.7.3 " before a
// capital letter, a Chinese character or katakana. "3.5 " does not count: it may be a quantity.
size_t SectionNumberSize(std::string_view line);

// Returns the size of "> " before a line of a quotation.
size_t QuotationMarkerSize(std::string_view line);

// Returns the size of "[11]" or "[^11]" at the start of `text`, without the white space after it.
size_t FootnoteMarkerSize(std::string_view text);

// Returns true if `line` is a table row: "| a | b |".
bool IsTableRow(std::string_view line);

// Returns true if `line` is a rule, as under a title or between sections: at least three times the
// same mark, such as "-----".
bool IsRule(std::string_view line);

// Returns true if `text` is exactly one heading, with a marker or underlined. A rule is a heading.
bool IsHeading(std::string_view text);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_MARKUP_H_
