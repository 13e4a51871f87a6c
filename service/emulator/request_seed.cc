// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request_seed.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "service/emulator/text/stable_hash.h"

namespace footnote::emulator {
namespace {

// Returns the range [start, end) of the first member `"stream": true` or `"stream": false` of
// `body` and one adjacent comma, in bytes; {0, 0} if there is none. The text cannot match inside a
// string, where quotation marks are escaped.
std::pair<size_t, size_t> StreamMember(std::string_view body) {
  constexpr std::string_view kName = R"("stream")";
  const auto skip = [body](size_t at, std::string_view set) {
    return std::min(body.find_first_not_of(set, at), body.size());
  };
  for (size_t start = body.find(kName); start != std::string_view::npos;
       start = body.find(kName, start + 1)) {
    const size_t value = skip(start + kName.size(), " \t\r\n:");
    const bool is_true = body.substr(value, 4) == "true";
    if (!is_true && body.substr(value, 5) != "false") continue;
    const size_t end = skip(value + (is_true ? 4 : 5), " \t\r\n");
    const size_t before = body.find_last_not_of(" \t\r\n", start == 0 ? 0 : start - 1);
    if (before != std::string_view::npos && body[before] == ',') return {before, end};
    return {start, skip(end, ", \t\r\n")};
  }
  return {0, 0};
}

}  // namespace

uint64_t RequestSeed(const HttpRequest& request) {
  const uint64_t seed = StableHash(request.target, 0);
  const auto [start, end] = StreamMember(*request.body);
  if (start == end) return StableHash(*request.body, seed);
  std::string rest = *request.body;
  rest.erase(start, end - start);
  return StableHash(rest, seed);
}

}  // namespace footnote::emulator
