// SPDX-License-Identifier: Apache-2.0
// The width of text on a terminal in columns.
#ifndef FOOTNOTE_CLIENT_CLI_TEXT_COLUMNS_H_
#define FOOTNOTE_CLIENT_CLI_TEXT_COLUMNS_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

// Returns the columns of `text`, one printable line (PrintableLine). A character takes two columns
// if it is wide in Unicode, none if it is a combining mark or invisible, else one. Terminals differ
// in the width of emoji that consist of several characters.
size_t ColumnsOf(absl::string_view text);

// Returns `text` if it takes at most `columns`, else its longest beginning that fits, followed by
// "…". Combining marks stay with their character. Empty if `columns` is 0.
std::string CutToColumns(absl::string_view text, size_t columns);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_TEXT_COLUMNS_H_
