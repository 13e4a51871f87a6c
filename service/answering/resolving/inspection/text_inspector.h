// What is in an answer's text that should not be.
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

// Looks through the text blocks of one answer, each when it is whole, for leaked markup, which it
// recovers where it can, placeholder characters and links to nowhere known. What it finds depends
// on the blocks alone. Takes time linear in the text. Used by one thread at a time.
class TextInspector {
 public:
  // All must outlive the inspector. `answer` gets notices, `citations` resolves what is recovered.
  TextInspector(const SourceIndex& sources, CitationResolver* citations, v1::Answer* answer)
      : sources_(sources), citations_(*citations), answer_(answer) {}

  // Looks through the answer's text block number `block`, whose text begins at `start` of the
  // answer's, in the order of the blocks. Adds to `text->recovered`, of all blocks together at most
  // 10,000.
  void TakeBlock(int block, const text::TextLength& start, v1::AnswerText* text);

  // For an answer that has its `text` and all its references: looks for links, which may be of
  // pages that are cited further down, and fills `clean_text`.
  void Finish();

 private:
  void Recover(const LeakedMarkup& markup, absl::string_view text, const text::TextIndex& index,
               const text::TextLength& start, v1::AnswerText* out);
  void AddLinkNotices();
  void AddNotice(v1::Notice::Kind kind, const v1::Span& span, int block);

  const SourceIndex& sources_;
  CitationResolver& citations_;
  v1::Answer* const answer_;
  CodeFinder code_;
  int markup_count_ = 0;
  int placeholder_count_ = 0;
  int recovered_count_ = 0;
  // Of the answer's text, ascending: what its clean text lacks. May overlap.
  std::vector<text::ByteRange> unwanted_;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_TEXT_INSPECTOR_H_
