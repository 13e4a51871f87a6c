// What the page shows of sources: the request's own texts with the passages in them that an answer
// cites.
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
  size_t begin = 0;    // bytes of the source's text, half-open; none if it is quoted
  size_t end = 0;
  std::vector<size_t> citations;  // of the list, in its order
};

// A hit, a document, a web page, or whatever else is cited.
struct PageSource {
  std::string anchor;                  // its id on the page, such as "s1"
  int number = 0;                      // of its reference; 0 if it has none
  std::string kind;                    // such as "hit" or "PDF document"
  std::string id;                      // the caller's
  std::string title;                   // empty if it has none
  std::string origin;                  // where it is from: an address or a name; may be empty
  std::optional<int> turn;             // of the user's, from 1, for what came with an earlier one
  std::string text;                    // empty if it is not at hand
  int images = 0;                      // in its blocks, not shown
  std::vector<CitedPassage> passages;  // of the text, in its order; no two overlap
  std::vector<CitedPassage> quoted;    // what is cited of it without a place in the text
  bool is_cited() const { return !passages.empty() || !quoted.empty(); }
};

struct PageSources {
  std::vector<PageSource> sources;      // those of the request in its order, then others as cited
  std::vector<std::string> passage_of;  // for each citation of the list the anchor of its passage
};

// The sources of `request` and of `list`, which is that of its answer. Passages that overlap are
// made one; a citation of several passages leads to the first. Time is linear in the texts and, but
// for sorting, in the citations.
PageSources CollectSources(const v1::AnswerRequest& request,
                           const std::vector<ListedCitation>& list);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_HTML_PAGE_SOURCES_H_
