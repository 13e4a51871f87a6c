// SPDX-License-Identifier: Apache-2.0
// Random requests, most of them valid, which are the same in every run.
#ifndef FOOTNOTE_TESTS_AGREEMENT_RANDOM_REQUESTS_H_
#define FOOTNOTE_TESTS_AGREEMENT_RANDOM_REQUESTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "footnote/v1/answer_service.pb.h"
#include "tests/support/random_text.h"

namespace footnote::agreement {

// Makes conversations of every form: search results, documents and images of all kinds in turns and
// in tool results; tool loops; web searches that end, fail and pause; thinking; replayed answers
// with citations of all kinds; and cache breakpoints with all policies. About one in `odds` details
// is invalid, such as a blank text, a missing tool result or an image of an unknown type.
class RandomRequests {
 public:
  RandomRequests(uint64_t seed, int odds) : random_(seed), odds_(odds) {}

  v1::AnswerRequest Next();

 private:
  // Returns true if the next detail is invalid.
  bool IsInvalid() { return random_.OneIn(odds_); }
  std::string Text(int max_pieces);
  std::string Id(const char* prefix);

  void FillOptions(v1::AnswerRequest* request);
  void FillWebSearch(v1::WebSearch* search);
  template <typename User>
  void FillUser(User* user);
  void FillToolResult(v1::ToolResult* result);
  void FillSearchResult(v1::SearchResult* result);
  void FillDocument(v1::Document* document);
  void FillImage(v1::Image* image);
  void FillAssistant(v1::AssistantTurn* assistant);
  void FillText(v1::AnswerText* text);
  void FillLocation(v1::CitationLocation* location);
  void AddToolUse(v1::AssistantTurn* assistant);
  void AddServerTool(v1::AssistantTurn* assistant);
  // Sometimes sets the cache breakpoint of `target`.
  template <typename Target>
  void SetBreakpoint(Target* target);

  testing_support::RandomText random_;
  const int odds_;
  int ids_ = 0;
  // The ids of the tool uses of the last turn.
  std::vector<std::string> pending_;
  // True if a use of a server tool has no result.
  bool is_paused_ = false;
  // True if a breakpoint has a time to live of five minutes: later ones must not have a longer one.
  bool has_short_breakpoint_ = false;
  int breakpoints_ = 0;
};

}  // namespace footnote::agreement

#endif  // FOOTNOTE_TESTS_AGREEMENT_RANDOM_REQUESTS_H_
