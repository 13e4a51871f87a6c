// SPDX-License-Identifier: Apache-2.0
#include "tests/end_to_end/streams.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/time/clock.h"

namespace footnote::testing {

v1::Answer StreamReply::answer() const {
  return events.empty() ? v1::Answer() : events.back().completed().answer();
}

std::string StreamReply::text() const {
  std::string text;
  for (const v1::AnswerEvent& event : events) text += event.text_delta().text();
  return text;
}

std::vector<std::string> StreamReply::kinds() const {
  std::vector<std::string> kinds;
  for (const v1::AnswerEvent& event : events) {
    const auto* oneof = event.GetDescriptor()->FindOneofByName("kind");
    kinds.push_back(event.GetReflection()->GetOneofFieldDescriptor(event, oneof)->name());
  }
  return kinds;
}

StreamCall::StreamCall(TestServer& server, const v1::AnswerRequest& request,
                       StreamCallOptions options)
    : reads_left_(options.reads) {
  *request_.mutable_request() = request;
  if (!options.script.empty()) context_.AddMetadata("x-emulator-script", options.script);
  context_.set_deadline(absl::ToChronoTime(absl::Now() + options.timeout));
  server.stub().async()->StreamAnswer(&context_, &request_, this);
  AddHold();
  is_held_ = true;
  StartCall();
  ReadMore(0);
}

StreamCall::~StreamCall() {
  Cancel();
  Wait();
}

void StreamCall::Cancel() {
  context_.TryCancel();
  ReadMore(std::numeric_limits<size_t>::max());
}

void StreamCall::ReadMore(size_t reads) {
  bool read = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    reads_left_ += std::min(reads, std::numeric_limits<size_t>::max() - reads_left_);
    read = is_held_ && !is_reading_ && reads_left_ > 0;
    if (read) {
      is_reading_ = true;
      --reads_left_;
    }
  }
  if (!read) return;
  StartRead(&message_);
}

void StreamCall::OnReadDone(bool ok) {
  bool release = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_reading_ = false;
    if (ok) {
      reply_.batches.push_back(message_.events_size());
      for (v1::AnswerEvent& event : *message_.mutable_events()) {
        reply_.events.push_back(std::move(event));
      }
      message_.Clear();
    } else {
      release = is_held_;
      is_held_ = false;
    }
  }
  changed_.notify_all();
  if (release) {
    RemoveHold();
  } else {
    ReadMore(0);
  }
}

void StreamCall::OnDone(const grpc::Status& status) {
  const std::lock_guard<std::mutex> lock(mutex_);
  reply_.status = status;
  done_ = true;
  changed_.notify_all();
}

bool StreamCall::WaitForEvents(size_t count) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait_for(lock, std::chrono::seconds(30),
                    [&] { return done_ || reply_.events.size() >= count; });
  return reply_.events.size() >= count;
}

StreamReply StreamCall::Wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return done_; });
  return reply_;
}

bool StreamCall::is_done() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return done_;
}

StreamReply Stream(TestServer& server, const v1::AnswerRequest& request,
                   const std::string& script) {
  StreamCallOptions options;
  options.script = script;
  return StreamCall(server, request, options).Wait();
}

v1::Answer WithoutCall(v1::Answer answer) {
  answer.clear_upstream_request_id();
  answer.clear_attempts();
  return answer;
}

}  // namespace footnote::testing
