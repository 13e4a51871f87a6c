// SPDX-License-Identifier: Apache-2.0
// The sources that the page shows: the texts of the request with the passages that an answer cites.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_SOURCES_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_SOURCES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "client/cli/output/citation_list.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// A cited part of a source.
struct CitedPassage {
  std::string anchor;  // its id on the page, such as "s1p2"
  size_t begin = 0;    // bytes of the source's text, half-open; empty if it is quoted
  size_t end = 0;
  std::vector<size_t> citations;  // indexes of the list, in its order
};

// A search result, document, web page, or unknown source.
struct PageSource {
  std::string anchor;  // its id on the page, such as "s1"
  int number = 0;      // the number of its reference; 0 if it has none
  std::string kind;    // such as "search result" or "PDF document"
  std::string id;      // the caller's
  std::string title;   // empty if it has none
  std::string origin;  // a URL or name; may be empty
  std::optional<int>
      turn;          // the earlier user turn that has it, 1-based; unset for the present turn
  std::string text;  // empty if it is not available
  int images = 0;    // the number of images in its blocks, which are not shown
  std::vector<CitedPassage> passages;  // passages of the text, in its order, without overlaps
  std::vector<CitedPassage> quoted;    // citations without a range in the text
  bool is_cited() const { return !passages.empty() || !quoted.empty(); }
};

struct PageSources {
  std::vector<PageSource>
      sources;  // the request's, in its order, then others in the order of their citations
  std::vector<std::string> passage_of;  // for each citation of the list, the anchor of its passage
};

// Returns the sources of `request` and of `list`, the citations of its answer. Overlapping passages
// are merged; a citation of several passages links to the first. Takes linear time in the texts
// and, except for sorting, in the citations.
PageSources CollectSources(const v1::AnswerRequest& request,
                           const std::vector<ListedCitation>& list);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_SOURCES_H_
