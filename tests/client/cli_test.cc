// The `footnote` binary as a user runs it: its exit codes, and what goes to which stream.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <future>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "tests/client/fake_answer_service.h"
#include "tests/client/scratch_folder.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kBinary[] = "client/cli/footnote";
constexpr char kHits[] = R"([{"source": "kb://1", "title": "Keys", "text": "Keys last a day."}])";

struct Result {
  int exit_code = -1;
  std::string out;
  std::string err;
};

std::string Content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

// A run of the binary with files for its three streams.
class Process {
 public:
  explicit Process(std::vector<std::string> words, const std::string& input = "") {
    const std::string in = folder_.Write("in", input);
    const std::string out = folder_.Write("out", "");
    const std::string err = folder_.Write("err", "");
    words.insert(words.begin(), kBinary);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    child_ = fork();
    if (child_ == 0) {
      dup2(open(in.c_str(), O_RDONLY), STDIN_FILENO);
      dup2(open(out.c_str(), O_WRONLY), STDOUT_FILENO);
      dup2(open(err.c_str(), O_WRONLY), STDERR_FILENO);
      execv(kBinary, argv.data());
      _exit(127);
    }
  }

  void Interrupt() const { kill(child_, SIGINT); }

  Result Wait() const {
    int status = 0;
    waitpid(child_, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
            Content(folder_.path() + "/out"), Content(folder_.path() + "/err")};
  }

 private:
  ScratchFolder folder_;
  pid_t child_ = -1;
};

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
  info.set_domain("footnote");
  status.add_details()->PackFrom(info);
  return grpc::Status(code, "it failed", status.SerializeAsString());
}

TEST(CliTest, ExitsWith0AndPrintsNothingButTheAnswer) {
  FakeAnswerService server(AnswerYes);
  const Result result =
      Process({"ask", "--server", server.address(), "--hits", "-", "Do they?"}, kHits).Wait();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("Yes: Do they?\n"));
  EXPECT_EQ(result.err, "");
}

TEST(CliTest, SendsTheHitsOfTheCorpusAndWhatTheFlagsSay) {
  v1::AnswerRequest seen;
  std::string tenant;
  FakeAnswerService server([&](grpc::ServerContext* context, const v1::AnswerRequest& request,
                               v1::AnswerResponse* response) {
    seen = request;
    const auto found = context->client_metadata().find("x-tenant");
    if (found != context->client_metadata().end()) {
      tenant.assign(found->second.data(), found->second.size());
    }
    return AnswerYes(context, request, response);
  });
  ScratchFolder docs;
  docs.Write("keys.md", "# Keys\n\nKeys last a day.\n");
  const Result result =
      Process({"ask", "--server", server.address(), "--corpus", docs.path(), "--granularity",
               "whole", "--delivery", "tool-result", "--model", "m", "--max-tokens", "9",
               "--system", "Be brief.", "--strict", "--metadata", "x-tenant=blue", "-"},
              "How long do keys last?\n")
          .Wait();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(seen.question(), "How long do keys last?");
  ASSERT_EQ(seen.hits_size(), 1);
  EXPECT_EQ(seen.hits(0).text(), "Keys last a day.");
  EXPECT_EQ(seen.chunking().policy(), v1::Chunking::POLICY_WHOLE);
  EXPECT_EQ(seen.search().delivery(), v1::Search::DELIVERY_TOOL_RESULT);
  EXPECT_EQ(seen.model_options().model(), "m");
  EXPECT_EQ(seen.model_options().max_tokens(), 9);
  EXPECT_EQ(seen.model_options().system(), "Be brief.");
  EXPECT_TRUE(seen.citations().strict());
  EXPECT_EQ(tenant, "blue");
}

TEST(CliTest, PrintsTheAnswerAsJson) {
  FakeAnswerService server(AnswerYes);
  const Result result =
      Process({"ask", "--server", server.address(), "--hits", "-", "--format", "json", "Why?"},
              kHits)
          .Wait();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("{"));
  EXPECT_THAT(result.out, HasSubstr("\"text\": \"Yes: Why?\""));
}

TEST(CliTest, ExitsWith1WhereTheServerSaysNo) {
  FakeAnswerService server([](grpc::ServerContext*, const v1::AnswerRequest&, v1::AnswerResponse*) {
    return Failure(grpc::StatusCode::FAILED_PRECONDITION, "UPSTREAM_CREDENTIALS_REJECTED");
  });
  const Result result =
      Process({"ask", "--server", server.address(), "--hits", "-", "Why?"}, kHits).Wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err,
              StartsWith("footnote: error: FAILED_PRECONDITION (UPSTREAM_CREDENTIALS_REJECTED): "));
}

