// The part of the page that shows one source.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_SOURCE_SECTION_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_SOURCE_SECTION_H_

#include <string>
#include <vector>

#include "client/cli/output/citation_list.h"
#include "client/cli/output/html/page_sources.h"

namespace footnote::client {

// A source with its text, in which cited passages are marked and lead back to the answer. One that
// is not cited is folded.
std::string SourceCard(const PageSource& source, const std::vector<ListedCitation>& list);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_SOURCE_SECTION_H_
