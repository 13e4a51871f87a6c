// What single lines of plain text and Markdown look like. Lines are given without their line end.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_LINE_SHAPES_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_LINE_SHAPES_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language.h"

namespace footnote::segmentation {

// The columns of spaces and tabs (to stops of four) that a line begins with, and their bytes.
struct Indent {
  size_t columns = 0;
  size_t bytes = 0;
};
Indent IndentOf(absl::string_view line);

// The opening or closing line of a fenced code block, without its indentation.
struct FenceLine {
  char mark = 0;  // '`' or '~'
  size_t length = 0;
  bool bare = false;  // nothing behind: may close
};
std::optional<FenceLine> ReadFence(absl::string_view line);

// "## Title": 1 to 6; 0 if it is no heading.
size_t HeadingLevel(absl::string_view line);

// "=====" or "-----": makes the line above a heading.
bool IsUnderline(absl::string_view line);

// "|---|:-:|", the line under a table's head.
bool IsTableDelimiter(absl::string_view line);

// "| a | b |".
bool IsPipedRow(absl::string_view line);

// What ends an HTML block that begins with this line; nullopt if none begins, empty for a blank
// line.
std::optional<absl::string_view> ReadHtmlStart(absl::string_view line);

// The marker that an item begins with.
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
  // Of a numbered item; 0 of others.
  size_t number = 0;
  // Bytes of the marker and the blanks behind it.
  size_t bytes = 0;
};
std::optional<ItemMarker> ReadItemMarker(absl::string_view line, const Language& language);

// "Rate limits: 1000 per hour." One line alone makes no list of terms.
bool IsTermLine(absl::string_view line);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_LINE_SHAPES_H_
