// SPDX-License-Identifier: Apache-2.0
// Finds the search result or document that a citation names, and its text.
//
//   const v1::SearchResult* result = FindSearchResult(request, citation.source());
//   const std::string text = result == nullptr ? "" : TextOf(*result);
//   for (const v1::Span& span : citation.source_spans()) Show(Slice(text, span));
#ifndef FOOTNOTE_CLIENT_CPP_SOURCES_H_
#define FOOTNOTE_CLIENT_CPP_SOURCES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_request.pb.h"
#include "footnote/v1/content.pb.h"

namespace footnote::client {

// Returns the search result of `request` that `source` names, in any turn, tool result or `content`
// list; null if it names none. It points into `request`.
const v1::SearchResult* FindSearchResult(const v1::AnswerRequest& request,
                                         const v1::CitedSource& source);

// The same for documents.
const v1::Document* FindDocument(const v1::AnswerRequest& request, const v1::CitedSource& source);

// Returns the text that the `source_spans` of citations refer to: `text`, or the texts of `blocks`
// concatenated without a separator. Empty for a document without either.
std::string TextOf(const v1::SearchResult& search_result);
std::string TextOf(const v1::Document& document);

// Returns the bytes of `text` in `span`; empty unless the span lies within the text.
absl::string_view Slice(absl::string_view text, const v1::Span& span);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_SOURCES_H_
