// SPDX-License-Identifier: Apache-2.0
// The verdicts of the service and of the emulator on a request.
//
// Both implement the API's rules without shared code, so a rule that only one of them has wrong
// makes a test fail.
#ifndef FOOTNOTE_TESTS_AGREEMENT_VERDICTS_H_
#define FOOTNOTE_TESTS_AGREEMENT_VERDICTS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::agreement {

constexpr char kOldVersion[] = "2023-06-01";
constexpr char kNewVersion[] = "2026-10-21";

constexpr char kAccepted[] = "accepted";

// Parses a request in the text format of Protocol Buffers.
v1::AnswerRequest Parse(const std::string& text);

// Returns the body that the service would send for `request`, or the error.
absl::StatusOr<std::string> Build(const v1::AnswerRequest& request);

// Returns the fields that the violations of an error of Build name.
std::vector<std::string> FieldsIn(const absl::Status& error);

// Returns kAccepted, or the message of the emulator's error.
std::string EmulatorVerdict(const std::string& body, absl::string_view version);

}  // namespace footnote::agreement

#endif  // FOOTNOTE_TESTS_AGREEMENT_VERDICTS_H_
