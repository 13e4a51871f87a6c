// SPDX-License-Identifier: Apache-2.0
// Functions that check the schema of a body.
#ifndef FOOTNOTE_TESTS_EMULATOR_REQUEST_SCHEMA_VERDICT_H_
#define FOOTNOTE_TESTS_EMULATOR_REQUEST_SCHEMA_VERDICT_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"
#include "service/emulator/request/request_schema.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"

namespace footnote::emulator {

// Returns "ok" if the schema of `body` is valid, else the message of the error.
inline std::string SchemaVerdict(std::string_view body, ApiVersion version = ApiVersion::k20230601,
                                 Endpoint endpoint = Endpoint::kMessages) {
  const std::variant<ParsedRequest, ApiError> parsed = ParseRequest(body, version, endpoint);
  if (auto* error = std::get_if<ApiError>(&parsed); error != nullptr) return error->message;
  return "ok";
}

// Expects the verdicts of `c` for both API versions, from the schema and from the validator.
inline void ExpectSchemaVerdicts(const Case& c) {
  const std::string& expected_new = c.expected_new.empty() ? c.expected : c.expected_new;
  EXPECT_EQ(SchemaVerdict(c.body, ApiVersion::k20230601), c.expected);
  EXPECT_EQ(SchemaVerdict(c.body, ApiVersion::k20261021), expected_new);
  EXPECT_EQ(Verdict(Post(c.body, kOld)), c.expected);
  EXPECT_EQ(Verdict(Post(c.body, kNew)), expected_new);
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_REQUEST_SCHEMA_VERDICT_H_
