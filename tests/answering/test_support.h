// What the tests of the answering room share.
#ifndef FOOTNOTE_TESTS_ANSWERING_TEST_SUPPORT_H_
#define FOOTNOTE_TESTS_ANSWERING_TEST_SUPPORT_H_

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "google/rpc/error_details.pb.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/source_index.h"
#include "service/messages/message.h"

namespace footnote::answering {

using Json = nlohmann::json;
using FieldViolation = google::rpc::BadRequest::FieldViolation;

// A message from Protocol Buffers' text format.
template <typename Message>
Message FromText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

// The defaults of a server that names a model.
RequestDefaults TestDefaults();

// Builds `request`, which must be valid.
BuiltRequest MustBuild(const v1::AnswerRequest& request);

// The JSON that `request`, which must be valid, makes.
Json SentJson(const v1::AnswerRequest& request);

// The violations in the error that `request`, which must be invalid, makes: as many as fit in it.
std::vector<FieldViolation> ViolationsOf(const v1::AnswerRequest& request);

// The violations that `status` carries.
std::vector<FieldViolation> ViolationsIn(const absl::Status& status);

// Matches a FieldViolation of `field` whose description has `part` in it.
MATCHER_P2(Violates, field, part, "") {
  *result_listener << "which is " << arg.field() << ": " << arg.description();
  return arg.field() == field && arg.description().find(part) != std::string::npos;
}

// What the API said in `json`, which must be a message.
messages::Message Said(const std::string& json);

// A whole message of the API with this content: one block or an array of them.
std::string MessageJson(const Json& content, const std::string& stop_reason = "end_turn");

// The answer to `request`, which must be valid, if the API says `json`.
v1::Answer AnswerTo(const v1::AnswerRequest& request, const std::string& json);

// A search_result_location.
Json Srl(int64_t index, int64_t start, int64_t end, const std::string& cited_text);

// A text block, with citations if there are any.
Json TextBlock(const std::string& text, const Json& citations = Json::array());

// The part of `text` that `span` names, having checked that all three units name the same part.
std::string Slice(const std::string& text, const v1::Span& span);

// The file `name` of tests/testdata/documented.
std::string Documented(const std::string& name);

// Two hits with ids kb-1 and kb-2 of two blocks each, the first in English and the second in
// Japanese, and a question.
v1::AnswerRequest TwoHits();

}  // namespace footnote::answering

#endif  // FOOTNOTE_TESTS_ANSWERING_TEST_SUPPORT_H_
