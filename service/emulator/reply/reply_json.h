// SPDX-License-Identifier: Apache-2.0
// A reply as the one JSON object that the API gives without streaming.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_JSON_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_JSON_H_

#include <string>

#include "service/emulator/reply/reply.h"

namespace footnote::emulator {

// The `Message` object. A refusal has `stop_details`, everything else lacks it.
std::string ReplyJson(const Reply& reply);

// One citation object, as it stands in a text block's `citations`.
void AppendCitationJson(const ReplyCitation& citation, std::string* out);

void AppendUsageJson(const ReplyUsage& usage, std::string* out);

// `stop_reason`, `stop_sequence` and a refusal's `stop_details`, as fields of an open object.
void AppendStopFields(const Reply& reply, std::string* out);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_JSON_H_
