// SPDX-License-Identifier: Apache-2.0
// The same work as the service's codec with two well-known libraries. They write and read only what
// the benchmarks' payload has.
#ifndef FOOTNOTE_BENCH_PEER_CODECS_H_
#define FOOTNOTE_BENCH_PEER_CODECS_H_

#include <string>
#include <vector>

#include "service/messages/message.h"
#include "service/messages/request.h"
#include "service/messages/stream/stream_event.h"

namespace footnote::bench {

std::string BuildWithRapidJson(const messages::MessagesRequest& request);
std::string BuildWithNlohmann(const messages::MessagesRequest& request);

messages::Message ParseWithRapidJson(const std::string& json);
messages::Message ParseWithNlohmann(const std::string& json);

// Reads the events of a stream, which the service's decoder splits.
std::vector<messages::StreamEvent> ReadStreamWithNlohmann(const std::string& stream);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_PEER_CODECS_H_
