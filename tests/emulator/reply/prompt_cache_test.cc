// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/reply/prompt_cache.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/emulator/answered.h"
#include "tests/emulator/requests.h"

namespace footnote::emulator {
namespace {

const std::string kBreakpoint = R"("cache_control":{"type":"ephemeral"})";
const std::string kHourBreakpoint = R"("cache_control":{"type":"ephemeral","ttl":"1h"})";

std::string SystemWithBreakpoint(const std::string& breakpoint, size_t code_points) {
  return R"("system":[{"type":"text","text":")" + std::string(code_points, 'x') + "\"," +
         breakpoint + "}]";
}

TEST(PromptCacheTest, PrefixIsCreatedOnceAndThenRead) {
  PromptCache cache;
  const ParsedRequest request =
      Parse(Body(User("[" + Text("Hi there") + "]"), SystemWithBreakpoint(kBreakpoint, 4000)));
  ReplyUsage first;
  first.input_tokens = 1002;
  cache.Account(request, &first);
  EXPECT_EQ(first.cache_creation_5m, 1000);
  EXPECT_EQ(first.cache_read, 0);
  EXPECT_EQ(first.input_tokens, 2);
  ReplyUsage second;
  second.input_tokens = 1002;
  cache.Account(request, &second);
  EXPECT_EQ(second.cache_creation_5m, 0);
  EXPECT_EQ(second.cache_read, 1000);
  EXPECT_EQ(second.input_tokens, 2);
}

TEST(PromptCacheTest, LongerPrefixReadsTheShorterOneAndCreatesTheRest) {
  PromptCache cache;
  const std::string system = SystemWithBreakpoint(kHourBreakpoint, 4000);
  ReplyUsage first;
  first.input_tokens = 1001;
  cache.Account(Parse(Body(User("[" + Text("abcd") + "]"), system)), &first);
  EXPECT_EQ(first.cache_creation_1h, 1000);
  ReplyUsage second;
  second.input_tokens = 1011;
  cache.Account(Parse(Body(User(R"([{"type":"text","text":")" + std::string(44, 'y') +
                                R"(","cache_control":{"type":"ephemeral"}}])"),
                           system)),
                &second);
  EXPECT_EQ(second.cache_read, 1000);
  EXPECT_EQ(second.cache_creation_5m, 11);
  EXPECT_EQ(second.cache_creation_1h, 0);
  EXPECT_EQ(second.input_tokens, 0);
}

TEST(PromptCacheTest, AShortPrefixIsNotCached) {
  PromptCache cache;
  ReplyUsage usage;
  usage.input_tokens = 12;
  cache.Account(Parse(Body(User("[" + Text("Hi") + "]"), SystemWithBreakpoint(kBreakpoint, 40))),
                &usage);
  EXPECT_EQ(usage.input_tokens, 12);
  EXPECT_EQ(usage.cache_creation_5m, 0);
}

ReplyUsage Ask(PromptCache& cache, const std::string& body) {
  const ParsedRequest request = Parse(body);
  ReplyUsage usage = AnswerRequest(request, 1).usage;
  cache.Account(request, &usage);
  return usage;
}

// 1,000 tokens of text, or as many as `code_points` make.
std::string Long(char letter, size_t code_points = 4000) {
  return std::string(code_points, letter);
}

TEST(PromptCacheTest, DocumentWithABreakpointIsReadByTheNextQuestion) {
  PromptCache cache;
  const std::string document = PlainText(Long('d'), Cited() + "," + kBreakpoint);
  const std::string first = Body(User("[" + document + "," + Text("abcd") + "]"));
  const std::string second = Body(User("[" + document + "," + Text("efgh") + "]"));
  const ReplyUsage created = Ask(cache, first);
  EXPECT_EQ(created.cache_creation_5m, 1000);
  EXPECT_EQ(created.cache_read, 0);
  EXPECT_EQ(created.input_tokens, 1);
  const ReplyUsage read = Ask(cache, second);
  EXPECT_EQ(read.cache_creation_5m, 0);
  EXPECT_EQ(read.cache_read, 1000);
  EXPECT_EQ(read.input_tokens, 1);
}

TEST(PromptCacheTest, BreakpointInsideAToolResultEndsAPrefix) {
  PromptCache cache;
  const auto body = [](const std::string& answer) {
    const std::string use = R"({"type":"tool_use","id":"t1","name":"s","input":{}})";
    const std::string result = R"({"type":"tool_result","tool_use_id":"t1","content":[)" +
                               SearchResult(Text(Long('h')), Cited() + "," + kBreakpoint) + "," +
                               SearchResult(Text(answer), Cited()) + "]}";
    return Body(R"([{"role":"user","content":"abcd"},{"role":"assistant","content":[)" + use +
                R"(]},{"role":"user","content":[)" + result + "]}]");
  };
  const ReplyUsage created = Ask(cache, body("a"));
  EXPECT_GE(created.cache_creation_5m, 1000);
  const ReplyUsage read = Ask(cache, body("b"));
  EXPECT_EQ(read.cache_read, created.cache_creation_5m);
  EXPECT_EQ(read.cache_creation_5m, 0);
}

