// What the tests share that look at requests.
#ifndef FOOTNOTE_TESTS_ANSWERING_REQUEST_SUPPORT_H_
#define FOOTNOTE_TESTS_ANSWERING_REQUEST_SUPPORT_H_

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "footnote/v1/answer_service.pb.h"
#include "google/rpc/error_details.pb.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/source_index.h"

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
building::RequestDefaults TestDefaults();

// Builds `request`, which must be valid.
building::BuiltRequest MustBuild(const v1::AnswerRequest& request);

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

// Two hits with ids kb-1 and kb-2 of two blocks each, the first in English and the second in
// Japanese, and a question.
v1::AnswerRequest TwoHits();

}  // namespace footnote::answering

#endif  // FOOTNOTE_TESTS_ANSWERING_REQUEST_SUPPORT_H_
