// How many columns text takes on a terminal.
#ifndef FOOTNOTE_CLIENT_CLI_TEXT_COLUMNS_H_
#define FOOTNOTE_CLIENT_CLI_TEXT_COLUMNS_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

// The columns of `text`, which is printable and of one line (PrintableLine). A character takes two
// if Unicode calls it wide, none if it is a mark on the one before or cannot be seen, else one.
// Terminals do not agree on emoji that are made of several characters.
size_t ColumnsOf(absl::string_view text);

// `text` if it takes no more than `columns`; else as much of its beginning as fits with "…" behind
// it. Marks stay with their character. Empty for no columns.
std::string CutToColumns(absl::string_view text, size_t columns);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_TEXT_COLUMNS_H_
