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
  return Resolve(events);
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
  return Resolve(events);
}

absl::Status MessageStream::Resolve(resolving::AnswerResolver::Events* events) {
  absl::Status status;
  for (messages::MessagePart& part : parts_) {
    status = resolver_.Add(std::move(part), events);
    if (!status.ok()) break;
  }
  parts_.clear();
  return status;
}

}  // namespace footnote::answering
