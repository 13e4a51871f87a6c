// The conversation of payload.h, as Footnote's callers put it.
#ifndef FOOTNOTE_BENCH_ANSWER_PAYLOAD_H_
#define FOOTNOTE_BENCH_ANSWER_PAYLOAD_H_

#include <string>

#include "bench/payload.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::bench {

v1::AnswerRequest AnswerRequestFor(const Payload& payload);

// The same to be streamed, by `model`, which says how (see delivery.h).
v1::StreamAnswerRequest StreamRequestFor(const Payload& payload, const std::string& model);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_ANSWER_PAYLOAD_H_
