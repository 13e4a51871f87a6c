// SPDX-License-Identifier: Apache-2.0
#include "bench/stamped_streams.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "bench/answer_payload.h"
#include "bench/payload.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::bench {
namespace {

// The number of streams that are opened before the first of them must deliver: a burst of thousands
// would measure the client.
constexpr int kOpenedAtOnce = 250;

}  // namespace

class StampedStreams::Stream final
    : private grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  explicit Stream(StampedStreams* all) : all_(*all) {}

  void Start() {
    all_.stub_->PrepareBidiStreamingCall(&context_, kStreamAnswerMethod, grpc::StubOptions(), this);
    StartWriteLast(&all_.request_, grpc::WriteOptions());
    StartRead(&message_);
    StartCall();
  }

  // After the end: empty if nothing was lost.
  std::string Fault() const {
    if (!status_.ok()) return status_.error_message();
    if (stamps_ != all_.pace_.deltas) return absl::StrCat(stamps_, " stamps were told");
    if (whole_text_bytes_ != stamps_ * kStampBytes) return "the answer has not the text told";
    return "";
  }

  const std::vector<double>& ages() const { return ages_; }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) return;
    const int64_t now = StampClock();
    v1::StreamAnswerResponse response;
    response.ParseFromString(BytesOf(message_));
    for (const v1::AnswerEvent& event : response.events()) {
      if (event.has_text_delta()) TakeText(event.text_delta().text(), now);
      if (event.has_completed()) {
        whole_text_bytes_ = static_cast<int>(event.completed().answer().text().size());
      }
    }
    StartRead(&message_);
  }

  void TakeText(const std::string& text, int64_t now) {
    std::vector<double> ages;
    AppendStampAges(text, now, &ages);
    if (stamps_ == 0 && !ages.empty()) all_.ReceivedFirst();
    stamps_ += static_cast<int>(ages.size());
    if (all_.measuring_) ages_.insert(ages_.end(), ages.begin(), ages.end());
  }

  void OnDone(const grpc::Status& status) override {
    status_ = status;
    if (stamps_ == 0) all_.ReceivedFirst();  // It also ended: nothing needs to wait for it.
    all_.Ended();
  }

  StampedStreams& all_;
  grpc::ClientContext context_;
  grpc::ByteBuffer message_;
  grpc::Status status_;
  int stamps_ = 0;
  int whole_text_bytes_ = 0;
  std::vector<double> ages_;
};

StampedStreams::StampedStreams(const Target& target, const Pace& pace)
    : pace_(pace),
      request_(BufferOf(StreamRequestFor(MakePayload(), PacedModel(pace)).SerializeAsString())),
      stub_(MakeStub(target.address)) {}

StampedStreams::~StampedStreams() = default;

bool StampedStreams::Open(int count, absl::Duration limit) {
  const absl::Time deadline = absl::Now() + limit;
  while (count > 0) {
    const int some = std::min(count, kOpenedAtOnce);
    count -= some;
    for (int i = 0; i < some; ++i) {
      streams_.push_back(std::make_unique<Stream>(this));
      streams_.back()->Start();
    }
    std::unique_lock<std::mutex> lock(mutex_);
    const bool begun = changed_.wait_until(lock, absl::ToChronoTime(deadline),
                                           [this] { return begun_ == streams_.size(); });
    if (!begun) return false;
  }
  return true;
}

void StampedStreams::ReceivedFirst() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++begun_;
  changed_.notify_all();
}

void StampedStreams::Ended() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++ended_;
  changed_.notify_all();
}

StampedStreams::Result StampedStreams::Finish() {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return ended_ == streams_.size(); });
  }
  Result result;
  for (const std::unique_ptr<Stream>& stream : streams_) {
    const std::string fault = stream->Fault();
    ++(fault.empty() ? result.lossless : result.lossy);
    if (result.first_fault.empty()) result.first_fault = fault;
    result.ages.insert(result.ages.end(), stream->ages().begin(), stream->ages().end());
  }
  return result;
}

}  // namespace footnote::bench
