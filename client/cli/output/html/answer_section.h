// SPDX-License-Identifier: Apache-2.0
// The section of the page with the answer and its citations.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ANSWER_SECTION_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ANSWER_SECTION_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/output/citation_list.h"
#include "client/cli/output/html/page_sources.h"
#include "footnote/v1/answer.pb.h"

namespace footnote::client {

// Returns the CSS class for citations of this trust: "verified", "unchecked" or "wrong".
absl::string_view TrustClass(ListedCitation::Trust trust);

// Returns the text of a link to an entry of the list: its label, or "?" for an unknown source.
std::string ShownLabel(const ListedCitation& listed);

// Returns the id of the first mark of `listed` in the answer. Unknown sources share one.
std::string MarkAnchor(const ListedCitation& listed);

// Returns the answer's text, in which cited blocks are marked, marks are links to their passages,
// and sentences that need a citation but have none are highlighted.
std::string AnswerText(const v1::Answer& answer, const std::vector<ListedCitation>& list,
                       const PageSources& sources);

// Returns the coverage and the remarks. May be empty.
std::string AnswerFindings(const v1::Answer& answer);

// Returns the list of citations with quotation, location and verdict. Empty if there is none.
std::string CitationEntries(const std::vector<ListedCitation>& list, const PageSources& sources);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ANSWER_SECTION_H_
