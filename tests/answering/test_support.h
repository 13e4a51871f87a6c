// SPDX-License-Identifier: Apache-2.0
// Helpers of the tests of service/answering.
#ifndef FOOTNOTE_TESTS_ANSWERING_TEST_SUPPORT_H_
#define FOOTNOTE_TESTS_ANSWERING_TEST_SUPPORT_H_

#include <cstdint>
#include <string>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/messages/message.h"
#include "tests/answering/request_support.h"

namespace footnote::answering {

// The message with the JSON `json`, which must be valid.
messages::Message ParseMessage(const std::string& json);

// The JSON of a complete message with this content: one block or an array of blocks.
std::string MessageJson(const Json& content, const std::string& stop_reason = "end_turn");

// The answer to `request`, which must be valid, if the API returns `json`.
v1::Answer AnswerTo(const v1::AnswerRequest& request, const std::string& json);

// A search_result_location.
Json Srl(int64_t index, int64_t start, int64_t end, const std::string& cited_text);

// A text block, with citations if there are any.
Json TextBlock(const std::string& text, const Json& citations = Json::array());

// The part of `text` in the range `span`; expects that all three units give the same part.
std::string Slice(const std::string& text, const v1::Span& span);

// The file `name` of tests/testdata/documented.
std::string Documented(const std::string& name);

}  // namespace footnote::answering

#endif  // FOOTNOTE_TESTS_ANSWERING_TEST_SUPPORT_H_
