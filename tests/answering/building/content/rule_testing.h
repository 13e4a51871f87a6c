// SPDX-License-Identifier: Apache-2.0
// A matcher for violations with their reason.
#ifndef FOOTNOTE_TESTS_ANSWERING_BUILDING_CONTENT_RULE_TESTING_H_
#define FOOTNOTE_TESTS_ANSWERING_BUILDING_CONTENT_RULE_TESTING_H_

#include <gmock/gmock.h>

#include <string>

#include "footnote/v1/error_reason.pb.h"
#include "google/rpc/error_details.pb.h"
#include "service/status/rich_status.h"

namespace footnote::answering::building {

inline const std::string& FieldOf(const status::Violation& violation) { return violation.field; }
inline const std::string& FieldOf(const google::rpc::BadRequest::FieldViolation& violation) {
  return violation.field();
}
inline const std::string& DescriptionOf(const status::Violation& violation) {
  return violation.description;
}
inline const std::string& DescriptionOf(const google::rpc::BadRequest::FieldViolation& violation) {
  return violation.description();
}
inline std::string ReasonOf(const status::Violation& violation) {
  return v1::ViolationReason_Name(violation.reason);
}
inline std::string ReasonOf(const google::rpc::BadRequest::FieldViolation& violation) {
  return violation.reason();
}

// Matches a status::Violation or FieldViolation of `field` with the reason named `reason`, whose
// description contains `part`.
MATCHER_P3(ViolatesRule, field, reason, part, "") {
  *result_listener << "which is " << FieldOf(arg) << ": " << ReasonOf(arg) << ": "
                   << DescriptionOf(arg);
  return FieldOf(arg) == field && ReasonOf(arg) == reason &&
         DescriptionOf(arg).find(part) != std::string::npos;
}

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_TESTS_ANSWERING_BUILDING_CONTENT_RULE_TESTING_H_
