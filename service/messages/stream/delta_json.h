// SPDX-License-Identifier: Apache-2.0
// Restores the JSON of deltas that were parsed and then turned out to belong to a block of an
// unknown kind.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_DELTA_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_DELTA_JSON_H_

#include "service/messages/stream/stream_event.h"

namespace footnote::messages {

// Returns the canonical event of a delta, without the members that were not parsed.
UnknownEvent ToUnknownEvent(const TextDelta& delta);
UnknownEvent ToUnknownEvent(const CitationsDelta& delta);
UnknownEvent ToUnknownEvent(const InputJsonDelta& delta);
UnknownEvent ToUnknownEvent(const ThinkingDelta& delta);
UnknownEvent ToUnknownEvent(const SignatureDelta& delta);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_DELTA_JSON_H_
