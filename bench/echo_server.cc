// What gRPC alone costs: a server with AnswerService's Answer method that parses its request and
// gives back a fixed response, by the callback API, with both messages on an arena.
#include <google/protobuf/arena.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/support/message_allocator.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "footnote/v1/answer_service.grpc.pb.h"

namespace footnote::bench {
namespace {

// Memory for arenas to start with, reused from call to call.
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

// A block of a pool's, for as long as this lives.
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

// The messages of one call. Deletes itself when gRPC is done with both.
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

  PooledBlock block_;  // outlives the arena, whose last act is to look into it
  google::protobuf::Arena arena_;
};

class ArenaAllocator final : public grpc::MessageAllocator<v1::AnswerRequest, v1::AnswerResponse> {
 public:
  AnswerMessages* AllocateMessages() override { return new ArenaMessages(&pool_); }

 private:
  BlockPool pool_;
};

class EchoService final : public v1::AnswerService::CallbackService {
 public:
  explicit EchoService(v1::AnswerResponse response) : response_(std::move(response)) {
    SetMessageAllocatorFor_Answer(&allocator_);
  }

  grpc::ServerUnaryReactor* Answer(grpc::CallbackServerContext* context, const v1::AnswerRequest*,
                                   v1::AnswerResponse* response) override {
    *response = response_;
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

 private:
  const v1::AnswerResponse response_;
  ArenaAllocator allocator_;
};

int Main(int argc, char** argv) {
  CLI::App app{"Answers every request with the same response.", "echo_server"};
  std::string response_file;
  app.add_option("--response", response_file, "File with a serialised AnswerResponse")->required();
  CLI11_PARSE(app, argc, argv);

  v1::AnswerResponse response;
  std::ifstream file(response_file, std::ios::binary);
  if (!file || !response.ParseFromIstream(&file)) {
    std::cerr << "echo_server: no AnswerResponse in " << response_file << std::endl;
    return 1;
  }

  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);  // as footnote_server does
  EchoService service(std::move(response));
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
