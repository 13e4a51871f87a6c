// SPDX-License-Identifier: Apache-2.0
// The prompt cache, as far as usage figures show it.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_PROMPT_CACHE_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_PROMPT_CACHE_H_

#include <cstdint>
#include <unordered_set>

#include "service/emulator/reply/reply.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// Remembers the prefixes that cache_control marks end, in the order tools, system, messages. Each
// mark looks for a remembered prefix at its own block and the 19 before it. The longest that is
// found is read; from there to the last mark is created. Prefixes below the model's minimum are
// neither.
//
// Some things change how all of a part is read: whether anything is citable, for system and
// messages; tool choice, thinking and whether there are pictures, for messages.
//
// Entries do not expire, and all callers share one cache. Not thread-safe.
class PromptCache {
 public:
  // Moves what the cache covers from `usage->input_tokens`, which holds all input, to the cache
  // figures, and remembers the request's prefixes.
  void Account(const ParsedRequest& request, ReplyUsage* usage);

 private:
  std::unordered_set<uint64_t> prefixes_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_PROMPT_CACHE_H_
