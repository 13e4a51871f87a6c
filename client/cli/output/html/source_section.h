// SPDX-License-Identifier: Apache-2.0
// The section of the page with one source.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_SOURCE_SECTION_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_SOURCE_SECTION_H_

#include <string>
#include <vector>

#include "client/cli/output/citation_list.h"
#include "client/cli/output/html/page_sources.h"

namespace footnote::client {

// Returns a source with its text, in which cited passages are marked and link to the answer. A
// source that is not cited is collapsed.
std::string SourceCard(const PageSource& source, const std::vector<ListedCitation>& list);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_SOURCE_SECTION_H_
