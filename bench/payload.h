// SPDX-License-Identifier: Apache-2.0
// The conversation of the benchmarks: 10 search results of 3 blocks (1,200 bytes, with some
// non-ASCII text) and a question, answered by 6 text blocks with 4 citations each, all of them
// exact. The JSON has about 14.5 KB (request) and 10.4 KB (reply).
#ifndef FOOTNOTE_BENCH_PAYLOAD_H_
#define FOOTNOTE_BENCH_PAYLOAD_H_

#include <string>
#include <vector>

#include "service/messages/json/json_writer.h"
#include "service/messages/request.h"

namespace footnote::bench {

struct Hit {
  std::string id;
  std::string source;
  std::string title;
  std::vector<std::string> blocks;
};

struct Payload {
  std::string model;
  int max_tokens = 0;
  std::string question;
  std::vector<Hit> hits;
};

Payload MakePayload();

// The request for the Messages API. Views `payload`.
messages::MessagesRequest MessagesRequestFor(const Payload& payload);

// Returns a citation of the first block of search result `hit` in the form of the Messages API.
void WriteCitation(const Payload& payload, int hit, messages::JsonWriter& json);

// The reply of the Messages API.
std::string ReplyJsonFor(const Payload& payload);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_PAYLOAD_H_
