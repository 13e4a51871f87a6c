// The JSON of deltas once more, for those that were read and then turned out to belong to a block
// of a kind that nobody knows.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_DELTA_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_DELTA_JSON_H_

#include "service/messages/stream/stream_event.h"

namespace footnote::messages {

// The delta as the event that it came as, canonical, without what was not read of it.
UnknownEvent ToUnknownEvent(const TextDelta& delta);
UnknownEvent ToUnknownEvent(const CitationsDelta& delta);
UnknownEvent ToUnknownEvent(const InputJsonDelta& delta);
UnknownEvent ToUnknownEvent(const ThinkingDelta& delta);
UnknownEvent ToUnknownEvent(const SignatureDelta& delta);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_DELTA_JSON_H_
