// SPDX-License-Identifier: Apache-2.0
// Random requests, most of them valid: the same ones on every run.
#ifndef FOOTNOTE_TESTS_AGREEMENT_RANDOM_REQUESTS_H_
#define FOOTNOTE_TESTS_AGREEMENT_RANDOM_REQUESTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "footnote/v1/answer_service.pb.h"
#include "tests/support/random_text.h"

namespace footnote::agreement {

// Makes conversations of every form: hits, documents and pictures of all kinds at the top and in
// tool results, tool loops, web searches that end, fail and pause, thinking, answers replayed with
// citations of all kinds, cache marks of all policies. About one thing in `odds` is wrong: a blank
// text, a lacking result, a block of no known picture, ...
class RandomRequests {
 public:
  RandomRequests(uint64_t seed, int odds) : random_(seed), odds_(odds) {}

  v1::AnswerRequest Next();

 private:
  bool GoesWrong() { return random_.OneIn(odds_); }
  std::string Text(int max_pieces);
  std::string Id(const char* prefix);

  void FillOptions(v1::AnswerRequest* request);
  void FillWebSearch(v1::WebSearch* search);
  template <typename User>
  void FillUser(User* user);
  void FillToolResult(v1::ToolResult* result);
  void FillHit(v1::SearchResult* hit);
  void FillDocument(v1::Document* document);
  void FillImage(v1::Image* image);
  void FillAssistant(v1::AssistantTurn* assistant);
  void FillText(v1::AnswerText* text);
  void FillLocation(v1::CitationLocation* location);
  void AddToolUse(v1::AssistantTurn* assistant);
  void AddServerTool(v1::AssistantTurn* assistant);
  template <typename Carrier>
  void Mark(Carrier* carrier);

  testing_support::RandomText random_;
  const int odds_;
  int ids_ = 0;
  // The tool uses of the last turn.
  std::vector<std::string> pending_;
  // A use of the API's own tool is open.
  bool is_paused_ = false;
  // The time to live of the next mark never grows, but where something goes wrong.
  bool shorter_marks_ = false;
  int marks_ = 0;
};

}  // namespace footnote::agreement

#endif  // FOOTNOTE_TESTS_AGREEMENT_RANDOM_REQUESTS_H_
