// SPDX-License-Identifier: Apache-2.0
// Functions that answer requests in process, for tests of the content of replies.
#ifndef FOOTNOTE_TESTS_EMULATOR_ANSWERED_H_
#define FOOTNOTE_TESTS_EMULATOR_ANSWERED_H_

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "service/emulator/extractive/answerer.h"
#include "service/emulator/rules/validator.h"
#include "tests/emulator/requests.h"

namespace footnote::emulator {

// Parses `body`, and expects that it is valid.
inline ParsedRequest Parse(const std::string& body) {
  std::variant<ParsedRequest, ApiError> parsed = Validate(Post(body), Endpoint::kMessages, {});
  if (auto* error = std::get_if<ApiError>(&parsed); error != nullptr) {
    ADD_FAILURE() << error->message << "\n" << body;
    return {};
  }
  return std::get<ParsedRequest>(std::move(parsed));
}

// A reply, and the request that it has views into.
struct Answered {
  ParsedRequest request;
  Reply reply;

  // The concatenated text of all blocks.
  std::string text() const {
    std::string text;
    for (const ReplyBlock& block : reply.content) text.append(block.text);
    return text;
  }
  // The citations of all blocks in order.
  std::vector<ReplyCitation> citations() const {
    std::vector<ReplyCitation> all;
    for (const ReplyBlock& block : reply.content) {
      all.insert(all.end(), block.citations.begin(), block.citations.end());
    }
    return all;
  }
};

// Answers the request `body`, and expects that it is valid.
inline Answered Answer(const std::string& body) {
  Answered answered;
  answered.request = Parse(body);
  answered.reply = AnswerRequest(answered.request, 1);
  return answered;
}

// Returns a request with `sources` (blocks, joined with commas) and `question`.
inline std::string Ask(const std::string& sources, const std::string& question) {
  return Body(User("[" + sources + "," + Text(question) + "]"));
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_ANSWERED_H_
