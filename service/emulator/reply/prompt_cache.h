// The prompt cache, as far as usage figures show it.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_PROMPT_CACHE_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_PROMPT_CACHE_H_

#include <cstdint>
#include <unordered_set>

#include "service/emulator/reply/reply.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// Remembers the prefixes that cache_control marks end. A prefix is created the first time it is
// seen and read ever after: entries do not expire, and all callers share one cache. Prefixes
// below the model's minimum are not cached. Not thread-safe.
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
