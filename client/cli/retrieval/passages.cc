// SPDX-License-Identifier: Apache-2.0
#include "client/cli/retrieval/passages.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace footnote::client {
namespace {

constexpr size_t kSmallPassage =
    300;  // a shorter passage is joined with the next paragraph if it fits
constexpr size_t kUsualPassage = 1000;    // no paragraph is added beyond this size
constexpr size_t kLongestPassage = 1500;  // the maximum

// A line of the document, and its text without the line end and trailing white space.
struct Line {
  size_t begin;
  size_t end;  // one past the line feed
  absl::string_view text;
  bool blank() const { return text.empty(); }
};

// Consecutive lines or paragraphs: [begin, end) without white space at the end.
struct Range {
  size_t begin;
  size_t end;
  size_t size() const { return end - begin; }
};

std::vector<Line> Lines(absl::string_view document, size_t begin) {
  std::vector<Line> lines;
  while (begin < document.size()) {
    const size_t feed = document.find('\n', begin);
    const size_t end = feed == absl::string_view::npos ? document.size() : feed + 1;
    lines.push_back(
        {begin, end, absl::StripTrailingAsciiWhitespace(document.substr(begin, end - begin))});
    begin = end;
  }
  return lines;
}

bool IsContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

size_t Characters(absl::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return !IsContinuation(c); });
}

// Returns the punctuation character of which `line` consists, at least three times, or 0.
char RuleMark(absl::string_view line) {
  if (line.size() < 3 || !absl::StrContains("=-*^\"~", line.substr(0, 1))) return 0;
  return line.find_first_not_of(line[0]) == absl::string_view::npos ? line[0] : '\0';
}

// True if `under` is the underline of `title`. Markdown accepts any length of = and -; the other
// characters also begin code fences and are thematic breaks, so they must be as long as the title.
bool IsUnderline(absl::string_view title, absl::string_view under) {
  const char mark = RuleMark(under);
  if (mark == 0 || title.empty() || absl::ascii_isspace(title[0]) || RuleMark(title) != 0) {
    return false;
  }
  return mark == '=' || mark == '-' || under.size() >= Characters(title);
}

// Returns the title of a `# Title` line; empty for other lines.
absl::string_view HashTitle(absl::string_view line) {
  const size_t level = line.find_first_not_of('#');
  if (level == 0 || level > 6 || level == absl::string_view::npos || line[level] != ' ') return {};
  absl::string_view title = absl::StripAsciiWhitespace(line.substr(level));
  const size_t last = title.find_last_not_of('#');
  // A closing run of # follows a space: "# Title #", but "# C#".
  if (last != absl::string_view::npos && title[last] == ' ') title = title.substr(0, last);
  return absl::StripTrailingAsciiWhitespace(title);
}

// True if `line`, the first line of a plain text, is its title. A line that starts with # is a
// comment or the first line of a script.
bool IsTitleLine(absl::string_view line) {
  constexpr size_t kLongestTitle = 60;  // characters; below the width to which text is wrapped
  if (RuleMark(line) != 0 || absl::StartsWith(line, "#")) return false;
  for (const char* end : {".", ",", ";", ":", "。", "、", "，"}) {
    if (absl::EndsWith(line, end)) return false;
  }
  return Characters(line) <= kLongestTitle;
}

absl::string_view Fence(absl::string_view line) {
  line = absl::StripLeadingAsciiWhitespace(line);
  return absl::StartsWith(line, "```") || absl::StartsWith(line, "~~~") ? line.substr(0, 3)
                                                                        : absl::string_view();
}

// Splits a paragraph that exceeds the maximum of a passage.
void SplitLong(absl::string_view document, Range paragraph, std::vector<Range>* pieces) {
  while (paragraph.size() > kLongestPassage) {
    const size_t limit = paragraph.begin + kLongestPassage;
    size_t split = document.rfind('\n', limit - 1);
    if (split == absl::string_view::npos || split <= paragraph.begin) {
      split = limit;
      while (IsContinuation(document[split])) --split;
    } else {
      ++split;
    }
    pieces->push_back({paragraph.begin, split});
    paragraph.begin = split;
  }
  pieces->push_back(paragraph);
}

