// SPDX-License-Identifier: Apache-2.0
// Functions that check a body with the rules of one unit.
#ifndef FOOTNOTE_TESTS_EMULATOR_RULES_RULE_VERDICT_H_
#define FOOTNOTE_TESTS_EMULATOR_RULES_RULE_VERDICT_H_

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"
#include "service/emulator/request/request_schema.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"

namespace footnote::emulator {

using RuleCheck = std::function<std::optional<ApiError>(const ParsedRequest&)>;

// Returns the message of the error in the schema of `body` or from `check`, or "ok".
inline std::string RuleVerdict(const std::string& body, ApiVersion version,
                               const RuleCheck& check) {
  const std::variant<ParsedRequest, ApiError> parsed =
      ParseRequest(body, version, Endpoint::kMessages);
  if (auto* error = std::get_if<ApiError>(&parsed); error != nullptr) return error->message;
  const std::optional<ApiError> error = check(std::get<ParsedRequest>(parsed));
  return error.has_value() ? error->message : "ok";
}

// Expects the verdicts of `c` for both API versions, from `check` and from the validator, which
// applies the rules of all units.
inline void ExpectVerdicts(const Case& c, const RuleCheck& check) {
  const std::string& expected_new = c.expected_new.empty() ? c.expected : c.expected_new;
  EXPECT_EQ(RuleVerdict(c.body, ApiVersion::k20230601, check), c.expected);
  EXPECT_EQ(RuleVerdict(c.body, ApiVersion::k20261021, check), expected_new);
  EXPECT_EQ(Verdict(Post(c.body, kOld)), c.expected);
  EXPECT_EQ(Verdict(Post(c.body, kNew)), expected_new);
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_RULES_RULE_VERDICT_H_
