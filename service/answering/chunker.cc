#include "service/answering/chunker.h"

#include <cstddef>

#include "service/answering/utf8.h"

namespace footnote::answering {
namespace {

// Hands out a text line by line, each with its line end.
class Lines {
 public:
  explicit Lines(absl::string_view text)
      : text_(text), end_(text.find('\n') == absl::string_view::npos ? '\r' : '\n') {}

  bool Next(absl::string_view* line) {
    if (at_ == text_.size()) return false;
    const size_t end = text_.find(end_, at_);
    const size_t next = end == absl::string_view::npos ? text_.size() : end + 1;
    *line = text_.substr(at_, next - at_);
    at_ = next;
    return true;
  }

 private:
  const absl::string_view text_;
  const char end_;
  size_t at_ = 0;
};

// Follows Markdown's fenced code blocks (CommonMark 4.5): at least three backticks or tildes after
// at most three spaces, closed by a run of the same character that is at least as long and stands
// alone. An unclosed fence reaches to the end of the text.
class FenceTracker {
 public:
  // Takes the next line; returns whether it belongs to a fenced block.
  bool Take(absl::string_view line) {
    const bool was_inside = length_ > 0;
    size_t indent = 0;
    while (indent < line.size() && line[indent] == ' ') ++indent;
    const absl::string_view rest = line.substr(indent);
    if (indent > 3 || rest.empty() || (rest[0] != '`' && rest[0] != '~')) return was_inside;
    size_t run = 0;
    while (run < rest.size() && rest[run] == rest[0]) ++run;
    if (run < 3) return was_inside;
    const absl::string_view after = rest.substr(run);
    if (!was_inside) {
      // Three backticks on one line with more behind them are a code span, not a fence.
      if (rest[0] == '`' && after.find('`') != absl::string_view::npos) return false;
      mark_ = rest[0];
      length_ = run;
    } else if (rest[0] == mark_ && run >= length_ && !HasText(after)) {
      length_ = 0;
    }
    return true;
  }

 private:
  char mark_ = 0;
  size_t length_ = 0;  // of the fence that is open; 0 if none is
};

std::vector<absl::string_view> Paragraphs(absl::string_view text) {
  std::vector<absl::string_view> blocks;
  Lines lines(text);
  FenceTracker fences;
  const char* begin = text.data();
  bool has_text = false;   // in the block since `begin`
  bool after_gap = false;  // a blank line followed that text
  absl::string_view line;
  while (lines.Next(&line)) {
    const bool fenced = fences.Take(line);
    if (!fenced && !HasText(line)) {
      after_gap = has_text;
      continue;
    }
    if (after_gap) {
      blocks.emplace_back(begin, line.data() - begin);
      begin = line.data();
      after_gap = false;
    }
    has_text = true;
  }
  blocks.emplace_back(begin, text.data() + text.size() - begin);
  return blocks;
}

}  // namespace

std::vector<absl::string_view> Chunk(absl::string_view text, ChunkingPolicy policy) {
  switch (policy) {
    case ChunkingPolicy::kWhole:
      return {text};
    case ChunkingPolicy::kParagraph:
      return Paragraphs(text);
  }
  return {text};
}

}  // namespace footnote::answering
