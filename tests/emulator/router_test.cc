// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/router.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "service/emulator/http/http_message.h"
#include "service/emulator/recorder.h"
#include "service/emulator/script/script_store.h"
#include "tests/emulator/requests.h"

namespace footnote::emulator {
namespace {

const std::string kHi = Body(User("[" + Text("Hi") + "]"));

class RouterTest : public testing::Test {
 protected:
  HttpReply Send(const std::string& method, const std::string& target,
                 const std::string& body = "") {
    HttpRequest request = Post(body);
    request.method = method;
    request.target = target;
    return router_.Handle(request);
  }

  HttpReply SendMessage(const std::string& body, const std::string& script = "") {
    HttpRequest request = Post(body);
    if (!script.empty()) request.headers.emplace_back("x-emulator-script", script);
    return router_.Handle(request);
  }

  ScriptStore scripts_{""};
  Recorder recorder_{10, 1 << 20};
  Router router_{{}, &scripts_, &recorder_};
};

// Returns the value of a header, or "(absent)".
std::string HeaderOf(const HttpReply& reply, const std::string& name) {
  for (const auto& [header, value] : reply.headers) {
    if (header == name) return value;
  }
  return "(absent)";
}

bool Contains(const HttpReply& reply, const std::string& part) {
  return reply.body->find(part) != std::string::npos;
}

TEST_F(RouterTest, MessageIsAnswered) {
  const HttpReply reply = SendMessage(kHi);
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(HeaderOf(reply, "content-type"), "application/json");
  EXPECT_EQ(HeaderOf(reply, "request-id").substr(0, 6), "req_01");
  EXPECT_TRUE(Contains(reply, R"("type":"message")")) << *reply.body;
}

TEST_F(RouterTest, StreamIsAnsweredWithEvents) {
  const HttpReply reply = SendMessage(Body(User("[" + Text("Hi") + "]"), R"("stream":true)"));
  EXPECT_TRUE(reply.chunked);
  EXPECT_EQ(reply.body->find("event: message_start\n"), 0u) << *reply.body;
}

TEST_F(RouterTest, StreamHasTheToolUseThatToolChoiceForces) {
  const HttpReply reply =
      SendMessage(Body(User("[" + Text("Hi") + "]"),
                       R"("stream":true,"tools":[{"name":"now","input_schema":{"type":"object"}}],)"
                       R"("tool_choice":{"type":"any","disable_parallel_tool_use":true})"),
                  "padding=false");
  EXPECT_TRUE(Contains(reply, R"("name":"now","input":{}})")) << *reply.body;
  EXPECT_TRUE(Contains(reply, R"("stop_reason":"tool_use")")) << *reply.body;
}

TEST_F(RouterTest, TokensAreCounted) {
  const HttpReply reply =
      Send("POST", "/v1/messages/count_tokens",
           R"({"model":"claude-opus-5","messages":[{"role":"user","content":"123456789"}]})");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(*reply.body, R"({"input_tokens":3})");
}

TEST_F(RouterTest, QueryOfTheTargetIsIgnored) {
  EXPECT_EQ(Send("POST", "/v1/messages?beta=true", kHi).status, 200);
  EXPECT_EQ(Send("GET", "/emulator/health?a=b").status, 200);
}

TEST_F(RouterTest, UnknownPathIsNotFound) {
  for (const char* path : {"/", "/v1/messages/", "/v1/models", "/emulator", "/emulator/other"}) {
    const HttpReply reply = Send("POST", path);
    EXPECT_EQ(reply.status, 404) << path;
    EXPECT_TRUE(Contains(reply, R"("type":"not_found_error","message":"Not found")")) << path;
  }
}

TEST_F(RouterTest, OtherMethodIsNotAllowed) {
  const std::vector<std::vector<std::string>> rows = {{"GET", "/v1/messages", "POST"},
                                                      {"GET", "/v1/messages/count_tokens", "POST"},
                                                      {"POST", "/emulator/health", "GET"},
                                                      {"POST", "/emulator/requests", "GET, DELETE"},
                                                      {"GET", "/emulator/scripts", "POST, DELETE"}};
  for (const std::vector<std::string>& row : rows) {
    const HttpReply reply = Send(row[0], row[1]);
    EXPECT_EQ(reply.status, 405) << row[1];
    EXPECT_EQ(HeaderOf(reply, "allow"), row[2]) << row[1];
  }
}

TEST_F(RouterTest, InvalidRequestGetsTheErrorWithTheRequestIdOfTheHeader) {
  const HttpReply reply = SendMessage("{}");
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(
      *reply.body,
      R"({"type":"error","error":{"type":"invalid_request_error","message":"model: Field required"},)"
      R"("request_id":")" +
          HeaderOf(reply, "request-id") + "\"}");
}

TEST_F(RouterTest, EqualRequestsGetEqualIds) {
  const HttpReply first = SendMessage(kHi);
  const HttpReply second = SendMessage(kHi);
  EXPECT_EQ(*first.body, *second.body);
  EXPECT_EQ(HeaderOf(first, "request-id"), HeaderOf(second, "request-id"));
  EXPECT_NE(HeaderOf(SendMessage(kHi + " "), "request-id"), HeaderOf(first, "request-id"));
}

TEST_F(RouterTest, PromptCacheCoversEarlierRequests) {
  const std::string body = Body(User("[" + Text("Hi") + "]"),
                                R"("system":[{"type":"text","text":")" + std::string(4000, 'x') +
                                    R"(","cache_control":{"type":"ephemeral"}}])");
  EXPECT_TRUE(Contains(SendMessage(body), R"("cache_read_input_tokens":0)"));
  EXPECT_TRUE(Contains(SendMessage(body), R"("cache_read_input_tokens":1000)"));
}

