// SPDX-License-Identifier: Apache-2.0
// `footnote ask --stream` as a user runs it: what comes when, to which stream, and how it ends.
#include <algorithm>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "tests/client/answer_events.h"
#include "tests/client/cli/cli_process.h"
#include "tests/client/fake_answer_service.h"

namespace footnote::client {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Output = CliProcess::Output;
using Result = CliProcess::Result;
using Writer = grpc::ServerWriter<v1::StreamAnswerResponse>;

FakeAnswerService::Handlers Streaming(FakeAnswerService::StreamHandler handler) {
  FakeAnswerService::Handlers handlers;
  handlers.stream = std::move(handler);
  return handlers;
}

FakeAnswerService::StreamHandler Sending(std::vector<v1::StreamAnswerResponse> batches) {
  return [batches = std::move(batches)](grpc::ServerContext*, const v1::AnswerRequest&,
                                        Writer* writer) {
    for (const v1::StreamAnswerResponse& batch : batches) writer->Write(batch);
    return grpc::Status::OK;
  };
}

v1::StreamAnswerResponse Text(const std::string& text) {
  return Batches({TextEvent(0, text)}, 0)[0];
}

// Asks with --stream and `flags`.
CliProcess Ask(const FakeAnswerService& server, const std::vector<std::string>& flags = {},
               Output output = Output::kFile) {
  std::vector<std::string> words = {
      "ask", "--stream", "--server", server.address(), "--search-results", "-"};
  words.insert(words.end(), flags.begin(), flags.end());
  words.emplace_back("Why?");
  return CliProcess(std::move(words),
                    R"([{"source": "guide.md", "title": "Retention", "text": "30 days."}])",
                    output);
}

TEST(CliStreamTest, PrintsTheSameBytesForEveryGroupingOfTheEvents) {
  const std::vector<v1::AnswerEvent> events = EventsOf(RichAnswer());
  for (const char* format : {"text", "markdown", "json"}) {
    std::vector<std::string> outs;
    for (const uint64_t cuts :
         {uint64_t{0}, ~uint64_t{0}, uint64_t{0x1111111111111111}, uint64_t{0x6db6db6db6db6db6}}) {
      FakeAnswerService server(Streaming(Sending(Batches(events, cuts))));
      const Result result = Ask(server, {"--format", format}).Wait();
      EXPECT_EQ(result.exit_code, 0) << result.err;
      EXPECT_EQ(result.err, "");
      outs.push_back(result.out);
    }
    EXPECT_THAT(outs, ::testing::Each(outs[0])) << format;
    EXPECT_THAT(outs[0], HasSubstr("claude-test")) << format;
  }
}

TEST(CliStreamTest, PrintsTextBeforeTheAnswerIsComplete) {
  std::promise<void> release;
  FakeAnswerService server(Streaming([&](grpc::ServerContext*, const v1::AnswerRequest&,
                                         Writer* writer) {
    writer->Write(Text("first piece"));
    release.get_future().wait();
    writer->Write(Batches({TextEvent(0, ", second piece"), EventsOf(RichAnswer()).back()}, 0)[0]);
    return grpc::Status::OK;
  }));
  CliProcess run = Ask(server, {}, Output::kPipe);
  run.ReadUntil("first piece");
  release.set_value();
  const Result result = run.Wait();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("first piece, second piece\n\n"));
}

TEST(CliStreamTest, ATerminalGetsColoursAndAPipeDoesNot) {
  FakeAnswerService server(Streaming(Sending(Batches(EventsOf(RichAnswer()), ~uint64_t{0}))));
  const Result piped = Ask(server, {}, Output::kPipe).Wait();
  const Result shown = Ask(server, {}, Output::kTerminal).Wait();
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("30 days, \x1b[1;36m[1]\x1b[0m"));
  EXPECT_THAT(piped.out, HasSubstr("30 days, [1]"));
  std::string plain;
  for (size_t i = 0; i < shown.out.size(); ++i) {
    if (shown.out[i] == '\x1b') {
      i = shown.out.find('m', i);
    } else if (shown.out[i] != '\r') {  // a terminal's own, before each line feed
      plain.push_back(shown.out[i]);
    }
  }
  EXPECT_EQ(plain, piped.out);
}

