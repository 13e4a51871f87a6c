// SPDX-License-Identifier: Apache-2.0
// Makes untrusted text safe to print on a terminal.
//
// An answer, a search result or a server's message may contain bytes that a terminal interprets:
// escape sequences that change colours, clear the screen, set its title or produce input, and
// direction overrides that change how text reads.
#ifndef FOOTNOTE_CLIENT_CLI_TEXT_PRINTABLE_H_
#define FOOTNOTE_CLIENT_CLI_TEXT_PRINTABLE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

// Returns `text` without control characters other than line feeds and tabs. CR LF becomes LF; other
// C0 controls and DEL become their symbols (U+2400 to U+2421); C1 controls, direction overrides and
// bytes that are not UTF-8 become U+FFFD. Invisible characters become their names, such as
// <U+200B>, since text that is hidden is copied along: zero-width and tag characters, fillers, and
// soft hyphens; joiners and variation selectors remain after a character that they can affect.
// Everything else is unchanged.
std::string Printable(absl::string_view text);

// Printable for a text in pieces: the concatenated results of Add and End equal Printable of the
// concatenated pieces, which end between characters.
class PrintableStream {
 public:
  std::string Add(absl::string_view piece);
  std::string End();

 private:
  bool after_cr_ = false;       // a CR is pending
  bool can_be_shaped_ = false;  // the last character can have a joiner or a variation selector
  bool can_be_joined_ = false;  // the last character is a selector, which can have a joiner
};

// Returns Printable(text) on one line: line feeds and tabs become spaces.
std::string PrintableLine(absl::string_view text);

// Returns `json` with the same characters written as \uXXXX, so that its value does not change.
// `json` has C0 controls only between its tokens, as JSON requires.
std::string PrintableJson(absl::string_view json);

// True if `text` is well-formed UTF-8.
bool IsUtf8(absl::string_view text);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_TEXT_PRINTABLE_H_
