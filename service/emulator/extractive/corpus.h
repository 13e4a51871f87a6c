// SPDX-License-Identifier: Apache-2.0
// What a request offers to answer from: its sources, cut into the smallest pieces that a citation
// can point at.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_CORPUS_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_CORPUS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

struct Source {
  enum class Kind {
    kSearchResult,  // pieces are its blocks
    kPlainText,     // pieces are sentences, counted in code points
    kContent,       // a document of custom content; pieces are its blocks
    kToolText,      // text of a tool result; has no citations
  };
  Kind kind = Kind::kSearchResult;
  // search_result_index or document_index, 0-based over the request.
  int64_t index = 0;
  std::string_view source;
  std::string_view title;
  bool citations_enabled = false;
};

struct Passage {
  size_t source = 0;  // in Corpus::sources
  // Half-open range in the unit of the source.
  int64_t start = 0;
  int64_t end = 0;
  std::string_view text;
};

struct Corpus {
  std::vector<Source> sources;
  // In the order of the request; those of a source stand together.
  std::vector<Passage> passages;
};

// Collects from all messages and the tool results in them. PDFs, files and URLs count for the
// indices but give no passages, since this emulator does not read them. Views into `request`.
Corpus CollectCorpus(const ParsedRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_CORPUS_H_