TEST(CliStreamTest, AnErrorBeforeAnyTextIsReportedAsWithoutStream) {
  FakeAnswerService server(Streaming([](grpc::ServerContext*, const v1::AnswerRequest&, Writer*) {
    return grpc::Status(grpc::StatusCode::NOT_FOUND, "no such model");
  }));
  const Result result = Ask(server).Wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, StartsWith("footnote: error: NOT_FOUND: no such model\n"));
  EXPECT_THAT(result.err, Not(HasSubstr("whole answer")));
}

grpc::Status BrokenOff(grpc::StatusCode code, const std::string& reason) {
  google::rpc::Status rich;
  rich.set_code(code);
  google::rpc::ErrorInfo info;
  info.set_reason(reason);
  info.set_domain("footnote.dev");
  (*info.mutable_metadata())["partial"] = "true";
  rich.add_details()->PackFrom(info);
  v1::FailedAttempts failed;
  for (const char* type : {"overloaded_error", "api_error"}) {
    failed.add_attempts()->set_error_type(type);
  }
  rich.add_details()->PackFrom(failed);
  return grpc::Status(code, "broke off", rich.SerializeAsString());
}

TEST(CliStreamTest, AnErrorAfterTextEndsTheLineAndStatesThatTheAnswerIsIncomplete) {
  for (const char* text : {"half an ans", "half an answer\nand"}) {
    FakeAnswerService server(
        Streaming([text](grpc::ServerContext*, const v1::AnswerRequest&, Writer* writer) {
          writer->Write(Text(text));
          return BrokenOff(grpc::StatusCode::UNAVAILABLE, "UPSTREAM_BROKE_OFF");
        }));
    const Result result = Ask(server).Wait();
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.out, std::string(text) + "\n");
    EXPECT_EQ(result.err,
              "footnote: error: UNAVAILABLE (UPSTREAM_BROKE_OFF): broke off\n"
              "footnote: note: 2 attempts: overloaded_error, api_error\n"
              "footnote: hint: try again\n"
              "footnote: note: the output above is not a complete answer\n");
  }
}

TEST(CliStreamTest, AConnectionLostAfterTextIsNotReportedAsAMissingServer) {
  FakeAnswerService server(
      Streaming([](grpc::ServerContext*, const v1::AnswerRequest&, Writer* writer) {
        writer->Write(Text("half"));
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "Socket closed");
      }));
  const Result result = Ask(server).Wait();
  EXPECT_THAT(result.err, HasSubstr("the connection to the server was lost"));
}

TEST(CliStreamTest, AStreamWithoutItsAnswerIsAnError) {
  FakeAnswerService server(Streaming(Sending({Text("all?")})));
  const Result result = Ask(server).Wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "all?\n");
  EXPECT_THAT(result.err, HasSubstr("DATA_LOSS"));
  EXPECT_THAT(result.err, HasSubstr("not a complete answer"));
}

TEST(CliStreamTest, LinesOfJsonStayLinesWhenTheCallFails) {
  FakeAnswerService server(
      Streaming([](grpc::ServerContext*, const v1::AnswerRequest&, Writer* writer) {
        writer->Write(Text("half"));
        return BrokenOff(grpc::StatusCode::UNAVAILABLE, "UPSTREAM_BROKE_OFF");
      }));
  const Result result = Ask(server, {"--format", "json"}).Wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "{\"text_delta\":{\"block_index\":0,\"text\":\"half\"}}\n");
}

