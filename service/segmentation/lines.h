// SPDX-License-Identifier: Apache-2.0
// The lines of a text.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_LINES_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_LINES_H_

#include <cstddef>
#include <cstring>

#include "absl/strings/string_view.h"
#include "service/text/utf8.h"

namespace footnote::segmentation {

// Byte offsets of a line. The content is [begin, end), without the line end.
struct Line {
  size_t begin = 0;
  size_t end = 0;
  size_t next = 0;  // the beginning of the next line
};

// Lines end with LF or CR LF, or with CR in a text that has no LF.
class Lines {
 public:
  // `text` must outlive this.
  explicit Lines(absl::string_view text)
      : text_(text), line_end_(text.find('\n') == absl::string_view::npos ? '\r' : '\n') {}

  bool end_with_lf() const { return line_end_ == '\n'; }

  // Returns the line that begins at byte `begin`. Takes time linear in the line.
  Line At(size_t begin) const {
    Line line{begin, text_.size(), text_.size()};
    if (begin == text_.size()) return line;
    const void* found = std::memchr(text_.data() + begin, line_end_, text_.size() - begin);
    if (found != nullptr) {
      line.end = static_cast<size_t>(static_cast<const char*>(found) - text_.data());
      line.next = line.end + 1;
    }
    if (line.end > begin && line_end_ == '\n' && text_[line.end - 1] == '\r') --line.end;
    return line;
  }

  absl::string_view Content(const Line& line) const {
    return text_.substr(line.begin, line.end - line.begin);
  }

 private:
  const absl::string_view text_;
  const char line_end_;
};

// True if `line` is blank: it only has white space.
inline bool IsBlankLine(absl::string_view line) {
  if (line.empty()) return true;
  // Shortcut: ASCII characters from '!' on are not white space.
  const auto first = static_cast<unsigned char>(line[0]);
  if (first > 0x20 && first < 0x80) return false;
  return !text::HasText(line);
}

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_LINES_H_
