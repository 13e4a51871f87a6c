// SPDX-License-Identifier: Apache-2.0
// The fixed texts of answers, in the language of the question.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_PHRASES_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_PHRASES_H_

#include <string_view>

namespace footnote::emulator {

struct Phrases {
  std::string_view opening;         // before the first of several claims
  std::string_view connectives[2];  // before the second and the third
  std::string_view no_answer;       // no passage answers the question
  std::string_view no_sources;      // there are no sources
  std::string_view nothing_found;   // a search returned no results
  std::string_view search_failed;
};

// Returns the Japanese phrases if `question` has kana or Chinese characters, else the English ones.
const Phrases& PhrasesFor(std::string_view question);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_PHRASES_H_
