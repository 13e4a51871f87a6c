// SPDX-License-Identifier: Apache-2.0
// gRPC's side of callback calls, for tests of reactors without a network.
#ifndef FOOTNOTE_TESTS_RPC_FAKE_CALLS_H_
#define FOOTNOTE_TESTS_RPC_FAKE_CALLS_H_

#include <grpcpp/grpcpp.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/synchronization/notification.h"
#include "tests/rpc/encoded.h"

namespace footnote::rpc {

// A unary call. It records the status and leaves OnDone to the test.
class FakeUnaryCall final : public grpc::ServerCallbackUnary {
 public:
  // Connects `reactor`, as gRPC does after the method has returned it.
  void Bind(grpc::ServerUnaryReactor* reactor) {
    reactor_ = reactor;
    BindReactor(reactor);
  }

  // The status of the call, once it has finished.
  const std::optional<grpc::Status>& status() const { return status_; }

  // Waits until the call has finished on another thread.
  void WaitForFinish() { finished_.WaitForNotification(); }

 private:
  void Finish(grpc::Status status) override {
    status_ = std::move(status);
    finished_.Notify();
  }
  void SendInitialMetadata() override {}
  grpc::internal::ServerReactor* reactor() override { return reactor_; }
  void CallOnDone() override {}

  grpc::ServerUnaryReactor* reactor_ = nullptr;
  std::optional<grpc::Status> status_;
  absl::Notification finished_;
};

// A server-streaming call. It records the writes and the status, and leaves OnWriteDone and OnDone
// to the test.
class FakeStreamCall final : public grpc::ServerCallbackWriter<grpc::ByteBuffer> {
 public:
  void Bind(grpc::ServerWriteReactor<grpc::ByteBuffer>* reactor) {
    reactor_ = reactor;
    BindReactor(reactor);
  }

  // The bytes of each write, including one that finishes the call.
  const std::vector<std::string>& writes() const { return writes_; }
  const std::optional<grpc::Status>& status() const { return status_; }
  void WaitForFinish() { finished_.WaitForNotification(); }

 private:
  void Finish(grpc::Status status) override {
    status_ = std::move(status);
    finished_.Notify();
  }
  void SendInitialMetadata() override {}
  void Write(const grpc::ByteBuffer* message, grpc::WriteOptions) override {
    writes_.push_back(Bytes(*message));
  }
  void WriteAndFinish(const grpc::ByteBuffer* message, grpc::WriteOptions,
                      grpc::Status status) override {
    writes_.push_back(Bytes(*message));
    Finish(std::move(status));
  }
  grpc::internal::ServerReactor* reactor() override { return reactor_; }
  void CallOnDone() override {}

  grpc::ServerWriteReactor<grpc::ByteBuffer>* reactor_ = nullptr;
  std::vector<std::string> writes_;
  std::optional<grpc::Status> status_;
  absl::Notification finished_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_TESTS_RPC_FAKE_CALLS_H_
