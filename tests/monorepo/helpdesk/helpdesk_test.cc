// SPDX-License-Identifier: Apache-2.0
// A service of the monorepo's that asks Footnote through the C++ client.
#include <grpcpp/grpcpp.h>

#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/answer_client.h"
#include "footnote/v1/answer_service.grpc.pb.h"
#include "gtest/gtest.h"
#include "helpdesk/helpdesk.grpc.pb.h"

#ifndef MONOREPO_HAS_ITS_OWN_CLI11
#error "footnote_deps() replaced a repository that the workspace had declared"
#endif

namespace helpdesk {
namespace {

class CannedAnswers final : public footnote::v1::AnswerService::CallbackService {
  grpc::ServerUnaryReactor* Answer(grpc::CallbackServerContext* context,
                                   const footnote::v1::AnswerRequest* request,
                                   footnote::v1::AnswerResponse* response) override {
    response->mutable_answer()->set_text(absl::StrCat("You asked: ", request->question()));
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }
};

class Desk final : public Helpdesk::CallbackService {
 public:
  explicit Desk(footnote::client::AnswerClient client) : client_(std::move(client)) {}

 private:
  grpc::ServerUnaryReactor* Open(grpc::CallbackServerContext* context, const Ticket* request,
                                 Ticket* response) override {
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    footnote::v1::AnswerRequest question;
    question.set_question(request->question());
    client_.AnswerAsync(
        std::move(question), {}, [reactor, response](absl::StatusOr<footnote::v1::Answer> answer) {
          if (answer.ok()) *response->mutable_answer() = *std::move(answer);
          reactor->Finish(
              answer.ok() ? grpc::Status::OK
                          : grpc::Status(grpc::StatusCode::UNKNOWN, answer.status().ToString()));
        });
    return reactor;
  }

  footnote::client::AnswerClient client_;
};

std::unique_ptr<grpc::Server> Serve(grpc::Service& service, int& port) {
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  return builder.BuildAndStart();
}

TEST(HelpdeskTest, AnswersThroughFootnote) {
  int footnote_port = 0;
  CannedAnswers answers;
  const std::unique_ptr<grpc::Server> footnote = Serve(answers, footnote_port);
  ASSERT_NE(footnote, nullptr);

  int desk_port = 0;
  Desk desk(footnote::client::AnswerClient(absl::StrCat("127.0.0.1:", footnote_port)));
  const std::unique_ptr<grpc::Server> server = Serve(desk, desk_port);
  ASSERT_NE(server, nullptr);

  const std::unique_ptr<Helpdesk::Stub> stub = Helpdesk::NewStub(grpc::CreateChannel(
      absl::StrCat("127.0.0.1:", desk_port), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  Ticket ticket;
  ticket.set_question("How long is data kept?");
  Ticket answered;
  const grpc::Status status = stub->Open(&context, ticket, &answered);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(answered.answer().text(), "You asked: How long is data kept?");
}

}  // namespace
}  // namespace helpdesk
