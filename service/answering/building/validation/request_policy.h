// SPDX-License-Identifier: Apache-2.0
// What the operator allows requests to ask for.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_REQUEST_POLICY_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_REQUEST_POLICY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer_request.pb.h"
#include "service/answering/building/validation/field.h"

namespace footnote::answering::building {

// The limits of the server's configuration on requests. By default, there are none.
struct RequestPolicy {
  // Names of models, or beginnings of names followed by `*`. Empty: all models.
  std::vector<std::string> allowed_models = {};
  std::optional<int64_t> max_tokens = std::nullopt;
  bool allows_web_search = true;
  // The maximum of WebSearch.max_uses, which must then be set.
  std::optional<int64_t> max_web_searches = std::nullopt;
  std::optional<int> max_fallback_models = std::nullopt;
  std::optional<int> max_attempts = std::nullopt;
  bool allows_retry_possibly_billed = true;
};

// True if `policy` allows `model`.
bool AllowsModel(const RequestPolicy& policy, absl::string_view model);

// Reports a NOT_ALLOWED violation for everything in `request`, the value of `root`, that `policy`
// does not allow. What the request leaves to the server is not examined: the configuration of a
// server complies with its own policy.
void CheckPolicy(const RequestPolicy& policy, const v1::AnswerRequest& request, const Field& root);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_REQUEST_POLICY_H_
