// Cuts a text into the blocks that a citation can point at.
#ifndef FOOTNOTE_SERVICE_ANSWERING_CHUNKER_H_
#define FOOTNOTE_SERVICE_ANSWERING_CHUNKER_H_

#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::answering {

// Where a text is cut.
enum class ChunkingPolicy {
  // Nowhere.
  kWhole,
  // After the blank lines that close a paragraph, code fences kept whole.
  kParagraph,
};

// The blocks of `text`, in order: views of it that, joined, are `text` byte for byte. None is empty
// or white space only, provided that `text` is not; then there are none to cut and `text` is the
// one block. Lines end with LF or CR LF, or with CR in a text that has no LF. Takes time linear in
// `text`.
std::vector<absl::string_view> Chunk(absl::string_view text, ChunkingPolicy policy);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_CHUNKER_H_
