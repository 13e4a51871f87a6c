// SPDX-License-Identifier: Apache-2.0
// Recognizes the forms of single lines of plain text and Markdown. Lines have no line end.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_LINE_SHAPES_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_LINE_SHAPES_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language.h"

namespace footnote::segmentation {

// The spaces and tabs at the beginning of a line. Tab stops are four columns apart.
struct Indent {
  size_t columns = 0;
  size_t bytes = 0;
};
Indent IndentOf(absl::string_view line);

// The first or last line of a fenced code block, without its indentation.
struct FenceLine {
  char mark = 0;  // '`' or '~'
  size_t length = 0;
  bool bare = false;  // no text follows: it can close a fence
};
std::optional<FenceLine> ReadFence(absl::string_view line);

// Returns the level of a heading such as "## Title", 1 to 6; 0 if `line` is not a heading.
size_t HeadingLevel(absl::string_view line);

// True for "=====" or "-----", which makes the line above a heading.
bool IsUnderline(absl::string_view line);

// True for the line below the head of a table: "|---|:-:|".
bool IsTableDelimiter(absl::string_view line);

// True for "| a | b |".
bool IsPipedRow(absl::string_view line);

// Returns the text that closes the HTML block that begins with `line`; empty if a blank line closes
// it; nullopt if no block begins.
std::optional<absl::string_view> ReadHtmlStart(absl::string_view line);

// The marker of a list item or section, or the term of a definition.
struct ItemMarker {
  enum Family : uint8_t {
    kBullet,
    kNumberStop,     // 1.
    kNumberBracket,  // 1)
    kBracketed,      // (1) (a)
    kLetter,         // a)
    kCircled,        // ①
    kSection,        // Article 1.
    kQuestion,       // Q1.
    kTerm,           // Name: text
  };
  Family family = kBullet;
  char bullet = 0;
  // The number of the item; 0 if it has none.
  size_t number = 0;
  // The length of the marker and the blanks after it.
  size_t bytes = 0;
};
std::optional<ItemMarker> ReadItemMarker(absl::string_view line, const Language& language);

// Returns `line` without the markers of block quotations, ">", and spaces at its beginning.
absl::string_view StripQuoteMarkers(absl::string_view line);

// True for "Rate limits: 1000 per hour." A list of terms has at least two such lines.
bool IsTermLine(absl::string_view line);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_LINE_SHAPES_H_
