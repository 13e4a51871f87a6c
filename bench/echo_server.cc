// SPDX-License-Identifier: Apache-2.0
// Measures the cost of gRPC alone: a server with the methods Answer and StreamAnswer that parses
// its request and returns a fixed response, or fixed events with one message for each. It uses the
// callback API and keeps messages on an arena, except for the request of a stream, for which gRPC
// has no allocator. If the model selects a paced stream (see delivery.h), the server itself
// produces the stamps.
#include <google/protobuf/arena.h>
#include <grpcpp/alarm.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/support/message_allocator.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstddef>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "bench/delivery.h"
#include "footnote/v1/answer_service.grpc.pb.h"

namespace footnote::bench {
namespace {

// The initial blocks of arenas, which calls reuse.
class BlockPool {
 public:
  static constexpr size_t kBlockBytes = 32 << 10;

  std::unique_ptr<char[]> Take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (blocks_.empty()) return std::unique_ptr<char[]>(new char[kBlockBytes]);
    std::unique_ptr<char[]> block = std::move(blocks_.back());
    blocks_.pop_back();
    return block;
  }

  void Return(std::unique_ptr<char[]> block) {
    const std::lock_guard<std::mutex> lock(mutex_);
    blocks_.push_back(std::move(block));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<char[]>> blocks_;
};

// Holds a block of a pool during its lifetime.
class PooledBlock {
 public:
  explicit PooledBlock(BlockPool* pool) : pool_(*pool), block_(pool->Take()) {}
  PooledBlock(const PooledBlock&) = delete;
  PooledBlock& operator=(const PooledBlock&) = delete;
  ~PooledBlock() { pool_.Return(std::move(block_)); }

  char* get() const { return block_.get(); }

 private:
  BlockPool& pool_;
  std::unique_ptr<char[]> block_;
};

using AnswerMessages = grpc::MessageHolder<v1::AnswerRequest, v1::AnswerResponse>;

// The messages of one call. Deletes itself when gRPC needs neither.
class ArenaMessages final : public AnswerMessages {
 public:
  explicit ArenaMessages(BlockPool* pool)
      : block_(pool), arena_(block_.get(), BlockPool::kBlockBytes) {
    set_request(google::protobuf::Arena::CreateMessage<v1::AnswerRequest>(&arena_));
    set_response(google::protobuf::Arena::CreateMessage<v1::AnswerResponse>(&arena_));
  }

  void Release() override { delete this; }

 private:
  ~ArenaMessages() override = default;

  PooledBlock block_;  // outlives the arena, whose destructor reads it
  google::protobuf::Arena arena_;
};

class ArenaAllocator final : public grpc::MessageAllocator<v1::AnswerRequest, v1::AnswerResponse> {
 public:
  AnswerMessages* AllocateMessages() override { return new ArenaMessages(&pool_); }

 private:
  BlockPool pool_;
};

// Writes messages one at a time. Deletes itself at the end of the call.
class EventsReactor final : public grpc::ServerWriteReactor<v1::StreamAnswerResponse> {
 public:
  // All arguments must outlive it.
  EventsReactor(const v1::StreamAnswerResponse* events, BlockPool* pool)
      : events_(*events),
        block_(pool),
        arena_(block_.get(), BlockPool::kBlockBytes),
        message_(google::protobuf::Arena::CreateMessage<v1::StreamAnswerResponse>(&arena_)) {
    WriteNext();
  }

  void OnWriteDone(bool ok) override {
    if (!ok) {
      Finish(grpc::Status::CANCELLED);
    } else if (next_ < events_.events_size()) {
      WriteNext();
    }
  }
  void OnDone() override { delete this; }

 private:
  void WriteNext() {
    message_->Clear();
    *message_->add_events() = events_.events(next_++);
    if (next_ < events_.events_size()) {
      StartWrite(message_);
    } else {
      StartWriteAndFinish(message_, grpc::WriteOptions(), grpc::Status::OK);
    }
  }

