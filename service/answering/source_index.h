// SPDX-License-Identifier: Apache-2.0
// The search results and documents of a request, in the order in which the API counts them.
#ifndef FOOTNOTE_SERVICE_ANSWERING_SOURCE_INDEX_H_
#define FOOTNOTE_SERVICE_ANSWERING_SOURCE_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/citation.pb.h"
#include "footnote/v1/content.pb.h"
#include "service/segmentation/chunker.h"

namespace footnote::answering {

// The position of a search result or document in the request; see v1::CitedSource.
struct SourcePosition {
  int turn = 0;
  std::optional<int> tool_result;
  int position = 0;
};

// A search result or document of the request, as it was sent.
struct Source {
  enum class Kind {
    kSearchResult,  // a search result, cited by blocks
    kPlainText,     // a document, cited by characters
    kBlocks,        // a document, cited by blocks
    kPdf,           // a document, cited by pages
    kUrl,           // a document, cited by pages
    kFile,          // a document, cited by pages or characters
  };

  Kind kind = Kind::kSearchResult;
  SourcePosition position;
  // The caller's values; empty where the caller set none.
  absl::string_view id;
  absl::string_view title;
  absl::string_view document_key;
  // The value of v1::Reference.source.
  absl::string_view address;
  std::vector<std::pair<absl::string_view, absl::string_view>> metadata;
  // How Footnote split the text, with the language that was used; nullopt if it did not.
  std::optional<segmentation::ChunkingRules> chunking;
  // The blocks as the API counts them; concatenated without a separator, they are the text. A block
  // that is an image is empty. kPlainText has one block, the text; kPdf, kUrl and kFile have none.
  std::vector<absl::string_view> blocks;
  // BlockFlag bits of each block; empty if no block has any.
  std::vector<uint8_t> block_flags;
  // The caller's message: `search_result` with kSearchResult, otherwise `document`. Null after
  // SourceIndex::Detach.
  const v1::SearchResult* search_result = nullptr;
  const v1::Document* document = nullptr;
};

// Written once while the request is indexed and only read afterwards, by any number of threads. It
// holds views of the request, which must outlive it unless Detach was called. Movable, not
// copyable.
class SourceIndex {
 public:
  // Adds the next search result in the API's order: over all messages and tool results. The result
  // is valid until the next AddSearchResult.
  Source& AddSearchResult(Source search_result) {
    search_results_.push_back(std::move(search_result));
    return search_results_.back();
  }
  // Adds the next document in the API's order, which counts documents separately from search
  // results. The result is valid until the next AddDocument.
  Source& AddDocument(Source document) {
    documents_.push_back(std::move(document));
    return documents_.back();
  }

  // True if the request asks the model to cite the sources.
  void set_citable(bool citable) { citable_ = citable; }
  bool citable() const { return citable_; }

  // The fields whose cache breakpoints were not sent.
  void set_dropped_cache_breakpoints(std::vector<std::string> fields) {
    dropped_cache_breakpoints_ = std::move(fields);
  }
  const std::vector<std::string>& dropped_cache_breakpoints() const {
    return dropped_cache_breakpoints_;
  }

  // The search results, by the API's `search_result_index`.
  const std::vector<Source>& search_results() const { return search_results_; }
  // The documents, by the API's `document_index`.
  const std::vector<Source>& documents() const { return documents_; }
  bool empty() const { return search_results_.empty() && documents_.empty(); }

  // Replaces all views of the request by copies, so that the request can be destroyed. Content that
  // cannot be verified, such as images and PDF files, is not kept.
  void Detach();

  // The memory that the index needs, without what it views of the request.
  size_t held_bytes() const;

 private:
  std::vector<Source> search_results_;
  std::vector<Source> documents_;
  std::vector<std::string> dropped_cache_breakpoints_;
  bool citable_ = false;
  // The memory that the sources view after Detach.
  std::unique_ptr<char[]> text_;
  size_t text_bytes_ = 0;
};

// Sets `out` to the description of `source`, whose index in the API's order is `index`.
void DescribeSource(const Source& source, size_t index, v1::CitedSource* out);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_SOURCE_INDEX_H_
