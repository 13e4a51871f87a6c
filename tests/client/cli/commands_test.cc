// SPDX-License-Identifier: Apache-2.0
// The `footnote` binary as a user runs it: its exit codes, and what goes to which stream.
#include <future>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "tests/client/cli/cli_process.h"
#include "tests/client/cli/scratch_folder.h"
#include "tests/client/fake_answer_service.h"
#include "tests/client/shared_value.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kSearchResults[] =
    R"([{"source": "kb://1", "title": "Keys", "text": "Keys last a day."}])";

using Process = CliProcess;
using Result = CliProcess::Result;

grpc::Status AnswerYes(grpc::ServerContext*, const v1::AnswerRequest& request,
                       v1::AnswerResponse* response) {
  v1::Answer* answer = response->mutable_answer();
  answer->set_text(absl::StrCat("Yes: ", request.question()));
  answer->add_blocks()->mutable_text()->set_text(answer->text());
  answer->set_complete(true);
  answer->set_model("fake");
  return grpc::Status::OK;
}

grpc::Status Failure(grpc::StatusCode code, const std::string& reason) {
  google::rpc::Status status;
  status.set_code(code);
  status.set_message("it failed");
  google::rpc::ErrorInfo info;
  info.set_reason(reason);
  info.set_domain("footnote.dev");
  status.add_details()->PackFrom(info);
  return grpc::Status(code, "it failed", status.SerializeAsString());
}

TEST(CliTest, ExitsWith0AndPrintsOnlyTheAnswer) {
  FakeAnswerService server(AnswerYes);
  const Result result =
      Process({"ask", "--server", server.address(), "--search-results", "-", "Do they?"},
              kSearchResults)
          .Wait();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("Yes: Do they?\n"));
  EXPECT_EQ(result.err, "");
}

TEST(CliTest, SendsTheSearchResultsOfTheCorpusAndTheFlags) {
  SharedValue<v1::AnswerRequest> request_seen;
  SharedValue<std::string> tenant;
  FakeAnswerService server([&](grpc::ServerContext* context, const v1::AnswerRequest& request,
                               v1::AnswerResponse* response) {
    request_seen.Set(request);
    const auto found = context->client_metadata().find("x-tenant");
    if (found != context->client_metadata().end()) {
      tenant.Set(std::string(found->second.data(), found->second.size()));
    }
    return AnswerYes(context, request, response);
  });
  ScratchFolder docs;
  docs.Write("keys.md", "# Keys\n\nKeys last a day.\n");
  const Result result = Process({"ask",
                                 "--server",
                                 server.address(),
                                 "--corpus",
                                 docs.path(),
                                 "--granularity",
                                 "whole",
                                 "--delivery",
                                 "tool-result",
                                 "--model",
                                 "m",
                                 "--max-tokens",
                                 "9",
                                 "--system",
                                 "Be brief.",
                                 "--strict",
                                 "--metadata",
                                 "x-tenant=blue",
                                 "--max-attempts",
                                 "3",
                                 "--retry-possibly-billed",
                                 "--fallback",
                                 "n@backup",
                                 "--fallback",
                                 "o",
                                 "--route",
                                 "primary",
                                 "--request-id",
                                 "id-1",
                                 "-"},
                                "How long do keys last?\n")
                            .Wait();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const v1::AnswerRequest seen = request_seen.Get();
  EXPECT_EQ(seen.question(), "How long do keys last?");
  ASSERT_EQ(seen.search_results_size(), 1);
  EXPECT_EQ(seen.search_results(0).text(), "Keys last a day.");
  EXPECT_EQ(seen.chunking().policy(), v1::Chunking::POLICY_WHOLE);
  EXPECT_EQ(seen.search().delivery(), v1::Search::DELIVERY_TOOL_RESULT);
  EXPECT_EQ(seen.model_options().model(), "m");
  EXPECT_EQ(seen.model_options().max_tokens(), 9);
  EXPECT_EQ(seen.model_options().system(), "Be brief.");
  EXPECT_TRUE(seen.citation_options().strict());
  EXPECT_EQ(seen.failure_options().max_attempts(), 3);
  EXPECT_TRUE(seen.failure_options().retry_possibly_billed());
  ASSERT_EQ(seen.failure_options().fallback_models_size(), 2);
  EXPECT_EQ(seen.failure_options().fallback_models(0).model(), "n");
  EXPECT_EQ(seen.failure_options().fallback_models(0).route(), "backup");
  EXPECT_EQ(seen.failure_options().fallback_models(1).model(), "o");
  EXPECT_EQ(seen.failure_options().fallback_models(1).route(), "");
  EXPECT_EQ(seen.model_options().route(), "primary");
  EXPECT_EQ(seen.request_id(), "id-1");
  EXPECT_EQ(tenant.Get(), "blue");
}

