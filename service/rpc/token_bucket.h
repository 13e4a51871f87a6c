// SPDX-License-Identifier: Apache-2.0
// A limit on a rate, with bursts of up to one second.
#ifndef FOOTNOTE_SERVICE_RPC_TOKEN_BUCKET_H_
#define FOOTNOTE_SERVICE_RPC_TOKEN_BUCKET_H_

#include <algorithm>

#include "absl/time/time.h"

namespace footnote::rpc {

// Allows `rate` events per second. It starts full: the events of one second may occur at once. Not
// thread-safe.
class TokenBucket {
 public:
  TokenBucket(double rate, absl::Time now) : rate_(rate), tokens_(rate), filled_(now) {}

  // Takes a token. Returns false, and takes none, if there is none.
  bool Take(absl::Time now) {
    Fill(now);
    if (tokens_ < 1) return false;
    tokens_ -= 1;
    return true;
  }

  // True if no event of the last second counts.
  bool IsFull(absl::Time now) {
    Fill(now);
    return tokens_ >= rate_;
  }

 private:
  void Fill(absl::Time now) {
    // A clock that was set back fills nothing, and does not take away.
    if (now > filled_) {
      tokens_ = std::min(rate_, tokens_ + rate_ * absl::ToDoubleSeconds(now - filled_));
    }
    filled_ = now;
  }

  double rate_;
  double tokens_;
  absl::Time filled_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_TOKEN_BUCKET_H_
