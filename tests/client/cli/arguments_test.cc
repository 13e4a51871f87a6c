// SPDX-License-Identifier: Apache-2.0
#include "client/cli/arguments.h"

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Pair;

ParsedArguments Parse(std::vector<const char*> words) {
  words.insert(words.begin(), "footnote");
  return ParseArguments(static_cast<int>(words.size()), words.data());
}

Arguments ParsedOrDie(std::vector<const char*> words) {
  ParsedArguments parsed = Parse(std::move(words));
  EXPECT_TRUE(parsed.arguments.has_value()) << parsed.err;
  return parsed.arguments.value_or(Arguments());
}

class ArgumentsTest : public ::testing::Test {
 protected:
  void SetUp() override { unsetenv("FOOTNOTE_SERVER"); }
};

TEST_F(ArgumentsTest, HasDefaults) {
  const Arguments arguments = ParsedOrDie({"ask", "Why?"});
  EXPECT_EQ(arguments.command, Arguments::Command::kAsk);
  EXPECT_EQ(arguments.question, "Why?");
  EXPECT_EQ(arguments.server, "127.0.0.1:8080");
  EXPECT_EQ(arguments.deadline, absl::Seconds(60));
  EXPECT_EQ(arguments.top, 8);
  EXPECT_EQ(arguments.format, Arguments::Format::kText);
  EXPECT_FALSE(arguments.max_tokens.has_value());
  EXPECT_FALSE(arguments.strict);
  EXPECT_FALSE(arguments.stream);
  EXPECT_FALSE(arguments.max_attempts.has_value());
  EXPECT_TRUE(arguments.fallbacks.empty());
}

TEST_F(ArgumentsTest, ReadsTheFlagsOfResolve) {
  const Arguments arguments = ParsedOrDie(
      {"resolve", "--search-results", "h", "--message", "m", "--format", "markdown", "Why?"});
  EXPECT_EQ(arguments.command, Arguments::Command::kResolve);
  EXPECT_EQ(arguments.message_file, "m");
  EXPECT_EQ(arguments.search_results_file, "h");
  EXPECT_EQ(arguments.format, Arguments::Format::kMarkdown);
}

TEST_F(ArgumentsTest, StreamsInEveryFormat) {
  for (const char* format : {"text", "json", "markdown"}) {
    EXPECT_TRUE(ParsedOrDie({"ask", "--stream", "--format", format, "Why?"}).stream);
  }
  EXPECT_TRUE(ParsedOrDie({"preview", "--stream", "Why?"}).stream);
}

TEST_F(ArgumentsTest, AStreamHasTenMinutesUnlessADeadlineIsGiven) {
  EXPECT_EQ(ParsedOrDie({"ask", "--stream", "Why?"}).deadline, absl::Minutes(10));
  EXPECT_EQ(ParsedOrDie({"ask", "--stream", "--deadline", "60s", "Why?"}).deadline,
            absl::Seconds(60));
  EXPECT_EQ(ParsedOrDie({"--deadline", "2h", "ask", "--stream", "Why?"}).deadline, absl::Hours(2));
  EXPECT_EQ(ParsedOrDie({"preview", "--stream", "Why?"}).deadline, absl::Seconds(60));
  EXPECT_EQ(ParsedOrDie({"resolve", "--message", "m", "Why?"}).deadline, absl::Seconds(60));
}

TEST_F(ArgumentsTest, ReadsEveryFlag) {
  const Arguments arguments = ParsedOrDie({"ask",
                                           "--corpus",
                                           "docs",
                                           "--top",
                                           "3",
                                           "--format",
                                           "json",
                                           "--granularity",
                                           "whole",
                                           "--delivery",
                                           "tool-result",
                                           "--model",
                                           "m",
                                           "--max-tokens",
                                           "100",
                                           "--system",
                                           "Be brief.",
                                           "--strict",
                                           "--max-attempts",
                                           "10",
                                           "--fallback",
                                           "n@bedrock",
                                           "--fallback",
                                           "o@20250514@",
                                           "--route",
                                           "primary",
                                           "--request-id",
                                           "id-1",
                                           "--retry-possibly-billed",
                                           "--stream",
                                           "--no-citations",
                                           "--metadata",
                                           "X-Tenant=blue=green",
                                           "--metadata",
                                           "b=2",
                                           "--server",
                                           "example:1",
                                           "--deadline",
                                           "1m30s",
                                           "--tls",
                                           "--ca",
                                           "ca.pem",
                                           "Why?"});
  EXPECT_EQ(arguments.corpus, "docs");
  EXPECT_EQ(arguments.top, 3);
  EXPECT_EQ(arguments.format, Arguments::Format::kJson);
  EXPECT_EQ(arguments.granularity, "whole");
  EXPECT_EQ(arguments.delivery, "tool-result");
  EXPECT_EQ(arguments.model, "m");
  EXPECT_EQ(arguments.max_tokens, 100);
  EXPECT_EQ(arguments.system, "Be brief.");
  EXPECT_TRUE(arguments.strict);
  EXPECT_TRUE(arguments.no_citations);
  EXPECT_EQ(arguments.max_attempts, 10);
  EXPECT_THAT(arguments.fallbacks,
              ElementsAre(AllOf(Field(&Arguments::Fallback::model, "n"),
                                Field(&Arguments::Fallback::route, "bedrock")),
                          AllOf(Field(&Arguments::Fallback::model, "o@20250514"),
                                Field(&Arguments::Fallback::route, ""))));
  EXPECT_EQ(arguments.route, "primary");
  EXPECT_EQ(arguments.request_id, "id-1");
  EXPECT_TRUE(arguments.retry_possibly_billed);
  EXPECT_TRUE(arguments.stream);
  EXPECT_THAT(arguments.metadata, ElementsAre(Pair("x-tenant", "blue=green"), Pair("b", "2")));
  EXPECT_EQ(arguments.server, "example:1");
  EXPECT_EQ(arguments.deadline, absl::Seconds(90));
  EXPECT_TRUE(arguments.tls);
  EXPECT_EQ(arguments.ca_file, "ca.pem");
  EXPECT_EQ(arguments.question, "Why?");
}

