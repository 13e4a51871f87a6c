// SPDX-License-Identifier: Apache-2.0
// A request and its answer for the tests of renderers.
#ifndef FOOTNOTE_TESTS_CLIENT_CLI_OUTPUT_CITED_ANSWER_H_
#define FOOTNOTE_TESTS_CLIENT_CLI_OUTPUT_CITED_ANSWER_H_

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_request.pb.h"

namespace footnote::client {

// Two search results of one document, which share a row, and one of another document.
v1::AnswerRequest CitedRequest();

// A complete answer that cites all of them, and an unknown source.
v1::Answer CompleteAnswer();

}  // namespace footnote::client

#endif  // FOOTNOTE_TESTS_CLIENT_CLI_OUTPUT_CITED_ANSWER_H_