TEST(CliTest, PrintsTheAnswerAsJson) {
  FakeAnswerService server(AnswerYes);
  const Result result = Process({"ask", "--server", server.address(), "--search-results", "-",
                                 "--format", "json", "Why?"},
                                kSearchResults)
                            .Wait();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("{"));
  EXPECT_THAT(result.out, HasSubstr("\"text\": \"Yes: Why?\""));
}

TEST(CliTest, ExitsWith1OnAnErrorOfTheServer) {
  FakeAnswerService server([](grpc::ServerContext*, const v1::AnswerRequest&, v1::AnswerResponse*) {
    return Failure(grpc::StatusCode::FAILED_PRECONDITION, "UPSTREAM_CREDENTIALS_REJECTED");
  });
  const Result result =
      Process({"ask", "--server", server.address(), "--search-results", "-", "Why?"},
              kSearchResults)
          .Wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err,
              StartsWith("footnote: error: FAILED_PRECONDITION (UPSTREAM_CREDENTIALS_REJECTED): "));
}

TEST(CliTest, ExitsWith1IfNothingListens) {
  std::string address;
  {
    FakeAnswerService gone(AnswerYes);
    address = gone.address();
  }
  const Result result =
      Process({"ask", "--server", address, "--search-results", "-", "Why?"}, kSearchResults).Wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("UNAVAILABLE"));
  EXPECT_THAT(result.err, HasSubstr("is the server running at " + address));
}

TEST(CliTest, ExitsWith1AtItsDeadline) {
  FakeAnswerService server(FakeAnswerService::WaitForCancel);
  const Result result = Process({"ask", "--server", server.address(), "--deadline", "200ms",
                                 "--search-results", "-", "Why?"},
                                kSearchResults)
                            .Wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("--deadline"));
}

TEST(CliTest, ExitsWith2OnInvalidInput) {
  ScratchFolder folder;
  const std::string broken = folder.Write("broken.json", R"([{"title": "\ud83d"}])");
  const std::string empty = folder.Write("empty/image.png", "");
  const std::string not_pem = folder.Write("ca.pem", "no certificate");
  struct Case {
    std::vector<std::string> words;
    std::string expected;
  };
  for (const Case& bad : std::vector<Case>{
           {{"ask", "--nosuch", "Why?"}, "--nosuch"},
           {{"ask"}, "QUESTION"},
           {{"ask", "  "}, "QUESTION"},
           {{"ask", "\xFF"}, "QUESTION"},
           {{"ask", "--system", "\xFF", "Why?"}, "--system"},
           {{"ask", "--fallback", "\xFF", "Why?"}, "--fallback"},
           {{"resolve", "--message", folder.path() + "/missing.json", "Why?"}, "missing.json"},
           {{"resolve", "--message", folder.path(), "Why?"}, "is a folder"},
           {{"resolve", "--message", "-", "Why?"}, "standard input: is empty"},
           {{"ask", "--search-results", folder.path() + "/missing.json", "Why?"},
            "missing.json: cannot be read"},
           {{"ask", "--search-results", folder.path(), "Why?"}, "is a folder"},
           {{"ask", "--search-results", broken, "Why?"}, "broken.json: [0].title"},
           {{"ask", "--search-results", "-", "Why?"}, "standard input: the top level"},
           {{"ask", "--corpus", folder.path() + "/missing", "Why?"}, "no such file or folder"},
           {{"ask", "--corpus", folder.path() + "/empty", "Why?"}, "no readable text file"},
           {{"ask", "--tls", "--ca", folder.path() + "/missing.pem", "Why?"}, "missing.pem"},
           {{"ask", "--tls", "--ca", not_pem, "Why?"}, "does not contain a certificate"},
           {{"ask", "--ca", not_pem, "Why?"}, "--tls"},
       }) {
    const Result result = Process(bad.words).Wait();
    EXPECT_EQ(result.exit_code, 2) << bad.expected << "\n" << result.err;
    EXPECT_EQ(result.out, "") << bad.expected;
    EXPECT_THAT(result.err, HasSubstr("footnote: error: ")) << bad.expected;
    EXPECT_THAT(result.err, HasSubstr(bad.expected));
  }
}