TEST(CliTest, ExitsWith1WhereNothingListens) {
  std::string address;
  {
    FakeAnswerService gone(AnswerYes);
    address = gone.address();
  }
  const Result result = Process({"ask", "--server", address, "--hits", "-", "Why?"}, kHits).Wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("UNAVAILABLE"));
  EXPECT_THAT(result.err, HasSubstr("is the server running at " + address));
}

TEST(CliTest, ExitsWith1AtItsDeadline) {
  FakeAnswerService server(FakeAnswerService::WaitForCancel);
  const Result result =
      Process({"ask", "--server", server.address(), "--deadline", "200ms", "--hits", "-", "Why?"},
              kHits)
          .Wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("--deadline"));
}

TEST(CliTest, ExitsWith2OnInputThatItCannotUse) {
  ScratchFolder folder;
  const std::string broken = folder.Write("broken.json", R"([{"title": "\ud83d"}])");
  const std::string empty = folder.Write("empty/image.png", "");
  const std::string not_pem = folder.Write("ca.pem", "no certificate");
  struct Case {
    std::vector<std::string> words;
    std::string says;
  };
  for (const Case& bad : std::vector<Case>{
           {{"ask", "--nosuch", "Why?"}, "--nosuch"},
           {{"ask"}, "QUESTION"},
           {{"ask", "  "}, "QUESTION"},
           {{"ask", "\xFF"}, "QUESTION"},
           {{"ask", "--system", "\xFF", "Why?"}, "--system"},
           {{"ask", "--hits", folder.path() + "/missing.json", "Why?"},
            "missing.json: cannot be read"},
           {{"ask", "--hits", folder.path(), "Why?"}, "is a folder"},
           {{"ask", "--hits", broken, "Why?"}, "broken.json: [0].title"},
           {{"ask", "--hits", "-", "Why?"}, "standard input: the top level"},
           {{"ask", "--corpus", folder.path() + "/missing", "Why?"}, "no such file or folder"},
           {{"ask", "--corpus", folder.path() + "/empty", "Why?"}, "no readable text file"},
           {{"ask", "--tls", "--ca", folder.path() + "/missing.pem", "Why?"}, "missing.pem"},
           {{"ask", "--tls", "--ca", not_pem, "Why?"}, "no certificate"},
           {{"ask", "--ca", not_pem, "Why?"}, "--tls"},
       }) {
    const Result result = Process(bad.words).Wait();
    EXPECT_EQ(result.exit_code, 2) << bad.says << "\n" << result.err;
    EXPECT_EQ(result.out, "") << bad.says;
    EXPECT_THAT(result.err, HasSubstr("footnote: error: ")) << bad.says;
    EXPECT_THAT(result.err, HasSubstr(bad.says));
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
      Process({"ask", "--server", server.address(), "--hits", "-", "Why?"}, kHits).Wait();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, StartsWith("Yes: Why?\n"));
  EXPECT_THAT(result.err, HasSubstr("incomplete: STOP_REASON_MAX_TOKENS"));
}

TEST(CliTest, ExitsWith3WhereStrictnessRefusesACitation) {
  FakeAnswerService server([](grpc::ServerContext*, const v1::AnswerRequest&, v1::AnswerResponse*) {
    return Failure(grpc::StatusCode::ABORTED, "UNVERIFIED_CITATION");
  });
  const Result result =
      Process({"ask", "--server", server.address(), "--strict", "--hits", "-", "Why?"}, kHits)
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
  const Process run({"ask", "--server", server.address(), "--hits", "-", "Why?"}, kHits);
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
  const Result result =
      Process({"preview", "--server", server.address(), "--hits", "-", "--upstream-json", "Why?"},
              kHits)
          .Wait();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, json);
}

TEST(CliTest, AsksWithoutHitsWhereTheCorpusHasNoneAndSaysSo) {
  v1::AnswerRequest seen;
  FakeAnswerService server([&seen](grpc::ServerContext* context, const v1::AnswerRequest& request,
                                   v1::AnswerResponse* response) {
    seen = request;
    return AnswerYes(context, request, response);
  });
  ScratchFolder docs;
  docs.Write("keys.md", "# Keys\n\nKeys last a day.\n");
  const Result result =
      Process({"ask", "--server", server.address(), "--corpus", docs.path(), "火星は？"}).Wait();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(seen.hits_size(), 0);
  EXPECT_EQ(seen.search().outcome(), v1::Search::OUTCOME_UNSPECIFIED);
  EXPECT_THAT(result.err, HasSubstr("footnote: note: nothing in "));
}

}  // namespace
}  // namespace footnote::client
