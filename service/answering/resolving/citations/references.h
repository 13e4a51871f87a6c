// SPDX-License-Identifier: Apache-2.0
// The list of references of an answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_REFERENCES_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_REFERENCES_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/resolving/answer_meter.h"
#include "service/answering/source_index.h"

namespace footnote::answering::resolving {

// Adds the references of one answer in reading order. Search results and documents with the same
// `document_key` share a row, and so do web citations of the same URL.
class ReferenceList {
 public:
  // `answer` and `meter`, which counts the rows, must outlive the list; nothing else may add
  // references to `answer`.
  ReferenceList(v1::Answer* answer, AnswerMeter* meter) : answer_(answer), meter_(*meter) {}

  // Returns the row of `source`, an index of `Answer.references`, and adds it if it is new. `index`
  // is the API's index of `source`, which must outlive the list.
  int RowOf(const Source& source, size_t index);

  // Returns the row of the web page at `url`, and adds it with `title` if it is new.
  int RowOfWebPage(const std::string& url, const std::optional<std::string>& title);

 private:
  v1::Reference* AddRow();

  v1::Answer* const answer_;
  AnswerMeter& meter_;
  absl::flat_hash_map<absl::string_view, int> rows_by_key_;  // by document key
  absl::flat_hash_map<const Source*, int> rows_by_source_;
  absl::flat_hash_map<std::string, int> rows_by_url_;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_REFERENCES_H_