TEST_F(ArgumentsTest, ReadsTheFlagsOfDocumentsHistoryAndCache) {
  const Arguments arguments = ParsedOrDie({"ask",
                                           "--document",
                                           "a.txt",
                                           "--document",
                                           "b.pdf",
                                           "--document-url",
                                           "https://x.example/c.pdf",
                                           "--document-file-id",
                                           "file_1",
                                           "--document-granularity",
                                           "sentence",
                                           "--history",
                                           "talk.json",
                                           "--remember",
                                           "--cache",
                                           "auto",
                                           "--cache-ttl",
                                           "1h",
                                           "--min-coverage",
                                           "0.75",
                                           "--web-search",
                                           "--format",
                                           "html",
                                           "Why?"});
  EXPECT_THAT(arguments.documents, ElementsAre("a.txt", "b.pdf"));
  EXPECT_THAT(arguments.document_urls, ElementsAre("https://x.example/c.pdf"));
  EXPECT_THAT(arguments.document_file_ids, ElementsAre("file_1"));
  EXPECT_EQ(arguments.document_granularity, "sentence");
  EXPECT_EQ(arguments.history_file, "talk.json");
  EXPECT_TRUE(arguments.remember);
  EXPECT_EQ(arguments.cache, "auto");
  EXPECT_EQ(arguments.cache_ttl, "1h");
  EXPECT_EQ(arguments.min_coverage, 0.75);
  EXPECT_TRUE(arguments.web_search);
  EXPECT_EQ(arguments.format, Arguments::Format::kHtml);
  EXPECT_EQ(arguments.question, "Why?");
  EXPECT_EQ(ParsedOrDie({"resolve", "--message", "m", "--format", "html", "Why?"}).format,
            Arguments::Format::kHtml);
}

TEST_F(ArgumentsTest, AcceptsGlobalFlagsBeforeTheCommand) {
  EXPECT_EQ(ParsedOrDie({"--server", "a:1", "preview", "Why?"}).server, "a:1");
}

TEST_F(ArgumentsTest, AcceptsADashForStandardInputAndTwoDashesBeforeWords) {
  EXPECT_EQ(ParsedOrDie({"ask", "-"}).question, "-");
  EXPECT_EQ(ParsedOrDie({"ask", "--", "--strict"}).question, "--strict");
}

TEST_F(ArgumentsTest, AFlagTakesPrecedenceOverTheEnvironment) {
  setenv("FOOTNOTE_SERVER", "env:1", 1);
  EXPECT_EQ(ParsedOrDie({"ask", "Why?"}).server, "env:1");
  EXPECT_EQ(ParsedOrDie({"ask", "Why?", "--server", "flag:1"}).server, "flag:1");
}

TEST_F(ArgumentsTest, HelpAndVersionGoToStandardOutput) {
  for (const char* flag : {"--help", "-h"}) {
    const ParsedArguments parsed = Parse({flag});
    EXPECT_FALSE(parsed.arguments.has_value());
    EXPECT_EQ(parsed.exit_code, 0);
    EXPECT_THAT(parsed.out, HasSubstr("Exit codes:"));
    EXPECT_THAT(parsed.out, HasSubstr("10m for `ask --stream`"));
    EXPECT_EQ(parsed.err, "");
  }
  const std::string ask = Parse({"ask", "--help"}).out;
  for (const char* expected :
       {"--stream", "--max-attempts", "--fallback", "--corpus",
        "If none has \"citations\", citations are turned on",
        "An empty array is a search that found nothing", "int64 numbers, such as block indexes",
        "in the order in which they are cited", "a stream may take 10 minutes",
        "Images cannot be cited", "is not sent again", "without scripts"}) {
    EXPECT_THAT(ask, HasSubstr(expected));
  }
  EXPECT_THAT(Parse({"--version"}).out, HasSubstr("footnote "));
}

