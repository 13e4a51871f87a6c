// SPDX-License-Identifier: Apache-2.0
// Assembles messages from their parts, and describes them for comparisons.
#ifndef FOOTNOTE_TESTS_MESSAGES_COLLECT_PARTS_H_
#define FOOTNOTE_TESTS_MESSAGES_COLLECT_PARTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "service/messages/message_part.h"
#include "service/messages/message_types.h"

namespace footnote::messages {

struct CollectedParts {
  Message message;
  std::vector<UnknownReceived> unknown;
  bool truncated = false;
};

// Returns the parts that ForEachPart delivers.
std::vector<MessagePart> PartsOf(Message&& message);

// Assembles a message. Fails with InvalidArgument if `parts` do not follow the grammar of
// message_part.h, or if one of their texts is empty or not UTF-8.
absl::StatusOr<CollectedParts> CollectParts(std::vector<MessagePart> parts);

// Reads the stream `sse` in pieces of `piece` bytes and assembles its message. Fails if the stream
// has no complete message; a truncated message is complete.
absl::StatusOr<CollectedParts> CollectStream(absl::string_view sse, size_t piece = 1 << 20);

// Returns all fields of a message as text. Messages with the same text are equal.
std::string Describe(const Message& message);

}  // namespace footnote::messages

#endif  // FOOTNOTE_TESTS_MESSAGES_COLLECT_PARTS_H_
