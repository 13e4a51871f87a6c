// SPDX-License-Identifier: Apache-2.0
// The conversation of payload.h as a request of Footnote's API.
#ifndef FOOTNOTE_BENCH_ANSWER_PAYLOAD_H_
#define FOOTNOTE_BENCH_ANSWER_PAYLOAD_H_

#include <string>

#include "bench/payload.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::bench {

v1::AnswerRequest AnswerRequestFor(const Payload& payload);

// The same as a streamed request; `model` selects the delivery (see delivery.h).
v1::StreamAnswerRequest StreamRequestFor(const Payload& payload, const std::string& model);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_ANSWER_PAYLOAD_H_
