// SPDX-License-Identifier: Apache-2.0
#include "tests/agreement/verdicts.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "google/protobuf/text_format.h"
#include "google/rpc/error_details.pb.h"
#include "service/answering/building/request_builder.h"
#include "service/emulator/http/http_message.h"
#include "service/emulator/request/api_error.h"
#include "service/emulator/rules/validator.h"
#include "service/status/rich_status.h"

namespace footnote::agreement {

v1::AnswerRequest Parse(const std::string& text) {
  v1::AnswerRequest request;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &request)) << text;
  return request;
}

absl::StatusOr<std::string> Build(const v1::AnswerRequest& request) {
  const answering::building::RequestDefaults defaults = {"claude-opus-5", 4096};
  const absl::StatusOr<answering::building::IndexedRequest> indexed =
      answering::building::IndexRequest(request, defaults);
  if (!indexed.ok()) return indexed.status();
  absl::StatusOr<answering::building::SerializedRequest> serialized =
      answering::building::SerializeRequest(*indexed);
  if (!serialized.ok()) return serialized.status();
  return std::move(serialized->json);
}

std::vector<std::string> FieldsIn(const absl::Status& error) {
  std::vector<std::string> fields;
  google::rpc::BadRequest details;
  const auto payload = error.GetPayload(status::kBadRequestTypeUrl);
  if (!payload.has_value() || !details.ParseFromString(std::string(*payload))) return fields;
  for (const auto& violation : details.field_violations()) fields.push_back(violation.field());
  return fields;
}

std::string EmulatorVerdict(const std::string& body, absl::string_view version) {
  emulator::HttpRequest request;
  request.method = "POST";
  request.target = "/v1/messages";
  request.headers = {{"x-api-key", "key"}, {"anthropic-version", std::string(version)}};
  request.body = std::make_shared<const std::string>(body);
  const auto verdict = emulator::Validate(request, emulator::Endpoint::kMessages, {});
  const auto* error = std::get_if<emulator::ApiError>(&verdict);
  return error == nullptr ? kAccepted : error->message;
}

}  // namespace footnote::agreement
