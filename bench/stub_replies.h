// SPDX-License-Identifier: Apache-2.0
// The responses of upstream_stub, split into writes.
#ifndef FOOTNOTE_BENCH_STUB_REPLIES_H_
#define FOOTNOTE_BENCH_STUB_REPLIES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "bench/delivery.h"
#include "bench/payload.h"

namespace footnote::bench {

struct StubReply {
  std::vector<std::string> writes;  // sent first, without a pause
  int64_t pause_us = 0;             // between the writes
  // Sent next, unless `pace.deltas` is 0: that many stamps, and `closing`.
  Pace pace = {1, 0};
  std::string closing;
  // Sent repeatedly without an end, unless it is empty.
  std::string endless;
};

class StubReplies {
 public:
  StubReplies();

  // Returns the reply to a request for `model`. Valid during the lifetime of this object.
  const StubReply& For(absl::string_view model);

 private:
  const Payload payload_;
  StubReply whole_;
  std::map<std::string, StubReply, std::less<>> streams_;
};

// Returns a chunk of a response body with the event of one stamp.
std::string StampChunk(int64_t time);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_STUB_REPLIES_H_
