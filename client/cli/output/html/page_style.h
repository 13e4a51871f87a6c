// SPDX-License-Identifier: Apache-2.0
// The style sheet of the page, page.css.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_STYLE_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_STYLE_H_

namespace footnote::client {

extern const char kPageStyle[];

// The hash of the style sheet in the form of a Content-Security-Policy: "sha256-...".
extern const char kPageStyleHash[];

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_STYLE_H_
