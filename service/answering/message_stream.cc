// SPDX-License-Identifier: Apache-2.0
#include "service/answering/message_stream.h"

#include <string>
#include <utility>

#include "service/status/errors.h"

namespace footnote::answering {

absl::Status MessageStream::Add(messages::StreamEvent&& event,
                                resolving::AnswerResolver::Events* events) {
  const absl::Status status = accumulator_.Add(std::move(event), &parts_);
  if (!status.ok()) return status::UpstreamStreamProtocol(status.message());
  Resolve(events);
  return absl::OkStatus();
}

absl::Status MessageStream::Finish(bool truncated, resolving::AnswerResolver::Events* events) {
  const absl::Status status = accumulator_.Finish(truncated, &parts_);
  if (!status.ok()) {
    if (accumulator_.bad_tool_input().empty()) {
      return status::UpstreamStreamProtocol(status.message());
    }
    std::string input = accumulator_.bad_tool_input();
    return status::UpstreamToolInput(redact_ ? redact_(std::move(input)) : std::move(input));
  }
  Resolve(events);
  return absl::OkStatus();
}

void MessageStream::Resolve(resolving::AnswerResolver::Events* events) {
  for (messages::MessagePart& part : parts_) resolver_.Add(std::move(part), events);
  parts_.clear();
}

}  // namespace footnote::answering