TEST(CliStreamTest, ExitsWith3IfStrictRefusesACitationAfterText) {
  FakeAnswerService server(
      Streaming([](grpc::ServerContext*, const v1::AnswerRequest& request, Writer* writer) {
        EXPECT_TRUE(request.citation_options().strict());
        writer->Write(Text("wrong"));
        return BrokenOff(grpc::StatusCode::ABORTED, "UNVERIFIED_CITATION");
      }));
  const Result result = Ask(server, {"--strict"}).Wait();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("not a complete answer"));
}

TEST(CliStreamTest, ExitsWith3AfterAnAnswerThatIsIncomplete) {
  v1::Answer answer = RichAnswer();
  answer.set_complete(false);
  answer.set_stop_reason(v1::STOP_REASON_MAX_TOKENS);
  answer.set_stop_reason_raw("max_tokens");
  FakeAnswerService server(Streaming(Sending(Batches(EventsOf(answer), 0))));
  const Result result = Ask(server).Wait();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("incomplete: the model stopped with max_tokens\n"));
}

TEST(CliStreamTest, ExitsWith1AtItsDeadlineAfterText) {
  FakeAnswerService server(
      Streaming([](grpc::ServerContext* context, const v1::AnswerRequest&, Writer* writer) {
        writer->Write(Text("slow"));
        FakeAnswerService::WaitUntilCancelled(context);
        return grpc::Status::CANCELLED;
      }));
  const Result result = Ask(server, {"--deadline", "500ms"}).Wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("DEADLINE_EXCEEDED"));
}

// B87
TEST(CliStreamTest, CtrlCCancelsTheCallAndEndsTheLine) {
  for (const Output output : {Output::kPipe, Output::kTerminal}) {
    std::promise<void> cancelled;
    FakeAnswerService server(Streaming(
        [&cancelled](grpc::ServerContext* context, const v1::AnswerRequest&, Writer* writer) {
          writer->Write(Text("one"));
          FakeAnswerService::WaitUntilCancelled(context);
          cancelled.set_value();
          return grpc::Status::CANCELLED;
        }));
    CliProcess run = Ask(server, {}, output);
    run.ReadUntil("one");
    run.Interrupt();
    cancelled.get_future().wait();
    const Result result = run.Wait();
    EXPECT_EQ(result.exit_code, 130);
    EXPECT_EQ(result.out, output == Output::kPipe ? "one\n" : "one\r\n");
    EXPECT_EQ(result.err, "footnote: interrupted\n");
  }
}

TEST(CliStreamTest, ASecondCtrlCEndsAProgramWhoseOutputIsNotRead) {
  std::promise<void> cancelled;
  FakeAnswerService server(Streaming(
      [&cancelled](grpc::ServerContext* context, const v1::AnswerRequest&, Writer* writer) {
        writer->Write(Text("one" + std::string(1 << 20, 'x')));  // more than a pipe takes
        FakeAnswerService::WaitUntilCancelled(context);
        cancelled.set_value();
        return grpc::Status::CANCELLED;
      }));
  CliProcess run = Ask(server, {}, Output::kPipe);
  run.ReadUntil("one");
  run.Interrupt();
  cancelled.get_future().wait();
  run.Interrupt();
  const Result result = run.Wait();
  EXPECT_EQ(result.exit_code, 130);
}

TEST(CliStreamTest, AClosedPipeEndsItQuietlyAndCancelsTheCall) {
  std::promise<void> closed;
  std::promise<void> cancelled;
  FakeAnswerService server(
      Streaming([&](grpc::ServerContext* context, const v1::AnswerRequest&, Writer* writer) {
        writer->Write(Text("one\ntwo"));
        closed.get_future().wait();
        writer->Write(Text("\nthree"));
        FakeAnswerService::WaitUntilCancelled(context);
        cancelled.set_value();
        return grpc::Status::CANCELLED;
      }));
  CliProcess run = Ask(server, {}, Output::kPipe);
  run.ReadUntil("one\n");
  run.CloseOutput();
  closed.set_value();
  cancelled.get_future().wait();
  const Result result = run.Wait();
  EXPECT_EQ(result.exit_code, 141);
  EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace footnote::client
