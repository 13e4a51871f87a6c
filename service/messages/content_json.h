// SPDX-License-Identifier: Apache-2.0
// Serializes the content of messages.
#ifndef FOOTNOTE_SERVICE_MESSAGES_CONTENT_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_CONTENT_JSON_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "service/messages/json/json_writer.h"
#include "service/messages/request_params.h"

namespace footnote::messages {

// Writes a content block.
void WriteContentBlock(const ContentBlockParam& block, JsonWriter& json);

// Writes `cache_control`, preceded by a comma, if `ttl` is set.
void WriteCacheControl(const std::optional<CacheTtl>& ttl, JsonWriter& json);

// Writes `key`, which includes its comma and colon, and `value`, unless the value is empty.
void WriteOptional(absl::string_view key, absl::string_view value, JsonWriter& json);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_CONTENT_JSON_H_
