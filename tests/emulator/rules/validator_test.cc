// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/validator.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "tests/emulator/rule_case.h"

namespace footnote::emulator {
namespace {

ApiError ErrorFor(const HttpRequest& request) {
  std::variant<ParsedRequest, ApiError> result = Validate(request, Endpoint::kMessages, {});
  auto* error = std::get_if<ApiError>(&result);
  return error == nullptr ? ApiError{200, "none", "ok", ""} : *error;
}

TEST(ValidatorTest, RejectsARequestWithoutCredentialsBeforeOtherChecks) {
  HttpRequest request = Post("not json");
  request.headers.clear();
  const ApiError error = ErrorFor(request);
  EXPECT_EQ(error.status, 401);
  EXPECT_EQ(error.type, "authentication_error");
  EXPECT_EQ(error.message, "invalid x-api-key");
}

TEST(ValidatorTest, AcceptsEachKeyThatIsNotEmptyAndDoesNotStartWithInvalid) {
  HttpRequest request = Post(Body(kHi));
  request.headers[0] = {"x-api-key", "invalid-key"};
  EXPECT_EQ(ErrorFor(request).status, 401);
  request.headers[0] = {"authorization", "Bearer invalid"};
  EXPECT_EQ(ErrorFor(request).status, 401);
  request.headers[0] = {"authorization", "Basic x"};
  EXPECT_EQ(ErrorFor(request).status, 401);
  request.headers[0] = {"x-api-key", ""};
  EXPECT_EQ(ErrorFor(request).status, 401);
  request.headers[0] = {"authorization", "Bearer some-key"};
  EXPECT_EQ(ErrorFor(request).message, "ok");
}

TEST(ValidatorTest, ChecksTheVersionHeaderBeforeTheBody) {
  HttpRequest request = Post("not json");
  request.headers.pop_back();
  EXPECT_EQ(Verdict(request), "anthropic-version: header is required");
  EXPECT_EQ(Verdict(Post("not json", "2020-01-01")),
            "anthropic-version: '2020-01-01' is not a version of this API");
}

TEST(ValidatorTest, RejectsABodyThatIsNotJson) {
  const std::string expected = "The request body is not valid JSON: ";
  const std::string bad_utf8 = Body(User("[" + Text("\xff") + "]"));
  const std::string lone_surrogate = Body(User("[" + Text("\\ud83d") + "]"));
  for (const std::string& body : {std::string(), std::string("{"), Body(kHi) + "}", bad_utf8,
                                  lone_surrogate, std::string(2000, '[')}) {
    EXPECT_EQ(Verdict(Post(body)).substr(0, expected.size()), expected) << body;
  }
}

TEST(ValidatorTest, RejectsEachIncompleteBody) {
  const std::string body =
      Body(User("[" + SearchResult(Text("a"), Cited()) + "," + PlainText("b") + "]"),
           R"("stream":false)");
  for (size_t size = 0; size < body.size(); ++size) {
    EXPECT_NE(Verdict(Post(body.substr(0, size))), "ok") << size;
  }
  EXPECT_EQ(Verdict(Post(body)), "ok");
}

TEST(ValidatorTest, RejectsACompressedBody) {
  HttpRequest request = Post(Body(kHi));
  request.headers.emplace_back("content-encoding", "gzip");
  const ApiError error = ErrorFor(request);
  EXPECT_EQ(error.status, 400);
  EXPECT_EQ(error.error_code, "request_body_encoding_unsupported");
}

TEST(ValidatorTest, ReportsAnUnknownModelAfterTheSchemaAndBeforeTheRules) {
  const ApiError error = ErrorFor(Post(Body("[]", "", "claude-nope")));
  EXPECT_EQ(error.status, 404);
  EXPECT_EQ(error.type, "not_found_error");
  EXPECT_EQ(error.message, "model: claude-nope");
  EXPECT_EQ(Verdict(Post(Body("[]", R"("x":1)", "gpt-4"))), "x: Extra inputs are not permitted");
}

TEST(ValidatorTest, AcceptsAnyModelIfTheOptionIsSet) {
  ValidationOptions options;
  options.any_model = true;
  EXPECT_EQ(Verdict(Post(Body(kHi, "", "my-deployment")), options), "ok");
}

TEST(ValidatorTest, AppliesTheOptionForOneCitationSetting) {
  const HttpRequest request = Post(Body(
      User("[" + PlainText("a") + "," + SearchResult(Text("b"), Cited()) + "," + Text("q") + "]")));
  EXPECT_EQ(Verdict(request), "ok");
  ValidationOptions options;
  options.citations.one_setting_for_all = true;
  EXPECT_EQ(Verdict(request, options),
            "Citations must be either enabled or disabled on all `search_result` and `document` "
            "blocks.");
}

TEST(ValidatorTest, RejectsMaxTokensForCountTokens) {
  const std::string body = R"({"model":"claude-opus-5","messages":)" + kHi + "}";
  EXPECT_EQ(Verdict(Post(body), {}, Endpoint::kCountTokens), "ok");
  EXPECT_EQ(Verdict(Post(Body(kHi)), {}, Endpoint::kCountTokens),
            "max_tokens: Extra inputs are not permitted");
}

}  // namespace
}  // namespace footnote::emulator
