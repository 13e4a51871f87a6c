// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/cache_rules.h"

#include <string>
#include <string_view>
#include <vector>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

constexpr size_t kMaxBreakpoints = 4;

constexpr std::string_view kTtlOrder =
    "cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' "
    "cache_control "
    "block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.";

struct Breakpoint {
  CacheTtl ttl;
  std::string path;
};

// Appends the breakpoints of `content`. The breakpoint of a block follows those of its nested
// blocks, because its prefix includes them.
void AddBreakpoints(const std::vector<Block>& content, const std::string& owner,
                    std::vector<Breakpoint>* breakpoints) {
  for (size_t i = 0; i < content.size(); ++i) {
    const Block& block = content[i];
    if (!block.cache.has_value() && block.content.empty()) continue;
    const std::string path = Concat({owner, ".content.", std::to_string(i)});
    AddBreakpoints(block.content, Concat({path, ".", block.type}), breakpoints);
    if (block.cache.has_value()) breakpoints->push_back({*block.cache, path});
  }
}

// Returns all breakpoints in the order of their prefixes: tools, system, messages.
std::vector<Breakpoint> FindBreakpoints(const ParsedRequest& request) {
  std::vector<Breakpoint> breakpoints;
  const auto add = [&breakpoints](std::optional<CacheTtl> ttl, std::string_view list, size_t i) {
    if (ttl.has_value()) breakpoints.push_back({*ttl, Concat({list, ".", std::to_string(i)})});
  };
  for (size_t i = 0; i < request.tools.size(); ++i) add(request.tools[i].cache, "tools", i);
  for (size_t i = 0; i < request.system.size(); ++i) add(request.system[i].cache, "system", i);
  for (size_t i = 0; i < request.messages.size(); ++i) {
    const std::string path = Concat({"messages.", std::to_string(i)});
    AddBreakpoints(request.messages[i].content, path, &breakpoints);
  }
  return breakpoints;
}

// Returns the TTL of the last block of the messages, to which the top-level cache_control applies.
std::optional<CacheTtl> TtlOfLastBlock(const ParsedRequest& request) {
  if (request.messages.empty() || request.messages.back().content.empty()) return std::nullopt;
  return request.messages.back().content.back().cache;
}

std::string_view NameOf(CacheTtl ttl) { return ttl == CacheTtl::k1Hour ? "1h" : "5m"; }

}  // namespace

std::optional<ApiError> CheckCacheRules(const ParsedRequest& request) {
  const std::vector<Breakpoint> breakpoints = FindBreakpoints(request);
  const std::optional<CacheTtl> last_block = TtlOfLastBlock(request);
  if (request.automatic_cache.has_value() && last_block.has_value() &&
      *last_block != *request.automatic_cache) {
    return InvalidRequest(Concat(
        {"Top-level cache_control has ttl='", NameOf(*request.automatic_cache),
         "' but the target block already has cache_control with ttl='", NameOf(*last_block), "'"}));
  }
  const bool automatic_adds_one = request.automatic_cache.has_value() && !last_block.has_value();
  const size_t count = breakpoints.size() + (automatic_adds_one ? 1 : 0);
  if (count > kMaxBreakpoints) {
    return InvalidRequest(
        Concat({"A maximum of ", std::to_string(kMaxBreakpoints),
                " blocks with cache_control may be provided. Found ", std::to_string(count), "."}));
  }
  bool has_short_ttl = false;
  for (const Breakpoint& breakpoint : breakpoints) {
    if (breakpoint.ttl == CacheTtl::k5Minutes) has_short_ttl = true;
    if (breakpoint.ttl == CacheTtl::k1Hour && has_short_ttl) {
      return InvalidRequest(Concat({breakpoint.path, ".", kTtlOrder}));
    }
  }
  if (automatic_adds_one && has_short_ttl && *request.automatic_cache == CacheTtl::k1Hour) {
    return InvalidRequest(std::string(kTtlOrder));
  }
  return std::nullopt;
}

}  // namespace footnote::emulator
