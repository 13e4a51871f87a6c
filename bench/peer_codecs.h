// What the service's codec is compared with: the same work done with two well-known libraries. They
// write and read what the benchmarks' payload has, and no more.
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

// The events of a stream, cut out of it by the service's own decoder.
std::vector<messages::StreamEvent> ReadStreamWithNlohmann(const std::string& stream);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_PEER_CODECS_H_
