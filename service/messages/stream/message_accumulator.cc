// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/message_accumulator.h"

#include <algorithm>
#include <iterator>
#include <type_traits>
#include <utility>
#include <variant>

#include "service/messages/json/json_reader.h"
#include "service/messages/message_types.h"

namespace footnote::messages {
namespace {

// Far above the index of any message; prevents overflow.
constexpr int64_t kMaxIndex = int64_t{1} << 32;

// The maximum number of blocks and citations; see JsonReader::kMaxElements.
constexpr int kMaxElements = JsonReader::kMaxElements;

absl::Status NotOneMessage(const char* why) { return absl::InvalidArgumentError(why); }

// Returns true if the model ended the message, so that all blocks are complete.
bool EndedNormally(const std::optional<std::string>& stop_reason) {
  return stop_reason == "end_turn" || stop_reason == "stop_sequence" || stop_reason == "tool_use" ||
         stop_reason == "pause_turn";
}

// Joins the last two parts if both are text, since waiting text needs no pieces.
void JoinLastTexts(std::vector<MessagePart>* parts) {
  if (parts->size() < 2) return;
  auto* before = std::get_if<TextAdded>(&(*parts)[parts->size() - 2]);
  const auto* last = std::get_if<TextAdded>(&parts->back());
  if (before == nullptr || last == nullptr) return;
  before->text += last->text;
  parts->pop_back();
}

}  // namespace

absl::Status MessageAccumulator::Add(StreamEvent&& event, std::vector<MessagePart>* parts) {
  if (!status_.ok()) return status_;
  status_ = std::visit([&](auto& kind) { return Take(std::move(kind), parts); }, event);
  return status_;
}

absl::Status MessageAccumulator::Finish(bool truncated, std::vector<MessagePart>* parts) {
  if (!status_.ok()) return status_;
  if (!opened_) return status_ = NotOneMessage("a stream without a message");
  while (!blocks_.empty()) {
    current_ = blocks_.begin()->first;
    AppendWaiting(parts);
    if (const auto open = blocks_.find(current_); open != blocks_.end()) {
      CloseBlock(current_, open->second, parts);
    }
  }
  if (!bad_tool_input_.empty() && EndedNormally(stop_reason_)) {
    return status_ = NotOneMessage("the input of a tool is not a JSON object");
  }
  MessageClosed closed;
  closed.stop_reason = std::move(stop_reason_);
  closed.stop_sequence = std::move(stop_sequence_);
  closed.usage = usage_.total();
  closed.ill_formed_strings = ill_formed_strings_ + ill_formed_stop_strings_;
  closed.truncated = truncated;
  parts->emplace_back(std::move(closed));
  status_ = NotOneMessage("an event after the end of the message");
  return absl::OkStatus();
}

absl::Status MessageAccumulator::Take(MessageStart&& event, Parts* parts) {
  Message& message = event.message;
  if (opened_ && (current_ > 0 || !blocks_.empty())) {
    return NotOneMessage("a second message in one stream");
  }
  if (message.usage) usage_.Start(*message.usage);
  if (message.stop_reason && !stop_reason_) {
    stop_reason_ = std::move(message.stop_reason);
    stop_sequence_ = std::move(message.stop_sequence);
  }
  if (!opened_) {
    opened_ = true;
    ill_formed_strings_ += message.ill_formed_strings;
    parts->emplace_back(MessageOpened{std::move(message.id), std::move(message.model)});
    std::move(early_.begin(), early_.end(), std::back_inserter(*parts));
    early_.clear();
  }
  int64_t index = 0;
  for (ContentBlock& content : message.content) {
    if (absl::Status status = OpenBlock(index, std::move(content), parts); !status.ok()) {
      return status;
    }
    CloseBlock(index, *Find(index), parts);
    ++index;
  }
  return absl::OkStatus();
}

absl::Status MessageAccumulator::Take(ContentBlockStart&& event, Parts* parts) {
  ill_formed_strings_ += event.ill_formed_strings;
  return OpenBlock(event.index, std::move(event.block), parts);
}

absl::Status MessageAccumulator::Take(ContentBlockStop&& event, Parts* parts) {
  Block* block = Find(event.index);
  if (block == nullptr) return NotOneMessage("a stop of a block that is not open");
  CloseBlock(event.index, *block, parts);
  return absl::OkStatus();
}

absl::Status MessageAccumulator::Take(MessageDelta&& event, Parts*) {
  if (!opened_) return NotOneMessage("a message_delta before its message");
  if (event.usage) usage_.Update(*event.usage);
  if (event.stop_reason || event.stop_sequence) {
    ill_formed_stop_strings_ = event.ill_formed_strings;
  }
  if (event.stop_reason) stop_reason_ = std::move(event.stop_reason);
  if (event.stop_sequence) stop_sequence_ = std::move(event.stop_sequence);
  return absl::OkStatus();
}

absl::Status MessageAccumulator::Take(UnknownEvent&& event, Parts* parts) {
  (opened_ ? parts : &early_)
      ->emplace_back(UnknownReceived{std::move(event.type), std::move(event.json), event.index});
  return absl::OkStatus();
}

absl::Status MessageAccumulator::Take(MessageStop&&, Parts*) { return absl::OkStatus(); }
absl::Status MessageAccumulator::Take(Ping&&, Parts*) { return absl::OkStatus(); }
absl::Status MessageAccumulator::Take(ErrorEvent&&, Parts*) { return absl::OkStatus(); }

template <typename Delta>
absl::Status MessageAccumulator::Take(Delta&& event, Parts* parts) {
  if (std::is_same_v<std::decay_t<Delta>, CitationsDelta> && ++elements_ > kMaxElements) {
    return NotOneMessage("too many blocks and citations");
  }
  const int64_t index = event.index;
  Block* block = Find(index);
  if (block == nullptr) return NotOneMessage("a delta of a block that is not open");
  if (index == current_) return block->assembler.Add(std::forward<Delta>(event), parts);
  absl::Status status = block->assembler.Add(std::forward<Delta>(event), &block->waiting);
  JoinLastTexts(&block->waiting);
  return status;
}

absl::Status MessageAccumulator::OpenBlock(int64_t index, ContentBlock&& content, Parts* parts) {
  if (!opened_) return NotOneMessage("a block before its message");
  if (index < 0 || index > kMaxIndex) return NotOneMessage("a block without a valid index");
  if (index < current_ || blocks_.count(index) > 0) {
    return NotOneMessage("a block that opens twice");
  }
  if (++elements_ > kMaxElements) {
    return NotOneMessage("too many blocks and citations");
  }
  Block& block = blocks_[index];
  block.assembler.Open(std::move(content), index == current_ ? parts : &block.waiting);
  return absl::OkStatus();
}

void MessageAccumulator::CloseBlock(int64_t index, Block& block, Parts* parts) {
  block.assembler.Close(index == current_ ? parts : &block.waiting);
  block.closed = true;
  ill_formed_strings_ += block.assembler.ill_formed_strings();
  if (const std::optional<std::string>& input = block.assembler.bad_tool_input();
      input && bad_tool_input_.empty()) {
    bad_tool_input_ = *input;
  }
  if (index == current_) AppendWaiting(parts);
}

void MessageAccumulator::AppendWaiting(Parts* parts) {
  for (auto block = blocks_.find(current_); block != blocks_.end();
       block = blocks_.find(current_)) {
    std::move(block->second.waiting.begin(), block->second.waiting.end(),
              std::back_inserter(*parts));
    block->second.waiting = {};
    if (!block->second.closed) return;
    blocks_.erase(block);
    ++current_;
  }
}

MessageAccumulator::Block* MessageAccumulator::Find(int64_t index) {
  const auto block = blocks_.find(index);
  return block == blocks_.end() || block->second.closed ? nullptr : &block->second;
}

}  // namespace footnote::messages