TEST(CliTest, ExitsWith3AfterAnAnswerThatIsIncomplete) {
  FakeAnswerService server([](grpc::ServerContext* context, const v1::AnswerRequest& request,
                              v1::AnswerResponse* response) {
    const grpc::Status status = AnswerYes(context, request, response);
    response->mutable_answer()->set_complete(false);
    response->mutable_answer()->set_stop_reason(v1::STOP_REASON_MAX_TOKENS);
    return status;
  });
  const Result result =
      Process({"ask", "--server", server.address(), "--search-results", "-", "Why?"},
              kSearchResults)
          .Wait();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, StartsWith("Yes: Why?\n"));
  EXPECT_THAT(result.err, HasSubstr("incomplete: the model stopped with max_tokens\n"));
}

TEST(CliTest, StatesTheStopReasonWithTheValueOfTheApi) {
  for (const char* raw : {"made_up", ""}) {
    FakeAnswerService server([raw](grpc::ServerContext* context, const v1::AnswerRequest& request,
                                   v1::AnswerResponse* response) {
      const grpc::Status status = AnswerYes(context, request, response);
      response->mutable_answer()->set_complete(false);
      if (*raw != '\0') response->mutable_answer()->set_stop_reason_raw(raw);
      return status;
    });
    const Result result =
        Process({"ask", "--server", server.address(), "--search-results", "-", "Why?"},
                kSearchResults)
            .Wait();
    EXPECT_EQ(result.err, absl::StrCat("footnote: note: the answer is incomplete: ",
                                       *raw == '\0' ? "the API returned no stop reason"
                                                    : "the model stopped with made_up",
                                       "\n"));
  }
}

TEST(CliTest, ResolveReportsAFileThatIsNotAMessage) {
  FakeAnswerService::Handlers handlers;
  handlers.resolve = [](const v1::ResolveAnswerRequest&, v1::ResolveAnswerResponse*) {
    google::rpc::Status status;
    status.set_code(grpc::StatusCode::INVALID_ARGUMENT);
    google::rpc::BadRequest bad;
    bad.add_field_violations()->set_field("message_json");
    bad.mutable_field_violations(0)->set_description("is no message of the API: it is cut");
    status.add_details()->PackFrom(bad);
    return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "no", status.SerializeAsString());
  };
  FakeAnswerService server(handlers);
  const Result result =
      Process({"resolve", "--server", server.address(), "--message", "-", "Why?"}, "{}").Wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("hint: --message is not a message of the API"));
}

TEST(CliTest, ExitsWith3IfStrictRefusesACitation) {
  FakeAnswerService server([](grpc::ServerContext*, const v1::AnswerRequest&, v1::AnswerResponse*) {
    return Failure(grpc::StatusCode::ABORTED, "UNVERIFIED_CITATION");
  });
  const Result result =
      Process({"ask", "--server", server.address(), "--strict", "--search-results", "-", "Why?"},
              kSearchResults)
          .Wait();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.out, "");
}

TEST(CliTest, ExitsWith130AndCancelsTheCallOnCtrlC) {
  std::promise<void> arrived;
  std::promise<bool> cancelled;
  FakeAnswerService server([&](grpc::ServerContext* context, const v1::AnswerRequest& request,
                               v1::AnswerResponse* response) {
    arrived.set_value();
    const grpc::Status status = FakeAnswerService::WaitForCancel(context, request, response);
    cancelled.set_value(true);
    return status;
  });
  Process run({"ask", "--server", server.address(), "--search-results", "-", "Why?"},
              kSearchResults);
  arrived.get_future().wait();
  run.Interrupt();
  EXPECT_TRUE(cancelled.get_future().get());
  const Result result = run.Wait();
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(result.out, "");
}

