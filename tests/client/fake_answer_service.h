// SPDX-License-Identifier: Apache-2.0
// An AnswerService on a loopback port whose methods call handlers of the test.
#ifndef FOOTNOTE_TESTS_CLIENT_FAKE_ANSWER_SERVICE_H_
#define FOOTNOTE_TESTS_CLIENT_FAKE_ANSWER_SERVICE_H_

#include <grpcpp/server.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/sync_stream.h>

#include <functional>
#include <memory>
#include <string>

#include "footnote/v1/answer_service.grpc.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

class FakeAnswerService final : public v1::AnswerService::Service {
 public:
  using AnswerHandler = std::function<grpc::Status(grpc::ServerContext*, const v1::AnswerRequest&,
                                                   v1::AnswerResponse*)>;
  using PreviewHandler =
      std::function<grpc::Status(const v1::PreviewAnswerRequest&, v1::PreviewAnswerResponse*)>;

  using StreamHandler = std::function<grpc::Status(grpc::ServerContext*, const v1::AnswerRequest&,
                                                   grpc::ServerWriter<v1::StreamAnswerResponse>*)>;
  using ResolveHandler =
      std::function<grpc::Status(const v1::ResolveAnswerRequest&, v1::ResolveAnswerResponse*)>;

  struct Handlers {
    AnswerHandler answer = nullptr;
    StreamHandler stream = nullptr;
    ResolveHandler resolve = nullptr;
    PreviewHandler preview = nullptr;
  };

  // Serves until it is destroyed. Handlers run on the server's threads; a method without one is
  // UNIMPLEMENTED.
  explicit FakeAnswerService(Handlers handlers);
  explicit FakeAnswerService(AnswerHandler answer, PreviewHandler preview = nullptr);
  ~FakeAnswerService() override;

  // "127.0.0.1:PORT".
  const std::string& address() const { return address_; }

  // A handler that waits until the call is cancelled or past its deadline.
  static grpc::Status WaitForCancel(grpc::ServerContext* context, const v1::AnswerRequest&,
                                    v1::AnswerResponse*);
  // Waits until the call is cancelled or past its deadline.
  static void WaitUntilCancelled(grpc::ServerContext* context);

 private:
  grpc::Status Answer(grpc::ServerContext* context, const v1::AnswerRequest* request,
                      v1::AnswerResponse* response) override;
  grpc::Status StreamAnswer(grpc::ServerContext* context, const v1::StreamAnswerRequest* request,
                            grpc::ServerWriter<v1::StreamAnswerResponse>* writer) override;
  grpc::Status ResolveAnswer(grpc::ServerContext* context, const v1::ResolveAnswerRequest* request,
                             v1::ResolveAnswerResponse* response) override;
  grpc::Status PreviewAnswer(grpc::ServerContext* context, const v1::PreviewAnswerRequest* request,
                             v1::PreviewAnswerResponse* response) override;

  Handlers handlers_;
  std::string address_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_TESTS_CLIENT_FAKE_ANSWER_SERVICE_H_
