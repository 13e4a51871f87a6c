// SPDX-License-Identifier: Apache-2.0
// Writes a reply as the JSON object that the API returns without streaming.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_JSON_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_JSON_H_

#include <string>

#include "service/emulator/reply/reply.h"

namespace footnote::emulator {

// Returns the `Message` object. Only a refusal has `stop_details`.
std::string ReplyJson(const Reply& reply);

// Appends a citation object, an element of a text block's `citations`.
void AppendCitationJson(const ReplyCitation& citation, std::string* out);

// Appends the `usage` object.
void AppendUsageJson(const ReplyUsage& usage, std::string* out);

// Appends `stop_reason`, `stop_sequence` and, for a refusal, `stop_details` to an object that is
// not closed.
void AppendStopFields(const Reply& reply, std::string* out);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_JSON_H_
