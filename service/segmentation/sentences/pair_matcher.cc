// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/pair_matcher.h"

#include <algorithm>

#include "service/segmentation/sentences/punctuation.h"

namespace footnote::segmentation {
namespace {

// The maximum number of marks that are open at once.
constexpr size_t kMaxDepth = 64;
// The number of open marks, innermost first, among which a closer finds its opener.
constexpr size_t kMaxSearchDepth = 8;

}  // namespace

bool PairMatcher::IsOpen(uint8_t family) const {
  const size_t deepest = open_.size() - std::min(open_.size(), kMaxSearchDepth);
  for (size_t i = open_.size(); i > deepest; --i) {
    if (open_[i - 1].family == family) return true;
  }
  return false;
}

void PairMatcher::Open(uint8_t family, size_t begin, size_t end) {
  if (open_.size() == kMaxDepth && !DropDistant(begin)) return;
  open_.push_back({family, static_cast<uint32_t>(tokens_.size())});
  Append(SentenceToken::kOpener, family, begin, end);
}

bool PairMatcher::Close(uint8_t family, size_t begin, size_t end) {
  const size_t deepest = open_.size() - std::min(open_.size(), kMaxSearchDepth);
  const size_t longest = IsSingleQuoteFamily(family) ? kMaxSinglePairBytes : kMaxPairBytes;
  for (size_t i = open_.size(); i > deepest; --i) {
    if (open_[i - 1].family != family) continue;
    SentenceToken& opener = tokens_[open_[i - 1].token];
    if (begin - opener.begin > longest) break;
    if (opener.end == begin && open_[i - 1].token + 1 == tokens_.size()) {
      tokens_.pop_back();
      open_.resize(i - 1);
      return true;
    }
    opener.match = static_cast<uint32_t>(tokens_.size());
    for (size_t k = i; k < open_.size(); ++k) {
      tokens_[open_[k].token].kind = SentenceToken::kUnpaired;
    }
    open_.resize(i - 1);
    Append(SentenceToken::kCloser, family, begin, end);
    return true;
  }
  if (family != kBackquotes) AddUnpaired(family, begin, end);
  return false;
}

void PairMatcher::AddUnpaired(uint8_t family, size_t begin, size_t end) {
  Append(SentenceToken::kUnpaired, family, begin, end);
}

void PairMatcher::Finish() {
  for (const OpenMark& open : open_) tokens_[open.token].kind = SentenceToken::kUnpaired;
  open_.clear();
}

void PairMatcher::Append(SentenceToken::Kind kind, uint8_t family, size_t begin, size_t end) {
  SentenceToken token;
  token.kind = kind;
  token.family = family;
  token.begin = static_cast<uint32_t>(begin);
  token.end = static_cast<uint32_t>(end);
  tokens_.push_back(token);
}

// Removes the open marks that are too far before byte `at` to be closed. Returns true if there were
// any.
bool PairMatcher::DropDistant(size_t at) {
  size_t distant = 0;
  while (distant < open_.size() && tokens_[open_[distant].token].begin + kMaxPairBytes < at) {
    tokens_[open_[distant].token].kind = SentenceToken::kUnpaired;
    ++distant;
  }
  open_.erase(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(distant));
  return distant > 0;
}

}  // namespace footnote::segmentation
