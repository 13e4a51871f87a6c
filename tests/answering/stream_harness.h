// SPDX-License-Identifier: Apache-2.0
// Runs one AnswerStream over a ScriptedTransport and records what its listener receives.
#ifndef FOOTNOTE_TESTS_ANSWERING_STREAM_HARNESS_H_
#define FOOTNOTE_TESTS_ANSWERING_STREAM_HARNESS_H_

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "footnote/v1/answer_service.pb.h"
#include "google/rpc/error_details.pb.h"
#include "service/answering/answer_engine.h"
#include "service/status/rich_status.h"
#include "tests/answering/scripted_transport.h"
#include "tests/answering/stream_events.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {

class StreamHarness : private AnswerStream::Listener {
 public:
  void Start() {
    v1::StreamAnswerRequest request;  // destroyed once the stream has started
    *request.mutable_request() = request_;
    engine_.Stream(request, AnswerContext(), &last_, &stream_, this);
  }

  // Emits the events of an answer with one exact citation, and ends the stream.
  void ReplyWithCitation() {
    transport_.Emit({MessageStartEvent(), BlockStartEvent(0), TextEvent(0, "A."),
                     CitationEvent(0, Srl(0, 0, 1, "Rate limit is 1000/h.")), BlockStopEvent(0),
                     MessageDeltaEvent(), MessageStopEvent()});
    transport_.End(absl::OkStatus());
  }

  // The kinds of the delivered events: the names of their fields.
  std::vector<std::string> Kinds() const {
    std::vector<std::string> names;
    for (const v1::AnswerEvent& event : events_) {
      const auto* oneof = event.GetDescriptor()->FindOneofByName("kind");
      names.push_back(event.GetReflection()->GetOneofFieldDescriptor(event, oneof)->name());
    }
    return names;
  }

  const v1::Answer& answer() const { return last_.events(0).completed().answer(); }

  google::rpc::ErrorInfo Info() const {
    google::rpc::ErrorInfo info;
    info.ParseFromString(std::string(*ends_[0].GetPayload(status::kErrorInfoTypeUrl)));
    return info;
  }

  v1::AnswerRequest request_ = TwoHits();
  ScriptedTransport transport_;
  const EchoingRoutes routes_;
  const AnswerEngine engine_{&transport_, &routes_, TestDefaults()};
  AnswerStream stream_;
  v1::StreamAnswerResponse last_;
  std::vector<v1::AnswerEvent> events_;
  std::vector<int> batches_;
  std::vector<size_t> batch_ends_;  // the number of events delivered at each end of a batch
  std::vector<absl::Status> ends_;

 private:
  void OnEvents(const v1::StreamAnswerResponse& events) override {
    batches_.push_back(events.events_size());
    events_.insert(events_.end(), events.events().begin(), events.events().end());
  }
  void OnBatchEnd() override { batch_ends_.push_back(events_.size()); }
  void OnEnd(absl::Status status) override { ends_.push_back(std::move(status)); }
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_TESTS_ANSWERING_STREAM_HARNESS_H_
