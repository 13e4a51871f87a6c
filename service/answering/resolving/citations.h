// From what the API cited to what Footnote vouches for.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_H_

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "footnote/v1/answer.pb.h"
#include "service/answering/source_index.h"
#include "service/answering/utf8.h"
#include "service/messages/message.h"

namespace footnote::answering {

// Resolves the citations of one answer, in reading order: types each, verifies it against what was
// sent, gives it source spans, and grows the answer's list of references. Takes time linear in the
// cited hits plus the citations. Used by one thread at a time.
class CitationResolver {
 public:
  // Both must outlive the resolver. `answer` gets references and notices.
  CitationResolver(const SourceIndex& sources, v1::Answer* answer)
      : sources_(sources), answer_(answer), measured_(sources.hits().size()) {}

  // Resolves citation number `citation` of the answer's block `block` into `out`, all but its
  // answer span.
  void Resolve(messages::TextCitation&& said, int block, int citation, v1::Citation* out);

 private:
  void ResolveSearchResult(const messages::TextCitation& said, int block, int citation,
                           v1::Citation* out);
  void ResolveWebPage(const messages::TextCitation& said, v1::Citation* out);
  void AddSourceSpan(size_t hit, size_t first_block, size_t end_block, v1::Citation* out);
  int ReferenceToHit(size_t hit);
  void AddNotice(v1::Notice::Kind kind, int block, int citation);

  const SourceIndex& sources_;
  v1::Answer* const answer_;
  // For each hit that was cited, where its blocks begin in its text, and where the last ends.
  std::vector<std::vector<TextLength>> measured_;
  // Rows of answer_->references.
  std::unordered_map<std::string, int> rows_by_key_;
  std::unordered_map<size_t, int> rows_by_hit_;
  std::unordered_map<std::string, int> rows_by_url_;
};

// Whether strict mode accepts a citation: it is verified, or cannot be by its nature.
bool IsAcceptable(const v1::Verification& verification);

// The span from `start` to `end` in all three units.
v1::Span MakeSpan(const TextLength& start, const TextLength& end);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_H_
