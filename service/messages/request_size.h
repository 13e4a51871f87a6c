// SPDX-License-Identifier: Apache-2.0
// Estimates the size of a request's JSON without writing it.
#ifndef FOOTNOTE_SERVICE_MESSAGES_REQUEST_SIZE_H_
#define FOOTNOTE_SERVICE_MESSAGES_REQUEST_SIZE_H_

#include <cstddef>

#include "service/messages/request_params.h"

namespace footnote::messages {

// Returns a lower bound, in bytes, of what AppendJson appends, including files in base64.
size_t MinimumJsonSize(const MessagesRequest& request);

// Returns a size, in bytes, that AppendJson rarely exceeds, except for escape sequences.
size_t UsualJsonSize(const MessagesRequest& request);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_REQUEST_SIZE_H_
