// From what the API cited to what Footnote vouches for.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_CITATIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_CITATIONS_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "footnote/v1/answer.pb.h"
#include "service/answering/resolving/citations/block_offsets.h"
#include "service/answering/resolving/citations/leaked_target.h"
#include "service/answering/resolving/citations/references.h"
#include "service/answering/source_index.h"
#include "service/messages/message_types.h"
#include "service/text/text_index.h"

namespace footnote::answering::resolving {

// Resolves the citations of one answer, in reading order: types each, verifies it against what was
// sent, gives it source spans, and grows the answer's list of references. Takes time linear in the
// cited hits and documents plus the citations. Used by one thread at a time.
class CitationResolver {
 public:
  // Both must outlive the resolver. `answer` gets references and notices.
  CitationResolver(const SourceIndex& sources, v1::Answer* answer)
      : sources_(sources), answer_(answer), references_(answer) {}

  // Resolves citation number `citation` of the answer's block `block` into `out`, all but its
  // answer span.
  void Resolve(messages::TextCitation&& cited, int block, int citation, v1::Citation* out);

  // Fills `out`, all but its answer span, with what leaked markup points at. False, and nothing is
  // changed, if that was not sent, is no text, or cannot be told: markup counts hits or documents,
  // and does not say which where both were sent.
  bool Recover(const LeakedTarget& target, v1::Citation* out);

 private:
  // Of a hit or document that was sent, as the kind of the location says.
  void ResolveSent(const messages::TextCitation& cited, int block, int citation, v1::Citation* out);
  void ResolveWebPage(const messages::TextCitation& cited, v1::Citation* out);
  // For a sane range.
  void VerifyBlocks(const messages::TextCitation& cited, const Source& source, v1::Citation* out);
  void VerifyCharacters(const messages::TextCitation& cited, const Source& source,
                        v1::Citation* out);
  // Says whose the citation is.
  void SetSource(const Source& source, size_t index, v1::Citation* out);
  const BlockOffsets& OffsetsOf(const Source& source);
  void AddNotice(v1::Notice::Kind kind, int block, int citation);

  const SourceIndex& sources_;
  v1::Answer* const answer_;
  ReferenceList references_;
  // Of the hits and documents that were cited.
  std::unordered_map<const Source*, BlockOffsets> offsets_;
  std::unordered_map<const Source*, text::TextIndex> characters_;
};

// Whether strict mode accepts a citation: it is verified, or cannot be by its nature.
bool IsAcceptable(const v1::Verification& verification);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_CITATIONS_H_
