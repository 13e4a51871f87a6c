// SPDX-License-Identifier: Apache-2.0
// The size of what a request sends, before it is built.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCES_SIZE_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCES_SIZE_H_

#include <cstddef>

#include "footnote/v1/answer_request.pb.h"

namespace footnote::answering::building {

// Returns a lower bound, in bytes, of the JSON of the search results, documents, images and
// questions of `request`, wherever they are in the conversation: with escape sequences and files in
// base64, and without what Footnote adds. The bound is exact only as far as `limit`: escape
// sequences are not counted if they cannot make the difference. Splits no text; takes time linear
// in the number of elements, and in the texts only if their sizes are near `limit`.
size_t MinimumSourcesSize(const v1::AnswerRequest& request, size_t limit);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCES_SIZE_H_
