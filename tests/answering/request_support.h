// SPDX-License-Identifier: Apache-2.0
// Helpers of the tests that build requests.
#ifndef FOOTNOTE_TESTS_ANSWERING_REQUEST_SUPPORT_H_
#define FOOTNOTE_TESTS_ANSWERING_REQUEST_SUPPORT_H_

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "footnote/v1/answer_request.pb.h"
#include "footnote/v1/error_reason.pb.h"
#include "google/rpc/error_details.pb.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/source_index.h"

namespace footnote::answering {

using Json = nlohmann::json;
using FieldViolation = google::rpc::BadRequest::FieldViolation;

namespace building {

// An indexed request together with its JSON.
struct BuiltRequest : IndexedRequest {
  std::string json;
};

// Indexes and serializes `request`. `request` and `defaults` must outlive the result.
absl::StatusOr<BuiltRequest> BuildRequest(const v1::AnswerRequest& request,
                                          const RequestDefaults& defaults);

}  // namespace building

// Returns a message from Protocol Buffers' text format.
template <typename Message>
Message FromText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

// Returns the defaults of a server that has a default model.
const building::RequestDefaults& TestDefaults();

// Builds `request`, which must be valid.
building::BuiltRequest MustBuild(const v1::AnswerRequest& request);

// Returns the JSON for `request`, which must be valid.
Json SentJson(const v1::AnswerRequest& request);

// Returns the violations in the error for `request`, which must be invalid: as many as fit into it.
std::vector<FieldViolation> ViolationsOf(const v1::AnswerRequest& request);

// Returns the violations in `status`.
std::vector<FieldViolation> ViolationsIn(const absl::Status& status);

// Matches a FieldViolation of `field` whose description contains `part`.
MATCHER_P2(Violates, field, part, "") {
  *result_listener << "which is " << arg.field() << ": " << arg.description();
  return arg.field() == field && arg.description().find(part) != std::string::npos;
}

// Matches a FieldViolation of `field` with the reason `reason`, a v1::ViolationReason.
MATCHER_P2(HasReason, field, reason, "") {
  *result_listener << "which is " << arg.field() << ": " << arg.reason() << ": "
                   << arg.description();
  return arg.field() == field && arg.reason() == v1::ViolationReason_Name(reason);
}

// Returns a request with a question and two search results, kb-1 and kb-2, of two blocks each. The
// first one is in English and the second one in Japanese.
v1::AnswerRequest TwoHits();

}  // namespace footnote::answering

#endif  // FOOTNOTE_TESTS_ANSWERING_REQUEST_SUPPORT_H_
