// SPDX-License-Identifier: Apache-2.0
// Detection of defects in the text of an answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_TEXT_INSPECTOR_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_TEXT_INSPECTOR_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/resolving/citations/citations.h"
#include "service/answering/resolving/inspection/code_regions.h"
#include "service/answering/resolving/inspection/leaked_markup.h"
#include "service/answering/source_index.h"
#include "service/text/text_index.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// Inspects the text blocks of one answer for leaked markup, placeholder characters, links to
// unknown addresses and imitations of citations, and recovers citations from markup. The result
// depends only on the blocks. Takes time linear in the text. Not thread-safe.
class TextInspector {
 public:
  // All must outlive the inspector. Adds notices to `answer`, resolves recovered citations with
  // `citations`, and counts what it adds with `meter`.
  TextInspector(const SourceIndex& sources, CitationResolver* citations, AnswerMeter* meter,
                v1::Answer* answer)
      : sources_(sources), citations_(*citations), meter_(*meter), answer_(answer) {}

  // Inspects the complete text block with index `block`, whose text starts at `start` in the text
  // of the answer. Call it for each text block in order. Adds to `text->recovered_citations` until
  // the meter's limits are exceeded.
  void InspectBlock(int block, const text::TextLength& start, v1::AnswerText* text);

  // Inspects the links and the imitations, and sets `clean_text`. Requires that `text` and the
  // references of the answer are complete: a link may be to a page that a later block cites.
  void Finish();

 private:
  void Recover(const LeakedMarkup& markup, absl::string_view text, const text::TextIndex& index,
               const text::TextLength& start, v1::AnswerText* out);
  void AddLinkNotices();
  void AddImitationNotices();
  // Adds a notice for each of `ranges` of the answer's text, ascending.
  void AddNotices(v1::Notice::Kind kind, const std::vector<text::ByteRange>& ranges);
  void AddNotice(v1::Notice::Kind kind, const v1::Span& span, int block);

  const SourceIndex& sources_;
  CitationResolver& citations_;
  AnswerMeter& meter_;
  v1::Answer* const answer_;
  CodeFinder code_;
  int markup_count_ = 0;
  int placeholder_count_ = 0;
  // The ranges of the answer's text that its clean text omits, by start. They may overlap.
  std::vector<text::ByteRange> unwanted_;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_TEXT_INSPECTOR_H_