TEST(PromptCacheTest, DifferentContentBeforeTheBreakpointIsADifferentPrefix) {
  PromptCache cache;
  const std::string with_breakpoint = R"({"type":"text","text":"m",)" + kBreakpoint + "}";
  Ask(cache, Body(User("[" + PlainText(Long('d'), Cited()) + "," + with_breakpoint + "]")));
  for (const std::string& changed :
       {PlainText(Long('d', 3999) + "e", Cited()),
        PlainText(Long('d'), Cited() + R"(,"title":"T")"), PlainText(Long('d')),
        SearchResult(Text(Long('d')), Cited())}) {
    EXPECT_EQ(Ask(cache, Body(User("[" + changed + "," + with_breakpoint + "]"))).cache_read, 0);
  }
}

TEST(PromptCacheTest, DifferentFileIsADifferentPrefix) {
  PromptCache cache;
  const auto body = [](const std::string& file) {
    const std::string document =
        R"({"type":"document","source":{"type":"file","file_id":")" + file + R"("}})";
    return Body(User("[" + document + "," + R"({"type":"text","text":")" + Long('t') + R"(",)" +
                     kBreakpoint + "}]"));
  };
  Ask(cache, body("file_1"));
  EXPECT_EQ(Ask(cache, body("file_2")).cache_read, 0);
  EXPECT_EQ(Ask(cache, body("file_1")).cache_read, 1000);
}

TEST(PromptCacheTest, BreakpointMatchesAPrefixAtItsBlockOrTheNineteenBefore) {
  const std::string start = R"({"type":"text","text":")" + Long('s') + R"(",)";
  for (const auto& [blocks, found] : {std::pair{19, true}, std::pair{20, false}}) {
    PromptCache cache;
    Ask(cache, Body(User("[" + start + kBreakpoint + "}]")));
    std::string content = start + R"("citations":null})";
    for (int i = 1; i < blocks; ++i) content += "," + Text("more");
    content += R"(,{"type":"text","text":"last",)" + kBreakpoint + "}";
    const ReplyUsage usage = Ask(cache, Body(User("[" + content + "]")));
    EXPECT_EQ(usage.cache_read, found ? 1000 : 0) << blocks;
    EXPECT_EQ(usage.cache_creation_5m, (found ? 0 : 1000) + blocks) << blocks;
  }
}

TEST(PromptCacheTest, MinimumDependsOnTheModel) {
  for (const auto& [model, tokens] : {std::pair<std::string, int64_t>{"claude-opus-5", 512},
                                      {"claude-sonnet-4-5", 1024},
                                      {"claude-opus-4-7", 2048},
                                      {"claude-haiku-4-5", 4096}}) {
    for (const int64_t size : {tokens - 1, tokens}) {
      PromptCache cache;
      const std::string body =
          Body(User("[" + PlainText(Long('d', static_cast<size_t>(4 * size)), kBreakpoint) + "," +
                    Text("abcd") + "]"),
               "", model);
      EXPECT_EQ(Ask(cache, body).cache_creation_5m, size < tokens ? 0 : size) << model;
    }
  }
}

TEST(PromptCacheTest, ChangedPropertyInvalidatesThePrefixesOfItsPart) {
  const std::string tool = R"("tools":[{"name":"s","input_schema":{"type":"object"}}])";
  const std::string with_breakpoint = PlainText(Long('d'), kBreakpoint);
  const std::string plain = Body(User("[" + with_breakpoint + "," + Text("q") + "]"), tool);
  for (const std::string& changed :
       {Body(User("[" + with_breakpoint + "," + SearchResult(Text("h"), Cited()) + "," + Text("q") +
                  "]"),
             tool),
        Body(User("[" + with_breakpoint + "," + Text("q") + "]"),
             tool + R"(,"tool_choice":{"type":"none"})"),
        Body(User("[" + with_breakpoint + "," + Text("q") + "]"),
             tool + R"(,"thinking":{"type":"adaptive"})"),
        Body(User("[" + with_breakpoint +
                  R"(,{"type":"image","source":{"type":"url","url":"https://a/b"}},)" + Text("q") +
                  "]"),
             tool)}) {
    PromptCache cache;
    EXPECT_GE(Ask(cache, plain).cache_creation_5m, 1000);
    EXPECT_EQ(Ask(cache, changed).cache_read, 0) << changed.substr(changed.size() - 200);
    EXPECT_GE(Ask(cache, plain).cache_read, 1000);
  }
}

TEST(PromptCacheTest, AutomaticBreakpointIsOnTheLastBlock) {
  PromptCache cache;
  const std::string turn = R"({"role":"user","content":")" + Long('u') + R"("})";
  const ReplyUsage created = Ask(cache, Body("[" + turn + "]", kBreakpoint));
  EXPECT_EQ(created.cache_creation_5m, 1000);
  EXPECT_EQ(created.input_tokens, 0);
  const ReplyUsage read =
      Ask(cache, Body("[" + turn + R"(,{"role":"assistant","content":"abcd"},)" +
                          R"({"role":"user","content":"efgh"}])",
                      kBreakpoint));
  EXPECT_EQ(read.cache_read, 1000);
  EXPECT_EQ(read.cache_creation_5m, 2);
}

TEST(PromptCacheTest, RequestWithoutBreakpointsStoresNothing) {
  PromptCache cache;
  const std::string body = Body(User("[" + PlainText(Long('d')) + "," + Text("q") + "]"));
  Ask(cache, body);
  const ReplyUsage usage = Ask(cache, body);
  EXPECT_EQ(usage.cache_read, 0);
  EXPECT_EQ(usage.cache_creation_5m, 0);
  EXPECT_EQ(usage.input_tokens, 1001);
}

}  // namespace
}  // namespace footnote::emulator
