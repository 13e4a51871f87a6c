// From a stream's events to the parts of its message.
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

// Routes deltas to their blocks by index, joins what was cut (surrogate pairs, tool inputs,
// thinking), and puts blocks whose events interleave one after another: what belongs to a block
// waits until the blocks before it are closed, or until Finish if there are none. Usage is
// cumulative: the last number counts (see usage_tally.h).
//
// A message_start may be repeated before the first block, a message_delta may come at any time.
// Deltas of a block of an unknown kind are handed on as unknown.
//
// Memory is bounded by what waits, plus the open blocks' tool inputs and opaque JSON. Each event
// costs time in proportion to its own size. Not thread-safe.
class MessageAccumulator {
 public:
  // Takes one event in and appends the parts that it completes to `parts`. Pings give none.
  // ErrorEvents are the caller's business and give none either.
  //
  // Fails with InvalidArgument, and no text of the stream in the message, if the events are not
  // those of one message: a delta or a stop for a block that never opened or is closed, a block
  // that opens twice, a delta that cannot belong to its block's kind, a second message, more blocks
  // and citations than any message has, and the like. Nothing can be added after that.
  absl::Status Add(StreamEvent&& event, std::vector<MessagePart>* parts);

  // The stream is over after message_stop (`truncated` false) or after its stop reason: closes what
  // is open and appends the rest, MessageClosed last.
  //
  // Fails with InvalidArgument if there was no message, or if a tool's input is not a JSON object
  // though the message ended of its own (end_turn, stop_sequence, tool_use, pause_turn); see
  // bad_tool_input().
  absl::Status Finish(bool truncated, std::vector<MessagePart>* parts);

  // The first input that is not a JSON object, as upstream sent it; empty if there is none. With
  // it, a block that was told as an opaque one (see BlockClosed).
  const std::string& bad_tool_input() const { return bad_tool_input_; }

 private:
  struct Block {
    BlockAssembler assembler;
    bool closed = false;
    // What is complete but has to wait for the blocks before.
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
  // Tells the blocks whose turn it is.
  void TellWaiting(Parts* parts);
  // The open block of this index; null if there is none.
  Block* Find(int64_t index);

  absl::Status status_;
  bool opened_ = false;
  // The block whose turn it is to be told; all before it are.
  int64_t telling_ = 0;
  // The blocks from `telling_` on, as far as they have opened.
  std::map<int64_t, Block> blocks_;
  // Unknown events from before the message.
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
