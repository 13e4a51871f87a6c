// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/answer_meter.h"

#include "service/status/errors.h"

namespace footnote::answering::resolving {

absl::Status AnswerMeter::Error() const {
  return status::AnswerTooLarge(exceeded_,
                                exceeded_ == kMaxBytes ? limits_.max_bytes : limits_.max_citations);
}

}  // namespace footnote::answering::resolving
