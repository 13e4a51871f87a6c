// SPDX-License-Identifier: Apache-2.0
// The sources of a request, split into passages: the smallest units that a citation can refer to.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_CORPUS_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_CORPUS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

struct Source {
  enum class Kind {
    kSearchResult,  // passages are its text blocks; ranges count blocks
    kPlainText,     // passages are sentences; ranges count code points
    kContent,       // a document of custom content; passages are its text blocks
    kToolText,      // text of a tool result; never cited
  };
  Kind kind = Kind::kSearchResult;
  // The search_result_index or document_index: 0-based, counted over the request.
  int64_t index = 0;
  std::string_view source;
  std::string_view title;
  bool citations_enabled = false;
};

struct Passage {
  size_t source = 0;  // index in Corpus::sources
  // A half-open, 0-based range in the unit of the source: blocks or code points.
  int64_t start = 0;
  int64_t end = 0;
  std::string_view text;
};

struct Corpus {
  std::vector<Source> sources;
  // In the order of the request; the passages of a source are contiguous.
  std::vector<Passage> passages;
};

// Returns the sources of all messages, including those in tool results. PDFs, files and URLs count
// for the indices but have no passages, because the emulator does not read them. The result has
// views into `request`, which must outlive it.
Corpus CollectCorpus(const ParsedRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_CORPUS_H_
