// SPDX-License-Identifier: Apache-2.0
// Verification of citations against the sources that were sent.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_CITATIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_CITATIONS_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "footnote/v1/answer.pb.h"
#include "service/answering/resolving/answer_meter.h"
#include "service/answering/resolving/citations/block_offsets.h"
#include "service/answering/resolving/citations/leaked_target.h"
#include "service/answering/resolving/citations/references.h"
#include "service/answering/source_index.h"
#include "service/messages/message_types.h"
#include "service/text/text_index.h"

namespace footnote::answering::resolving {

// What an answer may contain.
struct ResponseOptions {
  // True if citations with VERDICT_EXACT and source spans have no cited text; see
  // v1::ResponseOptions.
  bool omit_exact_cited_text = false;
  AnswerLimits limits;
  // Receives the memory that the answer needs; null for none.
  HeldBytes* held = nullptr;
};

// Resolves the citations of one answer, in reading order: verifies each against the sources, sets
// its source spans, and adds to the references of the answer. Takes time linear in the size of the
// cited sources plus that of the citations. Not thread-safe.
class CitationResolver {
 public:
  // All must outlive the resolver. `answer` receives references and notices, and `meter` counts
  // the citations and the references.
  CitationResolver(const SourceIndex& sources, const ResponseOptions& options, AnswerMeter* meter,
                   v1::Answer* answer)
      : sources_(sources),
        options_(options),
        meter_(*meter),
        answer_(answer),
        references_(answer, meter) {}

  // Sets all fields of `out` except its answer span. `out` is citation `citation` of the answer's
  // block `block`, both 0-based. Changes nothing once `meter` has too many citations.
  void Resolve(messages::TextCitation&& cited, int block, int citation, v1::Citation* out);

  // Sets all fields of `out` except its answer span to the target of leaked markup. Returns false
  // and changes nothing if the target was not sent or has no text, if both search results and
  // documents were sent, since the markup does not state which of the two it counts, or if `meter`
  // has too many citations.
  bool Recover(const LeakedTarget& target, v1::Citation* out);

 private:
  // Resolves a citation of a search result or document.
  void ResolveSource(const messages::TextCitation& cited, int block, int citation,
                     v1::Citation* out);
  // Sets the verdict on a citation of `source`, and its source spans.
  void Verify(const messages::TextCitation& cited, const Source& source, v1::Citation* out);
  void ResolveWebPage(const messages::TextCitation& cited, v1::Citation* out);
  // Require a range that is not empty and starts at 0 or later.
  void VerifyBlocks(const messages::TextCitation& cited, const Source& source, v1::Citation* out);
  void VerifyCharacters(const messages::TextCitation& cited, const Source& source,
                        v1::Citation* out);
  // True if the cited text of `citation`, which is verified, is omitted.
  bool OmitsCitedText(const v1::Citation& citation) const;
  // Sets the source and the reference of `out`.
  void SetSource(const Source& source, size_t index, v1::Citation* out);
  const BlockOffsets& OffsetsOf(const Source& source);
  // Counts `citation`, which is complete except for its answer span.
  void Count(const v1::Citation& citation);
  void AddNotice(v1::Notice::Kind kind, int block, int citation);

  const SourceIndex& sources_;
  const ResponseOptions options_;
  AnswerMeter& meter_;
  v1::Answer* const answer_;
  ReferenceList references_;
  // Indices of the sources that were cited.
  std::unordered_map<const Source*, BlockOffsets> offsets_;
  std::unordered_map<const Source*, text::TextIndex> characters_;
};

// True if CitationOptions.strict accepts a citation with `verification`: it is verified, or nothing
// of its kind can be.
bool IsAcceptable(const v1::Verification& verification);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_CITATIONS_H_
