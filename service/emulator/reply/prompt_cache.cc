#include "service/emulator/reply/prompt_cache.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "service/emulator/reply/token_count.h"
#include "service/emulator/request/model_traits.h"
#include "service/emulator/text/stable_hash.h"

namespace footnote::emulator {
namespace {

struct Prefix {
  uint64_t hash;
  int64_t code_points;
  CacheTtl ttl;
};

// Walks the request in the order tools, system, messages.
class PrefixWalk {
 public:
  explicit PrefixWalk(std::string_view model) : hash_(StableHash(model, 0)) {}

  void Add(const Tool& tool) {
    Extend(tool.json);
    code_points_ += CodePointsOf(tool);
    Mark(tool.cache);
  }

  void Add(const Block& block) {
    for (std::string_view text : {block.type, block.text, block.source, block.title, block.context,
                                  block.tool_use_id, block.tool_name, std::string_view(block.json),
                                  std::string_view(block.citations_enabled ? "cited" : "")}) {
      Extend(text);
    }
    const int64_t before = code_points_;
    for (const Block& inner : block.content) Add(inner);
    code_points_ = before + CodePointsOf(block);
    Mark(block.cache);
  }

  void Mark(const std::optional<CacheTtl>& ttl) {
    if (ttl.has_value()) prefixes_.push_back({hash_, code_points_, *ttl});
  }

  const std::vector<Prefix>& prefixes() const { return prefixes_; }

 private:
  void Extend(std::string_view text) { hash_ = StableHash(text, hash_); }

  uint64_t hash_;
  int64_t code_points_ = 0;
  std::vector<Prefix> prefixes_;
};

int64_t MinimumTokens(std::string_view model) {
  return ParseModelId(model).value_or(TraitsOfUnknownModel()).MinimumCacheableTokens();
}

}  // namespace

void PromptCache::Account(const ParsedRequest& request, ReplyUsage* usage) {
  PrefixWalk walk(request.model);
  for (const Tool& tool : request.tools) walk.Add(tool);
  for (const Block& block : request.system) walk.Add(block);
  for (const Message& message : request.messages) {
    for (const Block& block : message.content) walk.Add(block);
  }
  walk.Mark(request.automatic_cache);
  const int64_t minimum = MinimumTokens(request.model);
  int64_t covered = 0;
  for (const Prefix& prefix : walk.prefixes()) {
    const int64_t tokens = std::min(TokensOfCodePoints(prefix.code_points), usage->input_tokens);
    if (tokens < minimum || tokens <= covered) continue;
    const int64_t added = tokens - covered;
    covered = tokens;
    const bool is_new = prefixes_.insert(prefix.hash).second;
    if (!is_new) {
      // Everything before a prefix that is there is read with it.
      usage->cache_read = tokens;
      usage->cache_creation_5m = 0;
      usage->cache_creation_1h = 0;
    } else if (prefix.ttl == CacheTtl::k1Hour) {
      usage->cache_creation_1h += added;
    } else {
      usage->cache_creation_5m += added;
    }
  }
  usage->input_tokens -= covered;
}

}  // namespace footnote::emulator
