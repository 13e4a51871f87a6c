// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/reply/prompt_cache.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "service/emulator/reply/token_count.h"
#include "service/emulator/request/model_traits.h"
#include "service/emulator/text/stable_hash.h"

namespace footnote::emulator {
namespace {

// The number of blocks at which a breakpoint matches a prefix, including its own.
constexpr size_t kLookback = 20;

// The end of a block.
struct Position {
  uint64_t hash;        // of the prefix that ends here
  int64_t code_points;  // of the prefix
  std::optional<CacheTtl> breakpoint;
};

// The properties of a request that invalidate cache entries.
struct Traits {
  bool is_citable = false;
  bool has_images = false;
  bool has_breakpoints = false;
};

void AddTraits(const std::vector<Block>& content, Traits* traits) {
  for (const Block& block : content) {
    traits->is_citable = traits->is_citable || block.citations_enabled;
    traits->has_images = traits->has_images || block.kind == Block::Kind::kImage;
    traits->has_breakpoints = traits->has_breakpoints || block.cache.has_value();
    AddTraits(block.content, traits);
  }
}

Traits TraitsOf(const ParsedRequest& request) {
  Traits traits;
  traits.has_breakpoints = request.automatic_cache.has_value() ||
                           std::any_of(request.tools.begin(), request.tools.end(),
                                       [](const Tool& tool) { return tool.cache.has_value(); });
  AddTraits(request.system, &traits);
  for (const Message& message : request.messages) AddTraits(message.content, &traits);
  return traits;
}

// The positions of a request at which a prefix can end, in the order tools, system, messages.
class PrefixWalk {
 public:
  PrefixWalk(const ParsedRequest& request, const Traits& traits)
      : hash_(StableHash(request.model, 0)) {
    for (const Tool& tool : request.tools) Add(tool);
    Extend(traits.is_citable ? "cited" : "");
    for (const Block& block : request.system) Add(block);
    Extend(std::to_string(static_cast<int>(request.tool_choice)));
    Extend(request.tool_choice_name);
    Extend(std::to_string(static_cast<int>(request.thinking)));
    Extend(std::to_string(request.thinking_budget));
    Extend(traits.has_images ? "images" : "");
    for (const Message& message : request.messages) {
      Extend(std::to_string(static_cast<int>(message.role)));
      for (const Block& block : message.content) Add(block);
    }
    if (!positions_.empty() && !positions_.back().breakpoint.has_value()) {
      positions_.back().breakpoint = request.automatic_cache;
    }
  }

  const std::vector<Position>& positions() const { return positions_; }

 private:
  void Add(const Tool& tool) {
    Extend(tool.json);
    code_points_ += CodePointsOf(tool);
    positions_.push_back({hash_, code_points_, tool.cache});
  }

  void Add(const Block& block) {
    ExtendBy(block);
    positions_.push_back({hash_, code_points_, block.cache});
  }

  // Blocks inside a block are positions only if they have a breakpoint.
  void ExtendBy(const Block& block) {
    const int64_t before = code_points_;
    for (std::string_view text :
         {block.type, block.text, block.source, block.title, block.context, block.media,
          block.tool_use_id, block.tool_name, std::string_view(block.json),
          std::string_view(block.citations_enabled ? "cited" : "")}) {
      Extend(text);
    }
    for (const Block& inner : block.content) {
      ExtendBy(inner);
      if (inner.cache.has_value()) positions_.push_back({hash_, code_points_, inner.cache});
    }
    code_points_ = before + CodePointsOf(block);
  }

  void Extend(std::string_view text) { hash_ = StableHash(text, hash_); }

  uint64_t hash_;
  int64_t code_points_ = 0;
  std::vector<Position> positions_;
};

int64_t MinimumTokens(std::string_view model) {
  return ParseModelId(model).value_or(TraitsOfUnknownModel()).MinimumCacheableTokens();
}

}  // namespace

void PromptCache::Account(const ParsedRequest& request, ReplyUsage* usage) {
  const Traits traits = TraitsOf(request);
  if (!traits.has_breakpoints) return;
  const PrefixWalk walk(request, traits);
  const std::vector<Position>& positions = walk.positions();
  const int64_t minimum = MinimumTokens(request.model);
  const auto tokens_at = [&](size_t p) {
    return std::min(TokensOfCodePoints(positions[p].code_points), usage->input_tokens);
  };

  int64_t read = 0;
  for (size_t p = 0; p < positions.size(); ++p) {
    if (!positions[p].breakpoint.has_value()) continue;
    for (size_t back = 0; back < kLookback && back <= p; ++back) {
      if (prefixes_.count(positions[p - back].hash) == 0) continue;
      read = std::max(read, tokens_at(p - back));
      break;
    }
  }
  int64_t covered = read;
  for (size_t p = 0; p < positions.size(); ++p) {
    const int64_t tokens = tokens_at(p);
    if (!positions[p].breakpoint.has_value() || tokens < minimum) continue;
    prefixes_.insert(positions[p].hash);
    if (tokens <= covered) continue;
    int64_t& created = *positions[p].breakpoint == CacheTtl::k1Hour ? usage->cache_creation_1h
                                                                    : usage->cache_creation_5m;
    created += tokens - covered;
    covered = tokens;
  }
  usage->cache_read = read;
  usage->input_tokens -= covered;
}

}  // namespace footnote::emulator
