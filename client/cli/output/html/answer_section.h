// The part of the page that shows the answer and its citations.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ANSWER_SECTION_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ANSWER_SECTION_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/output/citation_list.h"
#include "client/cli/output/html/page_sources.h"
#include "footnote/v1/answer.pb.h"

namespace footnote::client {

// The class of what rests on citations of this trust: "verified", "unchecked" or "wrong".
absl::string_view TrustClass(ListedCitation::Trust trust);

// What a link to an entry of the list reads: its label, or "?" for an unknown source.
std::string ShownLabel(const ListedCitation& listed);

// The id of the first mark in the answer that stands for `listed`. Unknown sources share one.
std::string MarkAnchor(const ListedCitation& listed);

// The answer's text with its cited blocks marked and each mark linked to its passage, and with the
// sentences flagged that need a citation and have none.
std::string AnswerText(const v1::Answer& answer, const std::vector<ListedCitation>& list,
                       const PageSources& sources);

// The share of what is cited, and what else a reader has to know. May be empty.
std::string AnswerFindings(const v1::Answer& answer);

// The list: each citation with its quotation, place and verdict. Empty if there is none.
std::string CitationEntries(const std::vector<ListedCitation>& list, const PageSources& sources);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_ANSWER_SECTION_H_
