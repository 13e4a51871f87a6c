// SPDX-License-Identifier: Apache-2.0
// What the service and the emulator each say of a request.
//
// Both know the API's rules, and share no code about them: a rule that one of them has wrong shows
// here, unless both have it wrong in the same way.
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

// A request from Protocol Buffers' text format.
v1::AnswerRequest Parse(const std::string& text);

// The body that the service would send for `request`, or its refusal.
absl::StatusOr<std::string> Build(const v1::AnswerRequest& request);

// The fields that `refusal` of Build names.
std::vector<std::string> FieldsIn(const absl::Status& refusal);

// kAccepted, or what the emulator says against `body`.
std::string EmulatorsVerdict(const std::string& body, absl::string_view version);

}  // namespace footnote::agreement

#endif  // FOOTNOTE_TESTS_AGREEMENT_VERDICTS_H_
