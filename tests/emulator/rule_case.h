// SPDX-License-Identifier: Apache-2.0
// Test cases with a body and its expected verdict, for the tests of the validator.
#ifndef FOOTNOTE_TESTS_EMULATOR_RULE_CASE_H_
#define FOOTNOTE_TESTS_EMULATOR_RULE_CASE_H_

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <variant>

#include "service/emulator/rules/validator.h"
#include "tests/emulator/requests.h"

namespace footnote::emulator {

// Returns "ok" if the request is valid, else the message of the error.
inline std::string Verdict(const HttpRequest& request, const ValidationOptions& options = {},
                           Endpoint endpoint = Endpoint::kMessages) {
  std::variant<ParsedRequest, ApiError> result = Validate(request, endpoint, options);
  if (auto* error = std::get_if<ApiError>(&result); error != nullptr) return error->message;
  return "ok";
}

constexpr char kOld[] = "2023-06-01";
constexpr char kNew[] = "2026-10-21";

inline const std::string kHi = R"([{"role":"user","content":"Hi"}])";
inline const std::string kTool =
    R"({"name":"search","input_schema":{"type":"object","properties":{"query":{}}}})";
inline const std::string kUse = R"({"type":"tool_use","id":"toolu_1","name":"search","input":{}})";
inline const std::string kUse2 = R"({"type":"tool_use","id":"toolu_2","name":"search","input":{}})";
inline const std::string kResult =
    R"({"type":"tool_result","tool_use_id":"toolu_1","content":"r"})";
inline const std::string kResult2 =
    R"({"type":"tool_result","tool_use_id":"toolu_2","content":"r"})";

inline std::string Turn(const std::string& role, const std::string& blocks) {
  return R"({"role":")" + role + R"(","content":[)" + blocks + "]}";
}

// Returns the messages of a tool round: a question, `assistant` blocks, and `answer` blocks.
inline std::string Round(const std::string& assistant, const std::string& answer) {
  return "[" + Turn("user", Text("Hi")) + "," + Turn("assistant", assistant) + "," +
         Turn("user", answer) + "]";
}

inline std::string ToolResult(const std::string& content) {
  return R"({"type":"tool_result","tool_use_id":"toolu_1","content":[)" + content + "]}";
}

struct Case {
  std::string name;
  std::string body;
  std::string expected;           // the verdict for the version 2023-06-01
  std::string expected_new = "";  // the verdict for 2026-10-21; `expected` if empty
};

inline std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

inline std::string NameOf(const testing::TestParamInfo<Case>& info) { return info.param.name; }

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_RULE_CASE_H_
