// SPDX-License-Identifier: Apache-2.0
// The text of sources at the locations that citations name.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCE_TEXTS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCE_TEXTS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "absl/container/node_hash_map.h"
#include "absl/strings/string_view.h"
#include "service/answering/source_index.h"
#include "service/text/text_index.h"

namespace footnote::answering::building {

// Returns ranges of the text of the sources of one request.
class SourceTexts {
 public:
  // `joined` receives the texts that the request does not contain in one piece. It must outlive the
  // results of Find.
  explicit SourceTexts(std::deque<std::string>* joined) : joined_(joined) {}

  // Returns the half-open range [start, end) of `source`, whose blocks the caller must not change
  // between calls: code points of a plain-text document, blocks of a search result or of another
  // document. The result is a view of the request or of an element of `joined`. Returns nullopt if
  // the range is empty or not within the source, if it covers an image, or if the request does not
  // contain the text of the source. Also returns nullopt when is_full() becomes true.
  std::optional<absl::string_view> Find(const Source& source, int64_t start, int64_t end);

  // True if the joined texts would have exceeded messages::kMaxRequestBytes. Such a request cannot
  // be sent. The limit bounds the memory and the time that a request can use here.
  bool is_full() const { return is_full_; }

 private:
  std::optional<absl::string_view> FindCharacters(const Source& source, size_t start, size_t end);
  std::optional<absl::string_view> FindBlocks(const Source& source, size_t start, size_t end);

  std::deque<std::string>* const joined_;
  size_t joined_bytes_ = 0;
  bool is_full_ = false;
  // The indices of plain-text documents, by the address of the text.
  absl::node_hash_map<const char*, text::TextIndex> indices_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCE_TEXTS_H_
