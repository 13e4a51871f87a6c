// The list that stands under the answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_REFERENCES_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_REFERENCES_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/source_index.h"

namespace footnote::answering::resolving {

// Grows the references of one answer in reading order. Hits and documents of one `document_key`
// share a row, and so do web citations of one address.
class ReferenceList {
 public:
  // `answer` must outlive the list and get references from nobody else.
  explicit ReferenceList(v1::Answer* answer) : answer_(answer) {}

  // The row of `source`, number `index` of its kind, a new one if need be: an index of
  // `Answer.references`. `source` must outlive the list.
  int RowOf(const Source& source, size_t index);

  // The row of the web page at `url`, likewise.
  int RowOfWebPage(const std::string& url, const std::optional<std::string>& title);

 private:
  v1::Reference* AddRow();

  v1::Answer* const answer_;
  absl::flat_hash_map<absl::string_view, int> rows_by_key_;  // keys of sources
  absl::flat_hash_map<const Source*, int> rows_by_source_;
  absl::flat_hash_map<std::string, int> rows_by_url_;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_REFERENCES_H_
