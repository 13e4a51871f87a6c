// SPDX-License-Identifier: Apache-2.0
#include "tests/answering/test_support.h"

#include <unicode/unistr.h>

#include <fstream>
#include <sstream>
#include <utility>

#include "absl/status/statusor.h"
#include "service/answering/resolving/answer_resolver.h"

namespace footnote::answering {

messages::Message ParseMessage(const std::string& json) {
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
              // nlohmann::json reads braces around one block as that block.
              {"content", content.is_array() ? content : Json::array({content})},
              {"stop_reason", stop_reason},
              {"stop_sequence", nullptr},
              {"usage", {{"input_tokens", 25}, {"output_tokens", 12}}}}
      .dump();
}

v1::Answer AnswerTo(const v1::AnswerRequest& request, const std::string& json) {
  const auto built = MustBuild(request);
  v1::Answer answer;
  EXPECT_TRUE(resolving::ResolveMessage(ParseMessage(json), built.sources, &answer).ok());
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

}  // namespace footnote::answering
