// What a text is found by.
//
// Words are found as words. Chinese, Japanese and Korean are written without spaces between words,
// so they are found by every two neighbouring characters: 有給休暇 gives 有給, 給休 and 休暇.
// Width, case and compatibility forms are folded (Unicode NFKC_Casefold).
#ifndef FOOTNOTE_CLIENT_CLI_RETRIEVAL_TERMS_H_
#define FOOTNOTE_CLIENT_CLI_RETRIEVAL_TERMS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

// The terms of `text`, which is UTF-8, in order, with a space between.
std::string IndexTerms(absl::string_view text);

// An FTS5 query for passages that have any of the question's terms. Words and character pairs that
// any question has ("what", "the", です) are left out unless there is nothing else. Whatever the
// question holds, it is a legal query: each term is quoted. Empty if there are no terms.
std::string MatchQuery(absl::string_view question);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_RETRIEVAL_TERMS_H_