TEST(CliTest, PreviewPrintsTheUpstreamJsonByteForByte) {
  const std::string json = "{\"text\":\"日\u009B\"}";
  FakeAnswerService server(
      AnswerYes, [&json](const v1::PreviewAnswerRequest&, v1::PreviewAnswerResponse* response) {
        response->set_upstream_json(json);
        return grpc::Status::OK;
      });
  const Result result = Process({"preview", "--server", server.address(), "--search-results", "-",
                                 "--upstream-json", "Why?"},
                                kSearchResults)
                            .Wait();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, json);
}

TEST(CliTest, SendsNoSearchResultsIfTheCorpusHasNoneAndReportsIt) {
  SharedValue<v1::AnswerRequest> seen;
  FakeAnswerService server([&seen](grpc::ServerContext* context, const v1::AnswerRequest& request,
                                   v1::AnswerResponse* response) {
    seen.Set(request);
    return AnswerYes(context, request, response);
  });
  ScratchFolder docs;
  docs.Write("keys.md", "# Keys\n\nKeys last a day.\n");
  const Result result =
      Process({"ask", "--server", server.address(), "--corpus", docs.path(), "火星は？"}).Wait();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(seen.Get().search_results_size(), 0);
  EXPECT_EQ(seen.Get().search().outcome(), v1::Search::OUTCOME_UNSPECIFIED);
  EXPECT_THAT(result.err, HasSubstr(" (1 passage) contains a word"));
}

TEST(CliTest, PreviewSendsTheStreamFlag) {
  SharedValue<bool> is_stream;
  FakeAnswerService server(
      AnswerYes, [&is_stream](const v1::PreviewAnswerRequest& request, v1::PreviewAnswerResponse*) {
        is_stream.Set(request.stream());
        return grpc::Status::OK;
      });
  std::vector<std::string> words = {"preview", "--server", server.address(), "Why?"};
  EXPECT_EQ(Process(words).Wait().exit_code, 0);
  EXPECT_FALSE(is_stream.Get());
  words.emplace_back("--stream");
  EXPECT_EQ(Process(words).Wait().exit_code, 0);
  EXPECT_TRUE(is_stream.Get());
}

TEST(CliTest, ResolvesAMessageInBothFormsAndPrintsItLikeAsk) {
  struct Case {
    const char* message;
    bool is_json;
  };
  for (const Case& message : std::vector<Case>{{"{\"content\": []}", true},
                                               {"\xEF\xBB\xBF \r\n{}", true},
                                               {"[]", true},
                                               {"event: message_start\n", false},
                                               {"\xEF\xBB\xBF"
                                                "data:{}\n\n",
                                                false},
                                               {": comment\n", false},
                                               {"\xFF", false}}) {
    SharedValue<v1::ResolveAnswerRequest> seen;
    FakeAnswerService::Handlers handlers;
    handlers.resolve = [&seen](const v1::ResolveAnswerRequest& request,
                               v1::ResolveAnswerResponse* response) {
      seen.Set(request);
      response->mutable_answer()->set_text("Yes.");
      response->mutable_answer()->add_blocks()->mutable_text()->set_text("Yes.");
      response->mutable_answer()->set_complete(true);
      return grpc::Status::OK;
    };
    FakeAnswerService server(handlers);
    ScratchFolder folder;
    const Result result = Process({"resolve", "--server", server.address(), "--search-results", "-",
                                   "--message", folder.Write("message", message.message), "Why?"},
                                  kSearchResults)
                              .Wait();
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, StartsWith("Yes.\n"));
    EXPECT_EQ(seen.Get().request().search_results_size(), 1);
    EXPECT_EQ(message.is_json ? seen.Get().message_json() : seen.Get().message_events(),
              message.message);
  }
}

}  // namespace
}  // namespace footnote::client