  const v1::StreamAnswerResponse& events_;
  PooledBlock block_;
  google::protobuf::Arena arena_;
  v1::StreamAnswerResponse* const message_;
  int next_ = 0;
};

// Writes a stamp at regular intervals, and finally all of them. Deletes itself at the end of the
// call.
class StampsReactor final : public grpc::ServerWriteReactor<v1::StreamAnswerResponse> {
 public:
  explicit StampsReactor(const Pace& pace)
      : pace_(pace), next_time_(std::chrono::system_clock::now()) {
    WaitForNext();
  }

  void OnWriteDone(bool ok) override {
    if (!ok) {
      Finish(grpc::Status::CANCELLED);
    } else {
      WaitForNext();
    }
  }
  void OnDone() override { delete this; }

 private:
  void WaitForNext() {
    next_time_ += std::chrono::nanoseconds(std::chrono::seconds(1)) / pace_.deltas_per_second;
    alarm_.Set(next_time_, [this](bool) { WriteNext(); });
  }

  void WriteNext() {
    message_.Clear();
    if (sent_++ < pace_.deltas) {
      const std::string stamp = Stamp(StampClock());
      text_ += stamp;
      message_.add_events()->mutable_text_delta()->set_text(stamp);
      StartWrite(&message_);
    } else {
      message_.add_events()->mutable_completed()->mutable_answer()->set_text(text_);
      StartWriteAndFinish(&message_, grpc::WriteOptions(), grpc::Status::OK);
    }
  }

  const Pace pace_;
  std::chrono::system_clock::time_point next_time_;
  grpc::Alarm alarm_;
  v1::StreamAnswerResponse message_;
  std::string text_;
  int sent_ = 0;
};

class EchoService final : public v1::AnswerService::CallbackService {
 public:
  EchoService(v1::AnswerResponse response, v1::StreamAnswerResponse events, bool refuses)
      : response_(std::move(response)), events_(std::move(events)), refuses_(refuses) {
    SetMessageAllocatorFor_Answer(&allocator_);
  }

  grpc::ServerUnaryReactor* Answer(grpc::CallbackServerContext* context, const v1::AnswerRequest*,
                                   v1::AnswerResponse* response) override {
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    if (refuses_) {
      reactor->Finish(grpc::Status(grpc::RESOURCE_EXHAUSTED, "refused"));
      return reactor;
    }
    *response = response_;
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

  grpc::ServerWriteReactor<v1::StreamAnswerResponse>* StreamAnswer(
      grpc::CallbackServerContext*, const v1::StreamAnswerRequest* request) override {
    const std::optional<Pace> pace = PaceOf(request->request().model_options().model());
    if (pace.has_value()) return new StampsReactor(*pace);
    return new EventsReactor(&events_, &stream_blocks_);
  }

 private:
  const v1::AnswerResponse response_;
  const v1::StreamAnswerResponse events_;
  const bool refuses_;
  ArenaAllocator allocator_;
  BlockPool stream_blocks_;
};

template <typename Message>
bool ReadMessage(const std::string& name, Message* message) {
  std::ifstream file(name, std::ios::binary);
  if (file && message->ParseFromIstream(&file)) return true;
  std::cerr << "echo_server: no " << message->GetTypeName() << " in " << name << std::endl;
  return false;
}

int Main(int argc, char** argv) {
  CLI::App app{"Answers every request with the same response or events.", "echo_server"};
  std::string response_file;
  std::string events_file;
  app.add_option("--response", response_file, "File with a serialised AnswerResponse")->required();
  app.add_option("--events", events_file, "File with a serialised StreamAnswerResponse")
      ->required();
  bool refuses = false;
  app.add_flag("--refuse", refuses, "Refuse calls of Answer");
  CLI11_PARSE(app, argc, argv);

  v1::AnswerResponse response;
  v1::StreamAnswerResponse events;
  if (!ReadMessage(response_file, &response) || !ReadMessage(events_file, &events)) return 1;

  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);  // as footnote_server does
  EchoService service(std::move(response), std::move(events), refuses);
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) {
    std::cerr << "echo_server: cannot listen" << std::endl;
    return 1;
  }
  std::cout << "listening on 127.0.0.1:" << port << std::endl;
  server->Wait();
  return 0;
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) { return footnote::bench::Main(argc, argv); }
