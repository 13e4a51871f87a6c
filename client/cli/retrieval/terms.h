// SPDX-License-Identifier: Apache-2.0
// The search terms of a text.
//
// The terms of Chinese, Japanese and Korean text, which has no spaces between words, are all pairs
// of adjacent characters: 有給休暇 has 有給, 給休 and 休暇. The terms of other text are its words.
// Width, case and compatibility forms are folded (Unicode NFKC_Casefold).
#ifndef FOOTNOTE_CLIENT_CLI_RETRIEVAL_TERMS_H_
#define FOOTNOTE_CLIENT_CLI_RETRIEVAL_TERMS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

// Returns the terms of `text`, which is UTF-8, in order, separated by spaces.
std::string IndexTerms(absl::string_view text);

// Returns an FTS5 query for passages that have any of the question's terms. Words and character
// pairs that any question may have ("what", "the", です) are omitted unless there are no others.
// The query is valid for every question, because each term is quoted. Empty if there are no terms.
std::string MatchQuery(absl::string_view question);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_RETRIEVAL_TERMS_H_