// Collects one document's passages, paragraph by paragraph.
class Collector {
 public:
  Collector(absl::string_view document, Format format) : document_(document), format_(format) {}

  void AddLine(const Line& line) {
    if (format_ == Format::kPlainText && !starts_with_line_ && section_.empty()) {
      starts_with_line_ = true;
      const absl::string_view text = absl::StripLeadingAsciiWhitespace(line.text);
      if (IsTitleLine(text)) result_.title = std::string(text);
    }
    if (paragraph_.size() == 0) paragraph_.begin = line.begin;
    paragraph_.end = line.begin + line.text.size();
  }

  void EndParagraph() {
    if (paragraph_.size() == 0) return;
    std::vector<Range> pieces;
    SplitLong(document_, paragraph_, &pieces);
    for (const Range& piece : pieces) AddPiece(piece);
    paragraph_ = {0, 0};
  }

  void StartSection(absl::string_view title) {
    EndParagraph();
    EndPassage();
    section_ = std::string(title);
    if (result_.title.empty() && !starts_with_line_) result_.title = section_;
  }

  Document Finish() {
    EndParagraph();
    EndPassage();
    return std::move(result_);
  }

 private:
  void AddPiece(const Range& piece) {
    const size_t joined = passage_.size() == 0 ? 0 : piece.end - passage_.begin;
    const size_t limit = passage_.size() < kSmallPassage ? kLongestPassage : kUsualPassage;
    if (joined > limit) EndPassage();
    if (passage_.size() == 0) passage_.begin = piece.begin;
    passage_.end = piece.end;
  }

  void EndPassage() {
    if (passage_.size() == 0) return;
    const absl::string_view text = document_.substr(passage_.begin, passage_.size());
    const size_t end = passage_.begin + absl::StripTrailingAsciiWhitespace(text).size();
    result_.passages.push_back({passage_.begin, end, section_});
    passage_ = {0, 0};
  }

  absl::string_view document_;
  Format format_;
  bool starts_with_line_ = false;  // plain text whose first line is not a heading
  std::string section_;
  Range paragraph_{0, 0};
  Range passage_{0, 0};
  Document result_;
};

}  // namespace

Document SplitIntoPassages(absl::string_view text, Format format) {
  const size_t start = absl::StartsWith(text, "\xEF\xBB\xBF") ? 3 : 0;
  const std::vector<Line> lines = Lines(text, start);
  Collector collector(text, format);
  absl::string_view open_fence;
  for (size_t i = 0; i < lines.size(); ++i) {
    const absl::string_view line = lines[i].text;
    const absl::string_view below = i + 1 < lines.size() ? lines[i + 1].text : absl::string_view();
    const absl::string_view hash_title =
        format == Format::kMarkdown ? HashTitle(line) : absl::string_view();
    const absl::string_view second = i + 2 < lines.size() ? lines[i + 2].text : absl::string_view();
    if (!open_fence.empty()) {
      collector.AddLine(lines[i]);
      if (Fence(line) == open_fence) open_fence = {};
    } else if (!hash_title.empty()) {
      collector.StartSection(hash_title);
    } else if (IsUnderline(line, below)) {
      collector.StartSection(line);
      i += 1;
    } else if (RuleMark(line) != 0 && second == line && IsUnderline(below, second)) {
      collector.StartSection(below);  // the title is also overlined
      i += 2;
    } else if (lines[i].blank()) {
      collector.EndParagraph();
    } else {
      collector.AddLine(lines[i]);
      open_fence = Fence(line);
    }
  }
  return collector.Finish();
}

}  // namespace footnote::client
