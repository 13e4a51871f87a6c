// SPDX-License-Identifier: Apache-2.0
// A message put together again from its parts, so that tests can compare.
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

// The parts that ForEachPart tells.
std::vector<MessagePart> PartsOf(Message&& message);

// InvalidArgument, with what is wrong, if `parts` do not follow the grammar of message_part.h or a
// text among them is empty or not UTF-8.
absl::StatusOr<CollectedParts> CollectParts(std::vector<MessagePart> parts);

// The stream `sse`, read in pieces of `piece` bytes and accumulated, as a whole. An error if it is
// not a whole message.
absl::StatusOr<CollectedParts> CollectStream(absl::string_view sse, size_t piece = 1 << 20);

// Everything that a message says, readable: equal for equal messages only.
std::string Describe(const Message& message);

}  // namespace footnote::messages

#endif  // FOOTNOTE_TESTS_MESSAGES_COLLECT_PARTS_H_