TEST_F(RouterTest, MalformedScriptIsAnError) {
  const HttpReply reply = SendMessage(kHi, "status=oops");
  EXPECT_EQ(reply.status, 400);
  EXPECT_TRUE(Contains(reply, "x-emulator-script: status must be an integer from 200 to 599"));
}

TEST_F(RouterTest, UnknownBodyIsAnError) {
  const HttpReply reply = SendMessage(kHi, "body=other");
  EXPECT_EQ(reply.status, 400);
  EXPECT_TRUE(Contains(reply, "x-emulator-script: no body is registered as 'other'"));
}

TEST_F(RouterTest, RequestIsValidatedUnlessTheScriptDisablesIt) {
  EXPECT_EQ(SendMessage("{}", "status=529").status, 400);
  EXPECT_EQ(SendMessage("{}", "status=529; validate=off").status, 529);
  EXPECT_TRUE(SendMessage("{}", "hang_up=close; validate=off").hang_up);
}

TEST_F(RouterTest, ScriptedErrorHasTheDefaultsOfItsStatus) {
  EXPECT_TRUE(Contains(SendMessage(kHi, "status=529"),
                       R"("error":{"type":"overloaded_error","message":"Overloaded"})"));
  EXPECT_TRUE(
      Contains(SendMessage(kHi, "status=529; error_type=api_error; message=Oh no; error_code=c"),
               R"("error":{"type":"api_error","message":"Oh no","details":{"error_code":"c"}})"));
}

TEST_F(RouterTest, ScriptReplacesTheBody) {
  scripts_.AddBody("page", "bytes");
  EXPECT_EQ(*SendMessage(kHi, "body=page").body, "bytes");
  EXPECT_TRUE(Contains(SendMessage(kHi, "body_kind=html; status=502"), "502 from a proxy"));
  const HttpReply empty = SendMessage(kHi, "body_kind=empty; status=503");
  EXPECT_EQ(empty.status, 503);
  EXPECT_EQ(*empty.body, "");
  EXPECT_EQ(HeaderOf(empty, "content-type"), "(absent)");
}

