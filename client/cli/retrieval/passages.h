// SPDX-License-Identifier: Apache-2.0
// Splits a plain-text or Markdown document into passages for a search.
//
// A heading starts a new section: in Markdown `# Title`, and in all formats an underlined title, as
// in reStructuredText and most plain-text manuals:
//
//   5.6.1. "Source"
//   ---------------
//
// The paragraphs of a section are joined into passages of about 300 to 1,500 bytes. A longer
// paragraph is split between lines, and a longer line between characters. Code fences are not split
// at their blank lines and have no headings.
#ifndef FOOTNOTE_CLIENT_CLI_RETRIEVAL_PASSAGES_H_
#define FOOTNOTE_CLIENT_CLI_RETRIEVAL_PASSAGES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::client {

enum class Format { kPlainText, kMarkdown, kReStructuredText };

// A part of a document: the bytes [begin, end), which neither start nor end with a blank line.
struct Passage {
  size_t begin = 0;
  size_t end = 0;
  std::string section;  // the preceding heading; empty before the first one
};

struct Document {
  // The first heading. In plain text: the first line, if it is a heading or a short line that is
  // not a sentence. Empty if there is none.
  std::string title;
  // In order, without overlaps. They contain every byte of the text except white space at the edges
  // of paragraphs, headings, and a byte order mark.
  std::vector<Passage> passages;
};

// Splits `text`, which is UTF-8.
Document SplitIntoPassages(absl::string_view text, Format format);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_RETRIEVAL_PASSAGES_H_
