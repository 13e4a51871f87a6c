// SPDX-License-Identifier: Apache-2.0
// Escapes untrusted text for a page.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ESCAPE_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ESCAPE_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

// Appends bytes [begin, end) of `text` as the content of an element. Markup is escaped, and
// invisible characters that change how text reads are replaced: C0 controls and DEL by their
// symbols (U+2400 to U+2421), C1 controls and direction overrides by elements of class "control"
// with their name, and bytes that are not UTF-8 by U+FFFD. Line feeds and tabs are unchanged. CR LF
// becomes LF, also if `end` is between the two.
void AppendHtml(absl::string_view text, size_t begin, size_t end, std::string* out);

// Returns all of `text` in this form.
std::string Html(absl::string_view text);

// Returns `text` on one line, as the value of an attribute in double quotes or the content of a
// title: without elements, with U+FFFD for characters that have no symbol.
std::string HtmlAttribute(absl::string_view text);

// Returns the escaped href of a link to `address`; empty unless it is a well-formed http, https or
// mailto address, which a browser does not execute.
std::string HtmlLink(absl::string_view address);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ESCAPE_H_
