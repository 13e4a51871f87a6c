#include "tests/answering/test_support.h"

#include <unicode/unistr.h>

#include <fstream>
#include <sstream>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/cord.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/rich_status.h"

namespace footnote::answering {

RequestDefaults TestDefaults() { return {"claude-test", 1024}; }

BuiltRequest MustBuild(const v1::AnswerRequest& request) {
  absl::StatusOr<BuiltRequest> built = BuildRequest(request, TestDefaults());
  if (!built.ok()) {
    ADD_FAILURE() << built.status();
    return {};
  }
  return *std::move(built);
}

Json SentJson(const v1::AnswerRequest& request) {
  const BuiltRequest built = MustBuild(request);
  Json json = Json::parse(built.json, nullptr, /*allow_exceptions=*/false);
  EXPECT_FALSE(json.is_discarded()) << built.json;
  return json;
}

std::vector<FieldViolation> ViolationsOf(const v1::AnswerRequest& request) {
  const absl::Status status = BuildRequest(request, TestDefaults()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  EXPECT_EQ(ErrorReason(status), "INVALID_REQUEST");
  return ViolationsIn(status);
}

std::vector<FieldViolation> ViolationsIn(const absl::Status& status) {
  google::rpc::BadRequest bad_request;
  const auto payload = status.GetPayload(kBadRequestTypeUrl);
  if (payload.has_value()) {
    EXPECT_TRUE(bad_request.ParseFromString(std::string(*payload)));
  }
  return {bad_request.field_violations().begin(), bad_request.field_violations().end()};
}

messages::Message Said(const std::string& json) {
  absl::StatusOr<messages::Message> message = messages::ParseMessage(json);
  if (!message.ok()) {
    ADD_FAILURE() << message.status() << ": " << json;
    return {};
  }
  return *std::move(message);
}

std::string MessageJson(const Json& content, const std::string& stop_reason) {
  return Json{{"id", "msg_1"},
              {"type", "message"},
              {"role", "assistant"},
              {"model", "claude-test"},
              // Braces around one block make a block in nlohmann's reading.
              {"content", content.is_array() ? content : Json::array({content})},
              {"stop_reason", stop_reason},
              {"stop_sequence", nullptr},
              {"usage", {{"input_tokens", 25}, {"output_tokens", 12}}}}
      .dump();
}

v1::Answer AnswerTo(const v1::AnswerRequest& request, const std::string& json) {
  const BuiltRequest built = MustBuild(request);
  v1::Answer answer;
  ResolveMessage(Said(json), built.sources, &answer);
  return answer;
}

Json Srl(int64_t index, int64_t start, int64_t end, const std::string& cited_text) {
  return {{"type", "search_result_location"},
          {"cited_text", cited_text},
          {"search_result_index", index},
          {"start_block_index", start},
          {"end_block_index", end}};
}

Json TextBlock(const std::string& text, const Json& citations) {
  Json block = {{"type", "text"}, {"text", text}};
  if (!citations.empty()) block["citations"] = citations;
  return block;
}

std::string Slice(const std::string& text, const v1::Span& span) {
  const std::string by_bytes = text.substr(span.byte_start(), span.byte_end() - span.byte_start());
  const icu::UnicodeString wide = icu::UnicodeString::fromUTF8(text);
  std::string by_utf16;
  wide.tempSubStringBetween(span.utf16_start(), span.utf16_end()).toUTF8String(by_utf16);
  std::string by_code_points;
  wide.tempSubStringBetween(wide.moveIndex32(0, span.code_point_start()),
                            wide.moveIndex32(0, span.code_point_end()))
      .toUTF8String(by_code_points);
  EXPECT_EQ(by_bytes, by_utf16) << span.ShortDebugString();
  EXPECT_EQ(by_bytes, by_code_points) << span.ShortDebugString();
  EXPECT_LE(span.code_point_end(), wide.countChar32());
  EXPECT_LE(span.utf16_end(), wide.length());
  return by_bytes;
}

std::string Documented(const std::string& name) {
  std::ifstream file("tests/testdata/documented/" + name);
  EXPECT_TRUE(file.good()) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

v1::AnswerRequest TwoHits() {
  return FromText<v1::AnswerRequest>(R"pb(
    question: "What is the limit?"
    hits {
      id: "kb-1"
      source: "kb://1"
      title: "Limits"
      blocks { text: "Rate limit is 1000/h." }
      blocks { text: " Errors use HTTP codes." }
    }
    hits {
      id: "kb-2"
      source: "kb://2"
      title: "料金"
      blocks { text: "月額は1,000円です。" }
      blocks { text: "返金は30日以内です。" }
    }
  )pb");
}

}  // namespace footnote::answering
