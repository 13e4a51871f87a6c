// SPDX-License-Identifier: Apache-2.0
// Converts the events of a stream to the parts of its message.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_MESSAGE_ACCUMULATOR_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_MESSAGE_ACCUMULATOR_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "service/messages/message_part.h"
#include "service/messages/stream/block_assembler.h"
#include "service/messages/stream/stream_event.h"
#include "service/messages/stream/usage_tally.h"

namespace footnote::messages {

// Assigns deltas to their blocks by index, joins what deltas split (surrogate pairs, tool inputs,
// thinking), and orders blocks whose events interleave: the parts of a block wait until all blocks
// before it are closed, or until Finish. Usage is cumulative: the last number counts (see
// usage_tally.h).
//
// Accepts repeated message_start events before the first block, and message_delta events at any
// time after it. Deltas of a block of an unknown kind are delivered as unknown events.
//
// Memory is bounded by the waiting parts, plus the tool inputs and opaque JSON of the open blocks.
// The time for an event is proportional to its size. Not thread-safe.
class MessageAccumulator {
 public:
  // Adds one event and appends the parts that it completes to `parts`. Pings and ErrorEvents, which
  // the caller handles, add none.
  //
  // Fails with InvalidArgument, without text of the stream in the message, if the events do not
  // form one message: for example a delta or a stop for a block that is not open, a block that
  // opens twice, a delta that does not fit the kind of its block, a second message, or too many
  // blocks and citations. After a failure, nothing can be added.
  absl::Status Add(StreamEvent&& event, std::vector<MessagePart>* parts);

  // Call it at the end of the stream: after message_stop (`truncated` is false) or after the stop
  // reason (`truncated` is true). Closes the open blocks and appends the remaining parts,
  // MessageClosed last.
  //
  // Fails with InvalidArgument if there was no message, or if the input of a tool is not a JSON
  // object although the message ended normally (end_turn, stop_sequence, tool_use, pause_turn); see
  // bad_tool_input().
  absl::Status Finish(bool truncated, std::vector<MessagePart>* parts);

  // Returns the first tool input that is not a JSON object, as the API sent it; empty if there is
  // none. Its block was delivered as an opaque block (see BlockClosed).
  const std::string& bad_tool_input() const { return bad_tool_input_; }

 private:
  struct Block {
    BlockAssembler assembler;
    bool closed = false;
    // Parts that wait until the blocks before this one are closed.
    std::vector<MessagePart> waiting;
  };

  using Parts = std::vector<MessagePart>;

  absl::Status Take(MessageStart&& event, Parts* parts);
  absl::Status Take(ContentBlockStart&& event, Parts* parts);
  absl::Status Take(ContentBlockStop&& event, Parts* parts);
  absl::Status Take(MessageDelta&& event, Parts* parts);
  absl::Status Take(UnknownEvent&& event, Parts* parts);
  absl::Status Take(MessageStop&& event, Parts* parts);
  absl::Status Take(Ping&& event, Parts* parts);
  absl::Status Take(ErrorEvent&& event, Parts* parts);
  template <typename Delta>
  absl::Status Take(Delta&& event, Parts* parts);

  absl::Status OpenBlock(int64_t index, ContentBlock&& content, Parts* parts);
  void CloseBlock(int64_t index, Block& block, Parts* parts);
  // Appends the parts of blocks that no longer need to wait.
  void AppendWaiting(Parts* parts);
  // Returns the open block with this index; null if there is none.
  Block* Find(int64_t index);

  absl::Status status_;
  bool opened_ = false;
  // The index of the block whose parts are delivered; all blocks before it are closed.
  int64_t current_ = 0;
  // The blocks from `current_` on that have opened.
  std::map<int64_t, Block> blocks_;
  // Unknown events before the message.
  Parts early_;

  int elements_ = 0;  // blocks and citations so far

  UsageTally usage_;
  std::optional<std::string> stop_reason_;
  std::optional<std::string> stop_sequence_;
  int ill_formed_strings_ = 0;
  int ill_formed_stop_strings_ = 0;
  std::string bad_tool_input_;
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_MESSAGE_ACCUMULATOR_H_
