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
    : answer_(std::move(answer)), preview_(std::move(preview)) {
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
  // The synchronous API tells of a cancellation only when asked.
  while (!context->IsCancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return grpc::Status::CANCELLED;
}

grpc::Status FakeAnswerService::Answer(grpc::ServerContext* context,
                                       const v1::AnswerRequest* request,
                                       v1::AnswerResponse* response) {
  return answer_(context, *request, response);
}

grpc::Status FakeAnswerService::PreviewAnswer(grpc::ServerContext*,
                                              const v1::PreviewAnswerRequest* request,
                                              v1::PreviewAnswerResponse* response) {
  return preview_(*request, response);
}

}  // namespace footnote::client
