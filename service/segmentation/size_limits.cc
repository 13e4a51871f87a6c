// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/size_limits.h"

#include <algorithm>
#include <array>
#include <utility>

#include "service/segmentation/safe_boundaries.h"
#include "service/text/characters.h"

namespace footnote::segmentation {
namespace {

constexpr size_t kRanks = static_cast<size_t>(BoundaryRank::kSentence) + 1;

// The last boundary of each rank since the beginning of a block.
class Candidates {
 public:
  void Add(size_t position, BoundaryRank rank) { last_[static_cast<size_t>(rank)] = position; }

  // Returns the offset at which to split a block that begins at `begin`: the boundary of the best
  // rank that makes a block of at least a quarter of `max_bytes`, else the last boundary; `begin`
  // if there is none.
  size_t Best(size_t begin, size_t max_bytes) const {
    size_t best = begin;
    for (size_t rank = kRanks; rank > 0; --rank) {
      const size_t position = last_[rank - 1];
      if (position >= begin + (max_bytes + 3) / 4) return position;
      best = std::max(best, position);
    }
    return best;
  }

 private:
  std::array<size_t, kRanks> last_ = {};
};

class Splitter {
 public:
  Splitter(absl::string_view text, const std::vector<Part>& parts,
           const std::vector<size_t>& sentences, size_t max_bytes, const FlaggedSplits& blocks)
      : text_(text),
        boundaries_(text, parts),
        sentences_(sentences),
        max_bytes_(max_bytes),
        blocks_(blocks) {}

  FlaggedSplits Run() {
    size_t begin = 0;
    bool more = boundaries_.Next();
    for (size_t i = 0; i <= blocks_.splits.size(); ++i) {
      const size_t end = i < blocks_.splits.size() ? blocks_.splits[i] : text_.size();
      flags_ = blocks_.flags.empty() ? 0 : blocks_.flags[i];
      // A split before the first visible character would make a blank block.
      const size_t visible = text::SkipBlanks(text_, begin);
      while (more && boundaries_.position() <= visible) more = boundaries_.Next();
      Candidates candidates;
      while (end - begin > max_bytes_) {
        while (more && boundaries_.position() < end &&
               boundaries_.position() - begin <= max_bytes_) {
          candidates.Add(boundaries_.position(), Rank());
          more = boundaries_.Next();
        }
        size_t split = candidates.Best(begin, max_bytes_);
        uint8_t flag = kForcedSplit;
        if (split == begin) {
          // There is no boundary within the maximum: use the next one.
          flag |= kOverMaximum;
          split = more ? std::min(boundaries_.position(), end) : end;
        }
        if (split == end) break;
        Emit(split, flag);
        begin = split;
      }
      Emit(end, end - begin > max_bytes_ ? kOverMaximum : 0);
      begin = end;
    }
    out_.splits.pop_back();
    return std::move(out_);
  }

 private:
  BoundaryRank Rank() {
    while (sentence_ < sentences_.size() && sentences_[sentence_] < boundaries_.position()) {
      ++sentence_;
    }
    const bool sentence =
        sentence_ < sentences_.size() && sentences_[sentence_] == boundaries_.position();
    return sentence ? BoundaryRank::kSentence : boundaries_.rank();
  }

  void Emit(size_t end, uint8_t flag) {
    out_.splits.push_back(end);
    out_.flags.push_back(flags_ | flag);
  }

  const absl::string_view text_;
  SafeBoundaries boundaries_;
  const std::vector<size_t>& sentences_;
  const size_t max_bytes_;
  const FlaggedSplits& blocks_;
  size_t sentence_ = 0;
  uint8_t flags_ = 0;
  FlaggedSplits out_;
};

}  // namespace

void JoinShortBlocks(absl::string_view text, size_t min_bytes, size_t max_bytes,
                     FlaggedSplits* blocks) {
  FlaggedSplits joined;
  size_t begin = 0;
  size_t last_begin = 0;  // the beginning of the block before `begin`
  uint8_t flag = 0;
  const auto fits = [max_bytes](size_t bytes) { return max_bytes == 0 || bytes <= max_bytes; };
  for (size_t i = 0; i < blocks->splits.size(); ++i) {
    const size_t end = blocks->splits[i];
    const size_t next_end = i + 1 < blocks->splits.size() ? blocks->splits[i + 1] : text.size();
    if (end - begin < min_bytes && fits(next_end - begin)) {
      flag = kJoined;
      continue;
    }
    joined.splits.push_back(end);
    joined.flags.push_back(flag);
    last_begin = begin;
    begin = end;
    flag = 0;
  }
  if (!joined.splits.empty() && text.size() - begin < min_bytes && fits(text.size() - last_begin)) {
    joined.splits.pop_back();
    joined.flags.back() = kJoined;
  } else {
    joined.flags.push_back(flag);
  }
  *blocks = std::move(joined);
}

bool HasLongBlock(absl::string_view text, size_t max_bytes, const FlaggedSplits& blocks) {
  size_t begin = 0;
  for (const size_t end : blocks.splits) {
    if (end - begin > max_bytes) return true;
    begin = end;
  }
  return text.size() - begin > max_bytes;
}

void SplitLongBlocks(absl::string_view text, const std::vector<Part>& parts,
                     const std::vector<size_t>& sentences, size_t max_bytes,
                     FlaggedSplits* blocks) {
  *blocks = Splitter(text, parts, sentences, max_bytes, *blocks).Run();
}

}  // namespace footnote::segmentation
