// The JSON of what a message holds.
#ifndef FOOTNOTE_SERVICE_MESSAGES_CONTENT_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_CONTENT_JSON_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "service/messages/json/json_writer.h"
#include "service/messages/request_params.h"

namespace footnote::messages {

// Writes a block of a message.
void WriteContentBlock(const ContentBlockParam& block, JsonWriter& json);

// Behind another field: writes `cache_control`, if there is one.
void WriteCacheControl(const std::optional<CacheTtl>& ttl, JsonWriter& json);

// Behind another field: writes `key`, which brings its comma and colon, and `value`; nothing if the
// value is empty.
void WriteOptional(absl::string_view key, absl::string_view value, JsonWriter& json);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_CONTENT_JSON_H_
