// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/block_pattern.h"

#include <algorithm>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace footnote::segmentation {
namespace {

constexpr int64_t kMaxMemory = 2 << 20;

}  // namespace

absl::StatusOr<std::shared_ptr<const BlockPattern>> BlockPattern::Compile(
    absl::string_view expression) {
  if (expression.empty()) return absl::InvalidArgumentError("is required with POLICY_PATTERN");
  if (expression.size() > kMaxPatternBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("is ", expression.size(), " bytes long; at most ", kMaxPatternBytes));
  }
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMaxMemory);
  std::shared_ptr<const BlockPattern> pattern(new BlockPattern(expression, options));
  const re2::RE2& compiled = pattern->expression_;
  if (!compiled.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("is no regular expression of RE2's: ", compiled.error()));
  }
  if (compiled.ProgramSize() > kMaxProgramSize) {
    return absl::InvalidArgumentError(absl::StrCat("compiles to ", compiled.ProgramSize(),
                                                   " instructions; at most ", kMaxProgramSize));
  }
  return pattern;
}

std::vector<size_t> BlockPattern::FindSplits(absl::string_view text) const {
  // Searches windows of the text, each with room for a match that begins in its first half. If each
  // search covered the rest of the text, the time could be quadratic.
  constexpr size_t kWindow = 2 * kMaxMatchBytes;
  const bool grouped = expression_.NumberOfCapturingGroups() > 0;
  const re2::StringPiece all(text.data(), text.size());
  std::vector<size_t> splits;
  size_t at = 0;
  while (at < text.size() && splits.size() < kMaxSplits) {
    const size_t end = std::min(text.size(), at + kWindow);
    re2::StringPiece groups[2];
    if (!expression_.Match(all, at, end, re2::RE2::UNANCHORED, groups, grouped ? 2 : 1)) {
      if (end == text.size()) break;
      at += kMaxMatchBytes;
      continue;
    }
    const size_t match = static_cast<size_t>(groups[0].data() - text.data());
    if (groups[0].empty()) {
      at = match + 1;
      continue;
    }
    // The match may be longer with more text after it.
    if (match >= at + kMaxMatchBytes && end < text.size()) {
      at = match;
      continue;
    }
    size_t split = match + groups[0].size();
    if (grouped && groups[1].data() != nullptr) {
      split = static_cast<size_t>(groups[1].data() - text.data());
    }
    if (split > 0 && split < text.size() && (splits.empty() || splits.back() < split))
      splits.push_back(split);
    at = match + groups[0].size();
  }
  return splits;
}

}  // namespace footnote::segmentation
