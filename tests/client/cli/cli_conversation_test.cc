// SPDX-License-Identifier: Apache-2.0
// The `footnote` binary with documents, over several turns, and with a page as its result.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/cli/history/history_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/cli/cli_process.h"
#include "tests/client/cli/scratch_folder.h"
#include "tests/client/fake_answer_service.h"
#include "tests/client/shared_value.h"

namespace footnote::client {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using Result = CliProcess::Result;

constexpr char kSearchResults[] =
    R"([{"id": "k", "source": "kb://1", "title": "Keys", "text": "Keys last a day."}])";

std::string Content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

// A server that answers every request, keeps it, and lets `edit` change its answers.
class Server {
 public:
  explicit Server(std::function<void(v1::Answer*)> edit = nullptr)
      : edit_(std::move(edit)), service_(Handlers()) {}

  Result Run(const std::vector<std::string>& words, const std::string& input = "") const {
    std::vector<std::string> all = {words[0], "--server", service_.address()};
    all.insert(all.end(), words.begin() + 1, words.end());
    return CliProcess(all, input).Wait();
  }

  v1::AnswerRequest seen() const { return seen_.Get(); }

 private:
  void Answer(const v1::AnswerRequest& request, v1::Answer* answer) {
    seen_.Set(request);
    answer->set_text(absl::StrCat("Yes: ", request.question()));
    answer->add_blocks()->mutable_text()->set_text(answer->text());
    answer->set_complete(true);
    answer->set_stop_reason(v1::STOP_REASON_END_TURN);
    answer->set_model("fake");
    if (edit_) edit_(answer);
  }

  FakeAnswerService::Handlers Handlers() {
    FakeAnswerService::Handlers handlers;
    handlers.answer = [this](grpc::ServerContext*, const v1::AnswerRequest& request,
                             v1::AnswerResponse* response) {
      Answer(request, response->mutable_answer());
      return grpc::Status::OK;
    };
    handlers.stream = [this](grpc::ServerContext*, const v1::AnswerRequest& request,
                             grpc::ServerWriter<v1::StreamAnswerResponse>* writer) {
      v1::StreamAnswerResponse response;
      Answer(request, response.add_events()->mutable_completed()->mutable_answer());
      writer->Write(response);
      return grpc::Status::OK;
    };
    handlers.preview = [this](const v1::PreviewAnswerRequest& request,
                              v1::PreviewAnswerResponse* response) {
      seen_.Set(request.request());
      v1::PreviewedSearchResult* const hit = response->add_search_results();
      hit->mutable_source()->set_kind(v1::CitedSource::KIND_SEARCH_RESULT);
      hit->mutable_source()->set_api_index(0);
      hit->mutable_source()->set_item_index(0);
      hit->add_blocks()->mutable_span()->set_byte_end(16);
      return grpc::Status::OK;
    };
    return handlers;
  }

