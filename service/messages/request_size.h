// How many bytes a request's JSON takes, without writing it.
#ifndef FOOTNOTE_SERVICE_MESSAGES_REQUEST_SIZE_H_
#define FOOTNOTE_SERVICE_MESSAGES_REQUEST_SIZE_H_

#include <cstddef>

#include "service/messages/request_params.h"

namespace footnote::messages {

// What AppendJson appends has at least this many bytes, files in base64 included.
size_t MinimumJsonSize(const MessagesRequest& request);

// What AppendJson appends has seldom more, but for escapes.
size_t UsualJsonSize(const MessagesRequest& request);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_REQUEST_SIZE_H_
