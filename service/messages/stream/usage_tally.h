// SPDX-License-Identifier: Apache-2.0
// Combines the usage values of a stream.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_USAGE_TALLY_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_USAGE_TALLY_H_

#include <optional>

#include "service/messages/message_types.h"

namespace footnote::messages {

// Each usage is that of the complete message so far, so a later number replaces an earlier one; an
// absent number does not. Two special cases:
// - Gateways that know the numbers only at the end begin with zeros. A start without any tokens is
// ignored.
// - The output tokens of the start are not those of the message, so they never count.
class UsageTally {
 public:
  // The usage of message_start.
  void Start(const Usage& usage);
  // The usage of a message_delta.
  void Update(const Usage& usage);

  // Returns nullopt if no usage was received.
  const std::optional<Usage>& total() const { return total_; }

 private:
  std::optional<Usage> total_;
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_USAGE_TALLY_H_
