// SPDX-License-Identifier: Apache-2.0
// Conversion of the locations of citations.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LOCATIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LOCATIONS_H_

#include "footnote/v1/answer.pb.h"
#include "service/messages/message_types.h"

namespace footnote::answering::resolving {

// Moves the location of `cited` to `out`, field by field. Absent fields stay absent, and indices
// do not change. Leaves `cited` in a valid but unspecified state, so read `cited_text` before.
void SetLocation(messages::TextCitation&& cited, v1::CitationLocation* out);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LOCATIONS_H_