  std::function<void(v1::Answer*)> edit_;
  SharedValue<v1::AnswerRequest> seen_;
  FakeAnswerService service_;
};

TEST(CliConversationTest, SendsDocumentsByKindAndSetsChunkingOnlyIfRequested) {
  const Server server;
  ScratchFolder folder;
  const std::string text = folder.Write("a.txt", "Grass is green.");
  const std::string pdf = folder.Write("b.pdf", "%PDF-1.4");
  const std::string image = folder.Write("c.gif", "GIF89a");
  std::vector<std::string> words = {"ask",
                                    "--document",
                                    text,
                                    "--document",
                                    pdf,
                                    "--document",
                                    image,
                                    "--document-url",
                                    "https://x.example/d.pdf",
                                    "--document-file-id",
                                    "file_1",
                                    "--granularity",
                                    "whole",
                                    "Why?"};
  Result result = server.Run(words);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  v1::AnswerRequest seen = server.seen();
  ASSERT_EQ(seen.documents_size(), 4);
  EXPECT_EQ(seen.documents(0).text(), "Grass is green.");
  EXPECT_FALSE(seen.documents(0).has_chunking());
  EXPECT_EQ(seen.documents(1).pdf(), "%PDF-1.4");
  EXPECT_EQ(seen.documents(2).pdf_url(), "https://x.example/d.pdf");
  EXPECT_EQ(seen.documents(3).file_id(), "file_1");
  ASSERT_EQ(seen.images_size(), 1);
  EXPECT_EQ(seen.search().outcome(), v1::Search::OUTCOME_SKIPPED);

  words.insert(words.end(), {"--document-granularity", "sentence"});
  EXPECT_EQ(server.Run(words).exit_code, 0);
  seen = server.seen();
  EXPECT_EQ(seen.documents(0).chunking().policy(), v1::Chunking::POLICY_SENTENCE);
  EXPECT_FALSE(seen.documents(1).has_chunking());
}

TEST(CliConversationTest, SendsTheFlagsForCacheCoverageAndWebSearch) {
  const Server server;
  const Result result = server.Run({"ask", "--cache", "auto", "--cache-ttl", "1h", "--min-coverage",
                                    "0", "--web-search", "Why?"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");  // with a web search there is something to cite
  const v1::AnswerRequest seen = server.seen();
  EXPECT_EQ(seen.cache_options().policy(), v1::CacheOptions::POLICY_AUTO);
  EXPECT_EQ(seen.cache_options().ttl(), v1::CacheControl::TTL_1H);
  EXPECT_TRUE(seen.citation_options().has_min_coverage());
  ASSERT_EQ(seen.tools_size(), 1);
  EXPECT_TRUE(seen.tools(0).has_web_search());
}

TEST(CliConversationTest, RemembersAConversationAndDoesNotSendItsContentTwice) {
  const Server server;
  ScratchFolder folder;
  const std::string talk = folder.path() + "/talk.json";
  const std::string text = folder.Write("a.txt", "Grass is green.");
  const std::vector<std::string> ask = {"ask", "--history",  talk, "--remember", "--search-results",
                                        "-",   "--document", text};
  const auto with = [&ask](const std::string& question) {
    std::vector<std::string> words = ask;
    words.push_back(question);
    return words;
  };
  ASSERT_EQ(server.Run(with("Why?"), kSearchResults).exit_code, 0);
  EXPECT_EQ(server.seen().turns_size(), 0);
  const Result second = server.Run(with("And how?"), kSearchResults);
  EXPECT_EQ(second.exit_code, 0);
  EXPECT_THAT(second.err, HasSubstr("not sent again, because an earlier turn has it: 2 sources\n"));
  const v1::AnswerRequest seen = server.seen();
  ASSERT_EQ(seen.turns_size(), 2);
  EXPECT_EQ(seen.turns(0).user().question(), "Why?");
  EXPECT_EQ(seen.turns(0).user().search_results_size(), 1);
  EXPECT_EQ(seen.turns(1).assistant().blocks(0).text().text(), "Yes: Why?");
  EXPECT_EQ(seen.search_results_size(), 0);
  EXPECT_EQ(seen.documents_size(), 0);
  EXPECT_EQ(ReadHistory(talk, false)->size(), 4);
}

TEST(CliConversationTest, RunsAtTheSameTimeLoseNoTurns) {
  const Server server;
  const ScratchFolder folder;
  const std::string talk = folder.path() + "/talk.json";
  std::vector<std::thread> runs;
  for (int i = 0; i < 8; ++i) {
    runs.emplace_back([&, i] {
      EXPECT_EQ(server.Run({"ask", "--history", talk, "--remember", absl::StrCat("Why ", i, "?")})
                    .exit_code,
                0);
    });
  }
  for (std::thread& run : runs) run.join();
  const absl::StatusOr<Turns> turns = ReadHistory(talk, false);
  ASSERT_TRUE(turns.ok());
  ASSERT_EQ(turns->size(), 16);
  std::set<std::string> questions;
  for (int i = 0; i < 16; i += 2) {
    questions.insert((*turns)[i].user().question());
    EXPECT_EQ((*turns)[i + 1].assistant().blocks(0).text().text(),
              "Yes: " + (*turns)[i].user().question());
  }
  EXPECT_EQ(questions.size(), 8u);
  EXPECT_FALSE(std::filesystem::exists(talk + ".new"));
}

TEST(CliConversationTest, RemembersAStreamToo) {
  const Server server;
  ScratchFolder folder;
  const std::string talk = folder.path() + "/talk.json";
  const Result result = server.Run({"ask", "--stream", "--history", talk, "--remember", "Why?"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ReadHistory(talk, false)->size(), 2);
}

TEST(CliConversationTest, DoesNotRememberRefusalsOrIncompleteAnswers) {
  struct Case {
    v1::StopReason stop_reason;
    bool complete;
    const char* expected;
  };
  for (const Case& bad :
       {Case{v1::STOP_REASON_REFUSAL, false, "is not changed: the model stopped with refusal"},
        Case{v1::STOP_REASON_MAX_TOKENS, false, "is not changed"},
        Case{v1::STOP_REASON_TOOL_USE, true, "is not changed"}}) {
    const Server server([&bad](v1::Answer* answer) {
      answer->set_stop_reason(bad.stop_reason);
      answer->set_complete(bad.complete);
    });
    ScratchFolder folder;
    const std::string talk = folder.Write("talk.json", "[]");
    const Result result = server.Run({"ask", "--history", talk, "--remember", "Why?"});
    EXPECT_EQ(result.exit_code, bad.complete ? 0 : 3);
    EXPECT_THAT(result.err, HasSubstr(bad.expected));
    EXPECT_EQ(Content(talk), "[]");
  }
}

TEST(CliConversationTest, ReadsAHistoryWithoutChangingIt) {
  const Server server;
  ScratchFolder folder;
  const std::string talk = folder.Write(
      "talk.json", R"([{"user": {"question": "Why?"}}, {"assistant": {"blocks": []}}])");
  EXPECT_EQ(server.Run({"ask", "--history", talk, "And?"}).exit_code, 0);
  EXPECT_EQ(server.seen().turns_size(), 2);
  EXPECT_EQ(server.Run({"preview", "--history", talk, "And?"}).exit_code, 0);
  EXPECT_EQ(server.seen().turns_size(), 2);
  EXPECT_THAT(Content(talk), EndsWith("}]"));
}

TEST(CliConversationTest, PrintsTheAnswerEvenIfItCannotBeRemembered) {
  const Server server;
  ScratchFolder folder;
  const std::string talk = folder.path() + "/talk.json";
  // A folder in place of the file that is to replace it.
  std::filesystem::create_directory(talk + ".new");
  const Result result = server.Run({"ask", "--history", talk, "--remember", "Why?"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, StartsWith("Yes: Why?\n"));
  EXPECT_THAT(result.err, HasSubstr("cannot be written"));
}

TEST(CliConversationTest, ExitsWith2OnInvalidFiles) {
  const Server server;
  ScratchFolder folder;
  const std::string text = folder.Write("a.txt", "Grass is green.");
  const std::string large = folder.Write("large.txt", std::string((32u << 20) - 100, 'a'));
  const std::string turns =
      folder.Write("turns.json", R"({"question": "Q", "turns": [{"user": {"question": "Why?"}}]})");
  struct Case {
    std::vector<std::string> words;
    std::string expected;
  };
  for (const Case& bad : std::vector<Case>{
           {{"ask", "--document", folder.path() + "/missing.txt", "Why?"}, "cannot be read"},
           {{"ask", "--document", folder.Write("b.bin", "\xFF"), "Why?"}, "is not UTF-8 text"},
           {{"ask", "--document", text, "--document", text, "Why?"}, "occurs twice"},
           {{"ask", "--document", large, "--document", text, "--system", std::string(2000, 'a'),
             "Why?"},
            "the API accepts at most 32 MiB"},
           {{"ask", "--document-url", "\xFF", "Why?"}, "--document-url: is not UTF-8"},
           {{"ask", "--history", folder.path() + "/missing.json", "Why?"}, "cannot be read"},
           {{"ask", "--history", text, "Why?"}, "a.txt: "},
           {{"ask", "--history", text, "--remember", "Why?"}, "a.txt: "},
           {{"ask", "--history", folder.Write("h.json", "[]"), "--search-results", turns},
            "already has turns"},
       }) {
    const Result result = server.Run(bad.words);
    EXPECT_EQ(result.exit_code, 2) << bad.expected << "\n" << result.err;
    EXPECT_EQ(result.out, "") << bad.expected;
    EXPECT_THAT(result.err, HasSubstr("footnote: error: ")) << bad.expected;
    EXPECT_THAT(result.err, HasSubstr(bad.expected));
  }
}

TEST(CliConversationTest, WritesAPageWithTheTextsOfTheRequest) {
  const Server server;
  const Result result =
      server.Run({"ask", "--search-results", "-", "--format", "html", "Do they?"}, kSearchResults);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("<!DOCTYPE html>\n"));
  EXPECT_THAT(result.out, HasSubstr("Keys last a day."));
  EXPECT_THAT(result.out, EndsWith("</html>\n"));
}

TEST(CliConversationTest, PreviewsTablesThatFitATerminal) {
  const Server server;
  const Result result =
      server.Run({"preview", "--search-results", "-", "Do they?"}, kSearchResults);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("  result 0      0  [0,16)  Keys last a day.\n"));
}

}  // namespace
}  // namespace footnote::client
