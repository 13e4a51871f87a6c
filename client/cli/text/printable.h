// Makes text from elsewhere safe to show on a terminal.
//
// An answer, a hit or a server's message may hold bytes that a terminal obeys: escape sequences
// that recolour or clear the screen, set its title or type into it, and direction marks that make
// text read as what it is not.
#ifndef FOOTNOTE_CLIENT_CLI_TEXT_PRINTABLE_H_
#define FOOTNOTE_CLIENT_CLI_TEXT_PRINTABLE_H_

#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

// `text` with nothing in it that a terminal obeys but line feeds and tabs. CR LF becomes LF; other
// C0 controls and DEL become their pictures (U+2400 and on); C1 controls, direction overrides and
// bytes that are not UTF-8 become U+FFFD. Everything else stays byte for byte.
std::string Printable(absl::string_view text);

// Printable for a text that comes in pieces: what Add and at last End return makes up the same,
// however the text is cut between its characters.
class PrintableStream {
 public:
  std::string Add(absl::string_view piece);
  std::string End();

 private:
  bool after_cr_ = false;  // whether a CR is not shown yet
};

// Printable on one line: line feeds and tabs become spaces.
std::string PrintableLine(absl::string_view text);

// JSON `json` with the same characters written as \uXXXX, so that it means what it meant. `json`
// has C0 controls only between its tokens, as JSON demands.
std::string PrintableJson(absl::string_view json);

// Whether `text` is well-formed UTF-8.
bool IsUtf8(absl::string_view text);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_TEXT_PRINTABLE_H_
