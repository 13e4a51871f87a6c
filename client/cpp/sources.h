// From a citation to the caller's own hit or document, and to its text.
//
//   const v1::SearchResult* hit = FindHit(request, citation.source());
//   const std::string text = hit == nullptr ? "" : TextOf(*hit);
//   for (const v1::Span& span : citation.source_spans()) Show(Slice(text, span));
#ifndef FOOTNOTE_CLIENT_CPP_SOURCES_H_
#define FOOTNOTE_CLIENT_CPP_SOURCES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "footnote/v1/content.pb.h"

namespace footnote::client {

// The hit of `request` that `source` names, in whichever turn and tool result it is; null if it
// names none.
const v1::SearchResult* FindHit(const v1::AnswerRequest& request, const v1::CitedSource& source);

// The same of documents.
const v1::Document* FindDocument(const v1::AnswerRequest& request, const v1::CitedSource& source);

// What the `source_spans` of citations are ranges of: the `text`, or the texts of the `blocks`
// joined with nothing between. Empty for a document without either.
std::string TextOf(const v1::SearchResult& hit);
std::string TextOf(const v1::Document& document);

// The bytes of `text` that `span` covers; empty unless the span lies inside the text.
absl::string_view Slice(absl::string_view text, const v1::Span& span);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_SOURCES_H_