TEST_F(RouterTest, ScriptReturnsJsonForAStream) {
  const std::string stream = Body(User("[" + Text("Hi") + "]"), R"("stream":true)");
  EXPECT_EQ(*SendMessage(stream, "body_kind=json").body, *SendMessage(kHi).body);
}

TEST_F(RouterTest, RequestsToTheApiAreRecorded) {
  SendMessage(kHi);
  SendMessage("{}");
  Send("GET", "/v1/other");
  Send("GET", "/emulator/health");
  const std::vector<RecordedRequest> requests = recorder_.Requests();
  ASSERT_EQ(requests.size(), 3u);
  EXPECT_EQ(requests[0].status, 200);
  EXPECT_EQ(requests[1].status, 400);
  EXPECT_EQ(requests[2].status, 404);
}

TEST_F(RouterTest, CallbacksOfTheReplyRecordCompleteEvents) {
  scripts_.AddBody("stream", "data: 1\n\ndata: 2\n\n");
  const HttpReply reply = SendMessage(kHi, "body=stream");
  reply.on_written(8);
  EXPECT_EQ(recorder_.Requests()[0].bytes_written, 8u);
  EXPECT_EQ(recorder_.Requests()[0].events_written, 0u);
  reply.on_written(17);
  EXPECT_EQ(recorder_.Requests()[0].events_written, 1u);
  reply.on_written(18);
  EXPECT_EQ(recorder_.Requests()[0].events_written, 2u);
  reply.on_end(/*cancelled=*/true);
  EXPECT_EQ(recorder_.Requests()[0].state, RecordedRequest::State::kCancelled);
}

TEST_F(RouterTest, RecordedRequestsAreReturnedAndDeleted) {
  SendMessage(kHi);
  const HttpReply lines = Send("GET", "/emulator/requests");
  EXPECT_EQ(HeaderOf(lines, "content-type"), "application/jsonl");
  EXPECT_EQ(lines.body->find(R"({"number":1,"method":"POST","target":"/v1/messages")"), 0u);
  EXPECT_EQ(Send("DELETE", "/emulator/requests").status, 200);
  EXPECT_EQ(*Send("GET", "/emulator/requests").body, "");
}

TEST_F(RouterTest, ScriptsAreQueuedByLineAndCleared) {
  EXPECT_EQ(Send("POST", "/emulator/scripts", "status=529\n\n status=503 \r\nstatus=500").status,
            200);
  EXPECT_EQ(SendMessage(kHi).status, 529);
  EXPECT_EQ(SendMessage(kHi).status, 200);
  EXPECT_EQ(SendMessage(kHi).status, 503);
  EXPECT_EQ(Send("DELETE", "/emulator/scripts").status, 200);
  EXPECT_EQ(SendMessage(kHi).status, 200);
}

TEST_F(RouterTest, ErrorForAMalformedScriptStatesItsLine) {
  const HttpReply reply = Send("POST", "/emulator/scripts", "status=529\noops");
  EXPECT_EQ(reply.status, 400);
  EXPECT_TRUE(Contains(reply, "line 2: 'oops' is not of the form key=value"));
}

TEST_F(RouterTest, UnreadableRequestsGetErrorsOfTheApi) {
  const HttpReply large = router_.Refuse(413);
  EXPECT_EQ(large.status, 413);
  EXPECT_TRUE(Contains(large, R"("type":"request_too_large")")) << *large.body;
  const HttpReply malformed = router_.Refuse(400);
  EXPECT_EQ(malformed.status, 400);
  EXPECT_TRUE(Contains(malformed, "The request is not well-formed HTTP."));
  EXPECT_EQ(HeaderOf(malformed, "request-id").substr(0, 6), "req_01");
  EXPECT_TRUE(recorder_.Requests().empty());
}

}  // namespace
}  // namespace footnote::emulator
