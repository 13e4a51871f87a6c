// What the API said of a citation's place, in the words of our API.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LOCATIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LOCATIONS_H_

#include "footnote/v1/answer.pb.h"
#include "service/messages/message_types.h"

namespace footnote::answering::resolving {

// Moves the fields of `cited` that say where it points at to `out`, number by number; what is
// absent stays absent. `cited` keeps its numbers, but no strings other than `cited_text`.
void SetLocation(messages::TextCitation& cited, v1::CitationLocation* out);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LOCATIONS_H_
