// The citations of an answer as a reader wants them: numbered, with the place in the original.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_CITATION_LIST_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_CITATION_LIST_H_

#include <string>
#include <vector>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// One entry of the list. Its texts are as they came, not made safe for a terminal.
struct ListedCitation {
  enum class Trust { kVerified, kUncheckable, kWrong };

  int number = 0;          // the reference's; 0 if the citation's source is unknown
  std::string label;       // what marks it in the answer (LabelsOfBlocks)
  std::string cited_text;  // all of it; where the API quotes nothing, 4 KiB of what the place says
  std::string title;       // the cited hit's or document's own
  std::string source;      // the same; of a document without a source its id
  std::string place;       // what the API says: "blocks [1,2)", half-open, or "pp. 3–5"
  std::string bytes;       // where it is in the original, such as "bytes [120,310)"; may be empty
  std::string verdict;     // such as "exact" or "normalized (quotes)"
  Trust trust = Trust::kWrong;
  bool recovered = false;  // whether it is made of leaked markup (AnswerText.recovered)
  const v1::Citation* citation = nullptr;  // the first that the entry stands for, in the answer
};

// The citations of `answer`, recovered ones too, by reference number, those of unknown source last,
// and in reading order within one number. Citations that say the same of the same place are listed
// once. `answer` must outlive the list.
//
// Bytes are those of the hit's or document's text, moved by metadata["byte_start"] of the one in
// `request` that is cited: where the text begins in the file that it was taken from.
std::vector<ListedCitation> ListCitations(const v1::AnswerRequest& request,
                                          const v1::Answer& answer);

// For each block of the answer, the labels to put after it, each once, in reading order. A label
// names one entry of the list: the reference's number, and a letter where the list has several
// entries of that number ("1a", "1b", ..., "1z", "1aa"). Empty for every unknown source.
std::vector<std::vector<std::string>> LabelsOfBlocks(const v1::Answer& answer);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_CITATION_LIST_H_
