// How to read what comes back: what was sent, in the order in which the API counts it.
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
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/content.pb.h"
#include "service/segmentation/chunker.h"

namespace footnote::answering {

// Where something stands in the request; see v1::CitedSource.
struct SourcePosition {
  int turn = 0;
  std::optional<int> tool_result;
  int position = 0;
};

// A hit or a document of the request, as it was sent.
struct Source {
  enum class Kind {
    kHit,        // cited by blocks
    kPlainText,  // a document, cited by characters
    kBlocks,     // a document, cited by blocks
    kPdf,        // a document, cited by pages
    kUrl,        // likewise
    kFile,       // a document, cited by pages or characters
  };

  Kind kind = Kind::kHit;
  SourcePosition place;
  // In the caller's terms. Empty where the caller gave none.
  absl::string_view id;
  absl::string_view title;
  absl::string_view document_key;
  // What v1::Reference.source says of it.
  absl::string_view address;
  std::vector<std::pair<absl::string_view, absl::string_view>> metadata;
  // How its text was cut, with the language it was taken for; nullopt unless Footnote cut it.
  std::optional<segmentation::ChunkingRules> chunking;
  // Its blocks as the API counts them; joined with nothing between, they are its text. A picture is
  // an empty one. kPlainText has one, the text; kPdf, kUrl and kFile have none.
  std::vector<absl::string_view> blocks;
  // BlockFlag bits of each block; empty if none has any.
  std::vector<uint8_t> block_flags;
  // The caller's own message, `hit` with kHit and else `document`; null once the index stands
  // alone.
  const v1::SearchResult* hit = nullptr;
  const v1::Document* document = nullptr;
};

// Written once while the request is built and only read afterwards, by any number of threads. It
// holds views of the request, which must outlive it, unless it stands alone. To be moved, not
// copied.
class SourceIndex {
 public:
  // The next hit in the API's count: over all messages and tool results, in order. The reference is
  // good until the next AddHit.
  Source& AddHit(Source hit) {
    hits_.push_back(std::move(hit));
    return hits_.back();
  }
  // The next document in the API's count, which is another than that of hits. Likewise.
  Source& AddDocument(Source document) {
    documents_.push_back(std::move(document));
    return documents_.back();
  }

  // Whether the model was asked to cite them.
  void set_citable(bool citable) { citable_ = citable; }
  bool citable() const { return citable_; }

  // The fields whose cache marks were not sent.
  void set_dropped_cache_breakpoints(std::vector<std::string> fields) {
    dropped_cache_breakpoints_ = std::move(fields);
  }
  const std::vector<std::string>& dropped_cache_breakpoints() const {
    return dropped_cache_breakpoints_;
  }

  // The hits; a position is the API's `search_result_index`.
  const std::vector<Source>& hits() const { return hits_; }
  // The documents; a position is the API's `document_index`.
  const std::vector<Source>& documents() const { return documents_; }
  bool empty() const { return hits_.empty() && documents_.empty(); }

  // Copies all that it holds views of, so that the request may go. What the model was sent and
  // cannot be verified, such as pictures and PDFs, is not among it.
  void Detach();

 private:
  std::vector<Source> hits_;
  std::vector<Source> documents_;
  std::vector<std::string> dropped_cache_breakpoints_;
  bool citable_ = false;
  // What the sources view once the index stands alone.
  std::unique_ptr<char[]> text_;
};

// Puts the caller's terms for `source`, which the API counts as number `index` of its kind, into
// `out`.
void DescribeSource(const Source& source, size_t index, v1::CitedSource* out);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_SOURCE_INDEX_H_
