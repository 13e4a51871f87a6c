// SPDX-License-Identifier: Apache-2.0
// A model of the prompt cache that determines the cache counts of the usage.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_PROMPT_CACHE_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_PROMPT_CACHE_H_

#include <cstdint>
#include <unordered_set>

#include "service/emulator/reply/reply.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// Stores the prefixes of requests that end at a cache breakpoint (`cache_control`), in the order
// tools, system, messages. Each breakpoint matches a stored prefix that ends at its own block or at
// one of the 19 blocks before it. The longest match is read from the cache; the part from there to
// the last breakpoint is created. Prefixes below the model's minimum are neither.
//
// Some properties of a request invalidate the entries of a part. Enabled citations change the
// prefix of system and messages; tool_choice, thinking and the presence of images change that of
// messages.
//
// Entries do not expire, and all callers share one cache. Not thread-safe.
class PromptCache {
 public:
  // Moves the tokens that the cache covers from `usage->input_tokens`, which must be the number of
  // all input tokens, to the cache counts, and stores the prefixes of the request.
  void Account(const ParsedRequest& request, ReplyUsage* usage);

 private:
  std::unordered_set<uint64_t> prefixes_;  // hashes
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_PROMPT_CACHE_H_
