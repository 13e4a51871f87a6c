// SPDX-License-Identifier: Apache-2.0
// The citations of an answer for a reader: numbered, with their location in the original.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_CITATION_LIST_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_CITATION_LIST_H_

#include <string>
#include <vector>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// One entry of the list. Its texts are unescaped, not safe for a terminal.
struct ListedCitation {
  enum class Trust { kVerified, kUncheckable, kWrong };

  int number = 0;          // the reference's number; 0 if the source is unknown
  std::string label;       // its label in the answer; see LabelsOfBlocks
  std::string cited_text;  // if the API returned none, at most 4 KiB of the text at its spans
  std::string title;       // the title of the search result or document
  std::string source;      // its source; for a document without a source its id
  std::string location;    // as the API returned it: "blocks [1,2)", half-open, or "pp. 3–5"
  std::string bytes;       // the range in the original, such as "bytes [120,310)"; may be empty
  std::string verdict;     // such as "exact" or "normalized (quotes)"
  Trust trust = Trust::kWrong;
  bool recovered = false;                  // it is one of AnswerText.recovered_citations
  const v1::Citation* citation = nullptr;  // the first citation of the entry, in the answer
};

// Returns the citations of `answer`, including recovered ones, by reference number and in reading
// order within a number; those of unknown sources come last. Citations of the same text at the same
// location are listed once. `answer` must outlive the list.
//
// `bytes` are ranges of the text of the search result or document plus its
// metadata["byte_start"], the offset of the text in the file that it comes from.
std::vector<ListedCitation> ListCitations(const v1::AnswerRequest& request,
                                          const v1::Answer& answer);

// Returns the labels to print after each block of the answer, each once, in reading order. A label
// identifies one entry of the list: the reference's number, and a letter if the list has several
// entries with that number ("1a", "1b", ..., "1z", "1aa"). The label of unknown sources is empty.
std::vector<std::vector<std::string>> LabelsOfBlocks(const v1::Answer& answer);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_CITATION_LIST_H_
