// SPDX-License-Identifier: Apache-2.0
#include "tests/answering/request_support.h"

#include <utility>

#include "absl/strings/cord.h"
#include "service/status/rich_status.h"

namespace footnote::answering {

absl::StatusOr<building::BuiltRequest> building::BuildRequest(const v1::AnswerRequest& request,
                                                              const RequestDefaults& defaults) {
  absl::StatusOr<IndexedRequest> indexed = IndexRequest(request, defaults);
  if (!indexed.ok()) return indexed.status();
  absl::StatusOr<SerializedRequest> serialized = SerializeRequest(std::as_const(*indexed));
  if (!serialized.ok()) return serialized.status();
  return BuiltRequest{*std::move(indexed), std::move(serialized->json)};
}

const building::RequestDefaults& TestDefaults() {
  static const auto* const defaults = new building::RequestDefaults{"claude-test", 1024};
  return *defaults;
}

building::BuiltRequest MustBuild(const v1::AnswerRequest& request) {
  absl::StatusOr<building::BuiltRequest> built = building::BuildRequest(request, TestDefaults());
  if (!built.ok()) {
    ADD_FAILURE() << built.status();
    return {};
  }
  return *std::move(built);
}

Json SentJson(const v1::AnswerRequest& request) {
  const building::BuiltRequest built = MustBuild(request);
  Json json = Json::parse(built.json, nullptr, /*allow_exceptions=*/false);
  EXPECT_FALSE(json.is_discarded()) << built.json;
  return json;
}

std::vector<FieldViolation> ViolationsOf(const v1::AnswerRequest& request) {
  const absl::Status status = building::IndexRequest(request, TestDefaults()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  EXPECT_EQ(status::ErrorReason(status), "INVALID_REQUEST");
  return ViolationsIn(status);
}

std::vector<FieldViolation> ViolationsIn(const absl::Status& status) {
  google::rpc::BadRequest bad_request;
  const auto payload = status.GetPayload(status::kBadRequestTypeUrl);
  if (payload.has_value()) {
    EXPECT_TRUE(bad_request.ParseFromString(std::string(*payload)));
  }
  return {bad_request.field_violations().begin(), bad_request.field_violations().end()};
}

v1::AnswerRequest TwoHits() {
  return FromText<v1::AnswerRequest>(R"pb(
    question: "What is the limit?"
    search_results {
      id: "kb-1"
      source: "kb://1"
      title: "Limits"
      blocks {
        blocks { text: "Rate limit is 1000/h." }
        blocks { text: " Errors use HTTP codes." }
      }
    }
    search_results {
      id: "kb-2"
      source: "kb://2"
      title: "料金"
      blocks {
        blocks { text: "月額は1,000円です。" }
        blocks { text: "返金は30日以内です。" }
      }
    }
  )pb");
}

}  // namespace footnote::answering