TEST_F(ArgumentsTest, RefusesInvalidArgumentsAndNamesThem) {
  const std::vector<std::pair<std::vector<const char*>, const char*>> cases = {
      {{}, "ask, resolve or preview"},
      {{"sing", "Why?"}, "sing"},
      {{"ask", "--nosuch", "Why?"}, "--nosuch"},
      {{"ask", "Why?", "and", "how?"}, "and"},
      {{"ask", "--corpus", "a", "--search-results", "b", "Why?"}, "--corpus"},
      {{"ask", "--top", "5", "Why?"}, "--corpus"},
      {{"ask", "--corpus", "a", "--top", "0", "Why?"}, "--top"},
      {{"ask", "--format", "yaml", "Why?"}, "--format"},
      {{"preview", "--format", "markdown", "Why?"}, "--format"},
      {{"ask", "--granularity", "word", "Why?"}, "--granularity"},
      {{"ask", "--delivery", "pigeon", "Why?"}, "--delivery"},
      {{"ask", "--max-tokens", "0", "Why?"}, "--max-tokens"},
      {{"ask", "--max-tokens", "many", "Why?"}, "--max-tokens"},
      {{"ask", "--max-tokens", "99999999999", "Why?"}, "--max-tokens"},
      {{"ask", "--deadline", "60", "Why?"}, "--deadline"},
      {{"ask", "--deadline", "0s", "Why?"}, "--deadline"},
      {{"ask", "--stream", "--deadline", "", "Why?"}, "--deadline"},
      {{"ask", "--deadline", "-5s", "Why?"}, "--deadline"},
      {{"ask", "--tls", "--plaintext", "Why?"}, "--tls"},
      {{"ask", "--metadata", "novalue", "Why?"}, "KEY=VALUE"},
      {{"ask", "--metadata", "sp ace=1", "Why?"}, "--metadata"},
      {{"ask", "--metadata", "grpc-timeout=1", "Why?"}, "--metadata"},
      {{"ask", "--metadata", "k=日本", "Why?"}, "printable ASCII"},
      {{"ask", "--search-results", "-", "-"}, "standard input"},
      {{"resolve", "--search-results", "-", "--message", "-", "Why?"}, "standard input"},
      {{"resolve", "--message", "-", "-"}, "standard input"},
      {{"resolve", "Why?"}, "--message"},
      {{"resolve", "--stream", "--message", "m", "Why?"}, "--stream"},
      {{"ask", "--message", "m", "Why?"}, "--message"},
      {{"ask", "--max-attempts", "0", "Why?"}, "--max-attempts"},
      {{"ask", "--max-attempts", "11", "Why?"}, "--max-attempts"},
      {{"ask", "--upstream-json", "Why?"}, "--upstream-json"},
      {{"ask", "--fallback", "@bedrock", "Why?"}, "--fallback"},
      {{"ask", "--server", "", "Why?"}, "--server"},
      {{"ask", "--remember", "Why?"}, "--history"},
      {{"preview", "--history", "h", "--remember", "Why?"}, "--remember"},
      {{"ask", "--document-granularity", "item", "Why?"}, "--document"},
      {{"ask", "--document", "a", "--document-granularity", "word", "Why?"},
       "--document-granularity"},
      {{"ask", "--cache", "always", "Why?"}, "--cache"},
      {{"ask", "--cache-ttl", "5m", "Why?"}, "--cache"},
      {{"ask", "--cache", "explicit", "--cache-ttl", "5m", "Why?"}, "--cache-ttl"},
      {{"ask", "--cache", "auto", "--cache-ttl", "2h", "Why?"}, "--cache-ttl"},
      {{"ask", "--min-coverage", "1.5", "Why?"}, "--min-coverage"},
      {{"ask", "--min-coverage", "-0.1", "Why?"}, "--min-coverage"},
      {{"ask", "--min-coverage", "most", "Why?"}, "--min-coverage"},
      {{"ask", "--min-coverage", "nan", "Why?"}, "--min-coverage"},
      {{"preview", "--format", "html", "Why?"}, "--format"},
      {{"ask", "--stream", "--format", "html", "Why?"}, "--stream"},
  };
  for (const auto& [words, named] : cases) {
    const ParsedArguments parsed = Parse(words);
    EXPECT_FALSE(parsed.arguments.has_value()) << named;
    EXPECT_EQ(parsed.exit_code, kExitUsage) << named;
    EXPECT_EQ(parsed.out, "") << named;
    EXPECT_THAT(parsed.err, HasSubstr("footnote: error: "));
    EXPECT_THAT(parsed.err, HasSubstr(named));
  }
}

}  // namespace
}  // namespace footnote::client
