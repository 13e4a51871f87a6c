// What a stream says about its usage, bit by bit.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_USAGE_TALLY_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_USAGE_TALLY_H_

#include <optional>

#include "service/messages/message_types.h"

namespace footnote::messages {

// Each usage is that of the whole message so far, so a later number replaces an earlier one and is
// never added to it; an absent one leaves it. Two traps on the way:
// - Gateways that know the numbers only at the end start with zeros. A start without any token is
//   as if it said nothing about tokens.
// - The start's output tokens are those until then, so they never count.
class UsageTally {
 public:
  // The usage of message_start.
  void Start(const Usage& usage);
  // The usage of a message_delta.
  void Update(const Usage& usage);

  // nullopt if nothing is known.
  const std::optional<Usage>& total() const { return total_; }

 private:
  std::optional<Usage> total_;
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_USAGE_TALLY_H_
