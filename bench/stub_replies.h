// What upstream_stub says: responses, cut into the writes in which they are sent.
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
  std::vector<std::string> writes;  // one after another, at once
  int64_t pause_us = 0;             // between them
  // Then, unless `pace.deltas` is 0, that many stamps and `closing`;
  Pace pace = {1, 0};
  std::string closing;
  // or this, again and again, unless it is empty.
  std::string endless;
};

class StubReplies {
 public:
  StubReplies();

  // The reply to a request that names `model`. Good for as long as this lives.
  const StubReply& For(absl::string_view model);

 private:
  const Payload payload_;
  StubReply whole_;
  std::map<std::string, StubReply, std::less<>> streams_;
};

// A chunk of a response's body that is one stamp's event.
std::string StampChunk(int64_t time);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_STUB_REPLIES_H_
