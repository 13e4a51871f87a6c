// SPDX-License-Identifier: Apache-2.0
// Requests answered in process, for tests of what the emulator says.
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

// A request that the validator has to take.
inline ParsedRequest Parse(const std::string& body) {
  std::variant<ParsedRequest, ApiError> parsed = Validate(Post(body), Endpoint::kMessages, {});
  if (auto* error = std::get_if<ApiError>(&parsed); error != nullptr) {
    ADD_FAILURE() << error->message << "\n" << body;
    return {};
  }
  return std::get<ParsedRequest>(std::move(parsed));
}

// A reply and what it has views into.
struct Answered {
  ParsedRequest request;
  Reply reply;

  std::string text() const {
    std::string text;
    for (const ReplyBlock& block : reply.content) text.append(block.text);
    return text;
  }
  std::vector<ReplyCitation> citations() const {
    std::vector<ReplyCitation> all;
    for (const ReplyBlock& block : reply.content) {
      all.insert(all.end(), block.citations.begin(), block.citations.end());
    }
    return all;
  }
};

inline Answered Answer(const std::string& body) {
  Answered answered;
  answered.request = Parse(body);
  answered.reply = AnswerRequest(answered.request, 1);
  return answered;
}

// A request that asks `question` after `material` (blocks, joined with commas).
inline std::string Ask(const std::string& material, const std::string& question) {
  return Body(User("[" + material + "," + Text(question) + "]"));
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_ANSWERED_H_
