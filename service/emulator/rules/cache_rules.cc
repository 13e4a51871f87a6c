// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/cache_rules.h"

#include <functional>
#include <string>
#include <vector>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using Finding = std::optional<ApiError>;

constexpr size_t kMaxMarks = 4;

struct Mark {
  CacheTtl ttl;
  std::string path;
};

void AddMark(const std::optional<CacheTtl>& ttl, const std::function<std::string()>& path,
             std::vector<Mark>* marks) {
  if (ttl.has_value()) marks->push_back({*ttl, path()});
}

// The marks of a list of blocks. One that holds others ends after them, and so does its mark.
void AddMarksOf(const std::vector<Block>& content, const std::string& owner,
                std::vector<Mark>* marks) {
  for (size_t i = 0; i < content.size(); ++i) {
    const Block& block = content[i];
    if (!block.cache.has_value() && block.content.empty()) continue;
    const std::string path = Concat({owner, ".content.", std::to_string(i)});
    AddMarksOf(block.content, Concat({path, ".", block.type}), marks);
    AddMark(
        block.cache, [&path] { return path; }, marks);
  }
}

// All marks, in the order in which prefixes grow: tools, system, messages.
std::vector<Mark> MarksOf(const ParsedRequest& request) {
  std::vector<Mark> marks;
  for (size_t i = 0; i < request.tools.size(); ++i) {
    AddMark(
        request.tools[i].cache,
        [i] {
          return Concat({"tools.", std::to_string(i)});
        },
        &marks);
  }
  for (size_t i = 0; i < request.system.size(); ++i) {
    AddMark(
        request.system[i].cache,
        [i] {
          return Concat({"system.", std::to_string(i)});
        },
        &marks);
  }
  for (size_t m = 0; m < request.messages.size(); ++m) {
    const std::string path = Concat({"messages.", std::to_string(m)});
    AddMarksOf(request.messages[m].content, path, &marks);
  }
  return marks;
}

// The mark on the block that automatic caching would mark: the last one of the messages.
std::optional<CacheTtl> MarkOfLastBlock(const ParsedRequest& request) {
  if (request.messages.empty() || request.messages.back().content.empty()) return std::nullopt;
  return request.messages.back().content.back().cache;
}

std::string_view NameOf(CacheTtl ttl) { return ttl == CacheTtl::k1Hour ? "1h" : "5m"; }

}  // namespace

std::optional<ApiError> CheckCacheRules(const ParsedRequest& request) {
  const std::vector<Mark> marks = MarksOf(request);
  const std::optional<CacheTtl> last_block = MarkOfLastBlock(request);
  if (request.automatic_cache.has_value() && last_block.has_value() &&
      *last_block != *request.automatic_cache) {
    return InvalidRequest(Concat(
        {"Top-level cache_control has ttl='", NameOf(*request.automatic_cache),
         "' but the target block already has cache_control with ttl='", NameOf(*last_block), "'"}));
  }
  const bool automatic_adds_one = request.automatic_cache.has_value() && !last_block.has_value();
  const size_t count = marks.size() + (automatic_adds_one ? 1 : 0);
  if (count > kMaxMarks) {
    return InvalidRequest(
        Concat({"A maximum of ", std::to_string(kMaxMarks),
                " blocks with cache_control may be provided. Found ", std::to_string(count), "."}));
  }
  bool short_seen = false;
  for (const Mark& mark : marks) {
    if (mark.ttl == CacheTtl::k5Minutes) short_seen = true;
    if (mark.ttl == CacheTtl::k1Hour && short_seen) {
      return InvalidRequest(
          Concat({mark.path,
                  ".cache_control.ttl: a ttl='1h' cache_control block must not come after a "
                  "ttl='5m' cache_control block. Note that blocks are processed in the following "
                  "order: `tools`, `system`, `messages`."}));
    }
  }
  if (automatic_adds_one && short_seen && *request.automatic_cache == CacheTtl::k1Hour) {
    return InvalidRequest(
        "cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' "
        "cache_control block. Note that blocks are processed in the following order: `tools`, "
        "`system`, `messages`.");
  }
  return std::nullopt;
}

}  // namespace footnote::emulator
