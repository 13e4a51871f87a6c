// Cuts a plain-text or Markdown document into passages that a search can find.
//
// A heading starts a new section: in Markdown `# Title`, and everywhere a title with a line of one
// mark under it, as in reStructuredText and most plain-text manuals:
//
//   5.6.1. "Source"
//   ---------------
//
// A section's paragraphs are put together to passages of about 300 to 1,500 bytes; a paragraph that
// is longer is cut between lines, and a line that is longer between characters. Code fences are not
// cut at their blank lines, and have no headings.
#ifndef FOOTNOTE_CLIENT_CLI_RETRIEVAL_PASSAGES_H_
#define FOOTNOTE_CLIENT_CLI_RETRIEVAL_PASSAGES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::client {

enum class Format { kPlainText, kMarkdown, kReStructuredText };

// A piece of a document: the bytes [begin, end), which neither start nor end with a blank line.
struct Passage {
  size_t begin = 0;
  size_t end = 0;
  std::string section;  // the nearest heading above; empty before the first
};

struct Document {
  // The first heading. Of plain text: what it starts with, if that is a heading or a short line
  // that is no sentence. Empty if there is none.
  std::string title;
  // In order, without overlap. Every byte of the text is in one of them unless it is white space
  // at the edge of a paragraph, part of a heading, or a byte order mark.
  std::vector<Passage> passages;
};

// Cuts `text`, which is UTF-8.
Document SplitIntoPassages(absl::string_view text, Format format);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_RETRIEVAL_PASSAGES_H_
