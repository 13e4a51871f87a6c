// Makes text from elsewhere a part of a page, and of nothing but its text.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ESCAPE_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ESCAPE_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

// Appends bytes [begin, end) of `text` as the content of an element. Nothing in them is markup, and
// nothing that a reader cannot see changes what they read: C0 controls and DEL become their
// pictures (U+2400 and on), C1 controls and direction overrides become elements of class "control"
// that name them, and bytes that are not UTF-8 become U+FFFD. Line feeds and tabs stay, CR LF
// becomes LF, also where `end` stands between the two.
void AppendHtml(absl::string_view text, size_t begin, size_t end, std::string* out);

// All of `text` so.
std::string Html(absl::string_view text);

// `text` on one line, as the value of an attribute in double quotes or the content of a title:
// without elements, with U+FFFD for what has no picture.
std::string HtmlAttribute(absl::string_view text);

// What a link to `address` has as its href, escaped; empty unless it is a well-formed http, https
// or mailto address, so that it is nothing that a browser runs.
std::string HtmlLink(absl::string_view address);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ESCAPE_H_
