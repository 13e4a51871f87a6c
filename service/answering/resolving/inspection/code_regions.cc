// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/inspection/code_regions.h"

#include <algorithm>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "service/segmentation/line_shapes.h"

namespace footnote::answering::resolving {
namespace {

constexpr size_t kNone = absl::string_view::npos;

// Returns the fence in `line`, which may be in a list or block quotation.
std::optional<segmentation::FenceLine> FenceIn(absl::string_view line) {
  const size_t content = line.find_first_not_of(" \t>");
  if (content == kNone) return std::nullopt;
  line.remove_prefix(content);
  if (line[0] != '`' && line[0] != '~') return std::nullopt;
  return segmentation::ReadFence(line);
}

// Appends the inline code of a paragraph, the bytes [begin, end) of `text`. Inline code extends
// from a run of backticks to the next run of the same length.
void AddInlineCode(absl::string_view text, size_t begin, size_t end,
                   std::vector<text::ByteRange>* code) {
  // Without this, each paragraph would search the rest of the text.
  text = text.substr(0, end);
  std::vector<text::ByteRange> runs;
  for (size_t at = text.find('`', begin); at != kNone; at = text.find('`', at)) {
    const size_t run_end = std::min(text.find_first_not_of('`', at), end);
    runs.push_back({at, run_end});
    at = run_end;
  }
  if (runs.size() < 2) return;
  std::vector<size_t> next(runs.size(), kNone);
  absl::flat_hash_map<size_t, size_t> nearest;  // the next run by length
  for (size_t i = runs.size(); i-- > 0;) {
    const auto [same, is_first] = nearest.try_emplace(runs[i].end - runs[i].begin, i);
    if (is_first) continue;
    next[i] = same->second;
    same->second = i;
  }
  for (size_t i = 0; i < runs.size(); ++i) {
    if (next[i] == kNone) continue;
    code->push_back({runs[i].begin, runs[next[i]].end});
    i = next[i];
  }
}

}  // namespace

std::vector<text::ByteRange> CodeFinder::Next(absl::string_view piece) {
  std::vector<text::ByteRange> code;
  if (piece.empty()) return code;
  if (fence_mark_ == 0 && piece.find('`') == kNone && piece.find('~') == kNone) {
    at_line_start_ = piece.back() == '\n' || piece.back() == '\r';
    return code;
  }
  size_t paragraph = 0;
  size_t fence = 0;
  for (size_t begin = 0; begin < piece.size();) {
    const size_t found = piece.find_first_of("\r\n", begin);
    const size_t line_end = std::min(found, piece.size());
    const size_t next = std::min(line_end + 1, piece.size());
    const absl::string_view line = piece.substr(begin, line_end - begin);
    // A line that began in an earlier piece is not a fence.
    const std::optional<segmentation::FenceLine> mark =
        at_line_start_ ? FenceIn(line) : std::nullopt;
    if (fence_mark_ != 0) {
      if (mark.has_value() && mark->bare && mark->mark == fence_mark_ &&
          mark->length >= fence_length_) {
        fence_mark_ = 0;
        code.push_back({fence, line_end});
        paragraph = next;
      }
    } else if (mark.has_value()) {
      AddInlineCode(piece, paragraph, begin, &code);
      fence_mark_ = mark->mark;
      fence_length_ = mark->length;
      fence = begin;
    } else if (line.find_first_not_of(" \t") == kNone && at_line_start_) {
      AddInlineCode(piece, paragraph, begin, &code);
      paragraph = next;
    }
    // CR LF is one line end.
    const bool inside_crlf = piece.substr(line_end, 2) == "\r\n";
    at_line_start_ = found != kNone;
    begin = inside_crlf ? next + 1 : next;
  }
  if (fence_mark_ != 0) {
    code.push_back({fence, piece.size()});
  } else {
    AddInlineCode(piece, paragraph, piece.size(), &code);
  }
  return code;
}

}  // namespace footnote::answering::resolving
