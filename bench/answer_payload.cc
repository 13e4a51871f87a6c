// SPDX-License-Identifier: Apache-2.0
#include "bench/answer_payload.h"

namespace footnote::bench {

v1::AnswerRequest AnswerRequestFor(const Payload& payload) {
  v1::AnswerRequest request;
  request.set_question(payload.question);
  request.mutable_model_options()->set_model(payload.model);
  request.mutable_model_options()->set_max_tokens(payload.max_tokens);
  for (const Hit& hit : payload.hits) {
    v1::SearchResult& added = *request.add_search_results();
    added.set_id(hit.id);
    added.set_source(hit.source);
    added.set_title(hit.title);
    for (const std::string& block : hit.blocks)
      added.mutable_blocks()->add_blocks()->set_text(block);
  }
  return request;
}

v1::StreamAnswerRequest StreamRequestFor(const Payload& payload, const std::string& model) {
  v1::StreamAnswerRequest request;
  *request.mutable_request() = AnswerRequestFor(payload);
  request.mutable_request()->mutable_model_options()->set_model(model);
  return request;
}

}  // namespace footnote::bench
