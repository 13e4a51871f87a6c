// SPDX-License-Identifier: Apache-2.0
#include "tests/client/fake_answer_service.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"

namespace footnote::client {

FakeAnswerService::FakeAnswerService(AnswerHandler answer, PreviewHandler preview)
    : FakeAnswerService(Handlers{std::move(answer), nullptr, nullptr, std::move(preview)}) {}

FakeAnswerService::FakeAnswerService(Handlers handlers) : handlers_(std::move(handlers)) {
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(this);
  server_ = builder.BuildAndStart();
  address_ = absl::StrCat("127.0.0.1:", port);
}

FakeAnswerService::~FakeAnswerService() {
  server_->Shutdown(std::chrono::system_clock::now());
  server_->Wait();
}

grpc::Status FakeAnswerService::WaitForCancel(grpc::ServerContext* context,
                                              const v1::AnswerRequest&, v1::AnswerResponse*) {
  WaitUntilCancelled(context);
  return grpc::Status::CANCELLED;
}

void FakeAnswerService::WaitUntilCancelled(grpc::ServerContext* context) {
  // The synchronous API has no notification of a cancellation.
  while (!context->IsCancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

grpc::Status FakeAnswerService::Answer(grpc::ServerContext* context,
                                       const v1::AnswerRequest* request,
                                       v1::AnswerResponse* response) {
  if (!handlers_.answer) return v1::AnswerService::Service::Answer(context, request, response);
  return handlers_.answer(context, *request, response);
}

grpc::Status FakeAnswerService::StreamAnswer(grpc::ServerContext* context,
                                             const v1::StreamAnswerRequest* request,
                                             grpc::ServerWriter<v1::StreamAnswerResponse>* writer) {
  if (!handlers_.stream) return v1::AnswerService::Service::StreamAnswer(context, request, writer);
  return handlers_.stream(context, request->request(), writer);
}

grpc::Status FakeAnswerService::ResolveAnswer(grpc::ServerContext* context,
                                              const v1::ResolveAnswerRequest* request,
                                              v1::ResolveAnswerResponse* response) {
  if (!handlers_.resolve) {
    return v1::AnswerService::Service::ResolveAnswer(context, request, response);
  }
  return handlers_.resolve(*request, response);
}

grpc::Status FakeAnswerService::PreviewAnswer(grpc::ServerContext* context,
                                              const v1::PreviewAnswerRequest* request,
                                              v1::PreviewAnswerResponse* response) {
  if (!handlers_.preview) {
    return v1::AnswerService::Service::PreviewAnswer(context, request, response);
  }
  return handlers_.preview(*request, response);
}

}  // namespace footnote::client
