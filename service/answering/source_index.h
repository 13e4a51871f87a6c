// How to read what comes back: what was sent, in the order in which the API counts it.
#ifndef FOOTNOTE_SERVICE_ANSWERING_SOURCE_INDEX_H_
#define FOOTNOTE_SERVICE_ANSWERING_SOURCE_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/content.pb.h"
#include "service/answering/chunking/chunker.h"

namespace footnote::answering {

// One hit of the request, as it was sent.
struct SourceHit {
  // The caller's own message.
  const v1::SearchResult* hit = nullptr;
  // Where it stands in the request; see v1::CitedSource.
  int turn = 0;
  std::optional<int> tool_result;
  int position = 0;
  // How its text was cut, with the language it was taken for; nullopt if it came as blocks.
  std::optional<ChunkingRules> chunking;
  // The texts of its blocks. Joined with nothing between, they are the hit's text.
  std::vector<absl::string_view> blocks;
  // BlockFlag bits of each block; empty if none has any.
  std::vector<uint8_t> block_flags;
};

// Written once while the request is built and only read afterwards, by any number of threads. It
// holds views of the request, which must outlive it.
class SourceIndex {
 public:
  // The next hit in the API's count: over all messages and tool results, in order. The reference is
  // good until the next Add.
  SourceHit& Add(SourceHit hit) {
    hits_.push_back(std::move(hit));
    return hits_.back();
  }

  // Whether the model was asked to cite the hits.
  void set_citable(bool citable) { citable_ = citable; }
  bool citable() const { return citable_; }

  // The hits; a position is the API's `search_result_index`.
  const std::vector<SourceHit>& hits() const { return hits_; }

 private:
  std::vector<SourceHit> hits_;
  bool citable_ = false;
};

// Puts the caller's terms for hit `index` of `sources` into `out`.
void DescribeHit(const SourceIndex& sources, size_t index, v1::CitedSource* out);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_SOURCE_INDEX_H_
