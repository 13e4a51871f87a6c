// SPDX-License-Identifier: Apache-2.0
// When a connection does more than a caller needs.
#ifndef FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTION_RULES_H_
#define FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTION_RULES_H_

#include <cstdint>

#include "absl/time/time.h"

namespace footnote::rpc {

struct ConnectionRules {
  // Each rate may be exceeded by the events of one second at once.
  int max_new_calls_per_second = 10'000;
  // Calls that the caller cancels before they end.
  int max_resets_per_second = 500;
  // The calls that a caller which keeps to HTTP/2 has open at a time.
  int max_streams = 100;
  // Bytes that belong to no call: pings, settings, priorities, window updates, empty frames.
  int64_t max_overhead_bytes_per_second = 512 << 10;
  // Messages of which a part has arrived, over all calls: the size above which they must go on, and
  // the time in which one of them must then be complete. A message above its limit may exceed the
  // limit by as much, since gRPC refuses it only then.
  int64_t max_unfinished_bytes = 32 << 20;
  absl::Duration max_stall = absl::Seconds(10);
  // The limit on one message.
  int64_t max_message_bytes = 8 << 20;
};

// What a connection has done since it was opened.
struct ConnectionCounts {
  int64_t bytes_read = 0;
  int64_t calls_started = 0;
  int64_t calls_ended = 0;  // including those that were reset
  int64_t calls_reset = 0;  // that have ended, too
  int64_t messages = 0;
  int64_t message_bytes = 0;
};

enum class BrokenRule { kNone, kNewCalls, kResets, kOverhead, kTooManyBytes, kStalled };

// Returns the rule's name in the log: "new_calls", ...
const char* NameOf(BrokenRule rule);

// Applies the rules to one connection. Not thread-safe.
class ConnectionHistory {
 public:
  ConnectionHistory(const ConnectionRules* rules, absl::Time opened)
      : rules_(*rules), last_look_(opened), last_message_(opened) {}

  // To be called with the counts at `now`, again and again, at any pace. Returns the rule that the
  // connection has broken.
  BrokenRule Look(const ConnectionCounts& counts, absl::Time now);

  // About how many bytes of messages have arrived that are not complete.
  int64_t unfinished_bytes() const { return unfinished_bytes_; }

 private:
  // What was counted beyond a rate, and not yet forgiven.
  class Excess {
   public:
    // Returns true if the excess is more than that of one second.
    bool Add(int64_t count, double rate, double seconds);

   private:
    double excess_ = 0;
  };

  int64_t ResetsIn(const ConnectionCounts& counts) const;
  int64_t CallsWithoutMessage(const ConnectionCounts& counts);
  // Returns the bytes since the last look less those of messages that are complete now, which may
  // have arrived before.
  int64_t OpenBytes(const ConnectionCounts& counts, double seconds) const;
  int64_t TakeOverhead(const ConnectionCounts& counts, int64_t bytes, int64_t waiting);
  void CountUnfinished(const ConnectionCounts& counts, int64_t bytes, int64_t waiting);

  const ConnectionRules& rules_;
  absl::Time last_look_;
  absl::Time last_message_;
  ConnectionCounts last_;
  Excess new_calls_;
  Excess resets_;
  Excess overhead_;
  int64_t possible_overhead_ = 0;
  int64_t resets_seen_ = 0;
  int64_t waiting_ = 0;                // the calls whose message is not complete
  int64_t ended_without_message_ = 0;  // calls
  int64_t unfinished_bytes_ = 0;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTION_RULES_H_
