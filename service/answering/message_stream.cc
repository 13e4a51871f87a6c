#include "service/answering/message_stream.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "service/status/rich_status.h"

namespace footnote::answering {

namespace {

absl::Status NotOneMessage(const absl::Status& why) {
  return status::ErrorWithInfo(
      absl::StatusCode::kInternal, "UPSTREAM_PROTOCOL",
      absl::StrCat("upstream's stream is not one message: ", why.message()),
      {{"cause", std::string(why.message())}});
}

}  // namespace

absl::Status MessageStream::Add(messages::StreamEvent&& event,
                                resolving::AnswerResolver::Events* events) {
  const absl::Status status = accumulator_.Add(std::move(event), &parts_);
  if (!status.ok()) return NotOneMessage(status);
  Resolve(events);
  return absl::OkStatus();
}

absl::Status MessageStream::Finish(bool truncated, resolving::AnswerResolver::Events* events) {
  const absl::Status status = accumulator_.Finish(truncated, &parts_);
  if (!status.ok()) {
    if (accumulator_.bad_tool_input().empty()) return NotOneMessage(status);
    return status::ErrorWithInfo(absl::StatusCode::kInternal, "UPSTREAM_TOOL_INPUT",
                                 "upstream gave a tool an input that is not valid JSON",
                                 {{"tool_input", accumulator_.bad_tool_input()}});
  }
  Resolve(events);
  return absl::OkStatus();
}

void MessageStream::Resolve(resolving::AnswerResolver::Events* events) {
  for (messages::MessagePart& part : parts_) resolver_.Add(std::move(part), events);
  parts_.clear();
}

}  // namespace footnote::answering
