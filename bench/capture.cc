// SPDX-License-Identifier: Apache-2.0
// Calls each method of Footnote once, checks the responses, and writes them to files for the echo
// server. A server that returns less would be no comparison.
#include <grpcpp/grpcpp.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "bench/answer_payload.h"
#include "bench/delivery.h"
#include "bench/payload.h"
#include "footnote/v1/answer_service.grpc.pb.h"

namespace footnote::bench {
namespace {

constexpr int kCitations = 24;

// Returns true if `answer` is the expected answer for the stub's reply.
bool IsWholeAnswer(const v1::Answer& answer) {
  int citations = 0;
  for (const v1::AnswerBlock& block : answer.blocks()) {
    for (const v1::Citation& citation : block.text().citations()) {
      if (citation.verification().verdict() != v1::Verification::VERDICT_EXACT ||
          citation.source_spans().empty()) {
        return false;
      }
      ++citations;
    }
  }
  return citations == kCitations && answer.complete() && answer.notices().empty();
}

void Prepare(grpc::ClientContext* context) {
  context->set_wait_for_ready(true);
  context->set_deadline(absl::ToChronoTime(absl::Now() + absl::Seconds(10)));
}

bool CaptureResponse(v1::AnswerService::Stub& stub, const std::string& file) {
  const v1::AnswerRequest request = AnswerRequestFor(MakePayload());
  grpc::ClientContext context;
  Prepare(&context);
  v1::AnswerResponse response;
  const grpc::Status status = stub.Answer(&context, request, &response);
  if (!status.ok() || !IsWholeAnswer(response.answer())) {
    std::cerr << "capture: the answer is not the one expected: " << status.error_message()
              << std::endl;
    return false;
  }
  std::ofstream(file, std::ios::binary) << response.SerializeAsString();
  std::printf("request %zu bytes, response %zu bytes, %d exact citations\n", request.ByteSizeLong(),
              response.ByteSizeLong(), kCitations);
  return true;
}

// One event of the upstream at a time: Footnote joins text that is ready at the same time, the echo
// must not.
bool CaptureEvents(v1::AnswerService::Stub& stub, const std::string& file) {
  const v1::StreamAnswerRequest request = StreamRequestFor(MakePayload(), kOneAtATime);
  grpc::ClientContext context;
  Prepare(&context);
  const std::unique_ptr<grpc::ClientReader<v1::StreamAnswerResponse>> reader =
      stub.StreamAnswer(&context, request);
  v1::StreamAnswerResponse all;
  v1::StreamAnswerResponse message;
  int messages = 0;
  for (; reader->Read(&message); ++messages) all.MergeFrom(message);
  const grpc::Status status = reader->Finish();
  if (!status.ok() || all.events_size() == 0 ||
      !IsWholeAnswer(all.events(all.events_size() - 1).completed().answer())) {
    std::cerr << "capture: the streamed answer is not the one expected: " << status.error_message()
              << std::endl;
    return false;
  }
  std::ofstream(file, std::ios::binary) << all.SerializeAsString();
  std::printf("streamed: %d events, %zu bytes, in %d messages\n", all.events_size(),
              all.ByteSizeLong(), messages);
  return true;
}

int Main(int argc, char** argv) {
  CLI::App app{"Keeps what footnote_server answers.", "capture"};
  std::string footnote;
  std::string response_file;
  std::string events_file;
  app.add_option("--footnote", footnote, "HOST:PORT of footnote_server")->required();
  app.add_option("--response", response_file, "File for an AnswerResponse")->required();
  app.add_option("--events", events_file, "File for a StreamAnswerResponse with all events")
      ->required();
  CLI11_PARSE(app, argc, argv);

  v1::AnswerService::Stub stub(grpc::CreateChannel(footnote, grpc::InsecureChannelCredentials()));
  return CaptureResponse(stub, response_file) && CaptureEvents(stub, events_file) ? 0 : 1;
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) { return footnote::bench::Main(argc, argv); }
