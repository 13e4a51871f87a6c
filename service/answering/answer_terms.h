// SPDX-License-Identifier: Apache-2.0
// What a request demands of its answer and of the form of the response.
#ifndef FOOTNOTE_SERVICE_ANSWERING_ANSWER_TERMS_H_
#define FOOTNOTE_SERVICE_ANSWERING_ANSWER_TERMS_H_

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_request.pb.h"
#include "service/answering/resolving/acceptance.h"
#include "service/answering/resolving/answer_resolver.h"

namespace footnote::answering {

struct AnswerTerms {
  resolving::AcceptancePolicy acceptance;
  resolving::ResponseOptions response;
  // The last event of a stream omits what earlier events delivered.
  bool omit_delivered_content = false;
};

// `limits` are those of the server.
AnswerTerms AnswerTermsFrom(const v1::AnswerRequest& request,
                            const resolving::AnswerLimits& limits);

// Removes what the events of a stream deliver: text, blocks, references and notices.
void OmitDeliveredContent(v1::Answer* answer);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_ANSWER_TERMS_H_
