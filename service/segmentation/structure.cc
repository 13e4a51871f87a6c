#include "service/segmentation/structure.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "service/segmentation/line_shapes.h"
#include "service/text/characters.h"
#include "service/text/utf8.h"

namespace footnote::segmentation {
namespace {

// A line: [begin, end) without its line end, and where the next begins.
struct Line {
  size_t begin = 0;
  size_t end = 0;
  size_t next = 0;
};

class PartFinder {
 public:
  PartFinder(absl::string_view text, const Language& language)
      : text_(text),
        language_(language),
        line_end_(std::memchr(text.data(), '\n', text.size()) == nullptr ? '\r' : '\n') {}

  std::vector<Part> Run() {
    parts_.push_back({});
    size_t at = TakeFrontMatter();
    while (at < text_.size()) {
      const Line line = LineAt(at);
      TakeLine(line);
      at = line.next;
    }
    parts_.front().paragraph = parts_.front().item = true;
    return std::move(parts_);
  }

 private:
  // What encloses the lines until it ends.
  enum class Inside { kNothing, kFence, kMath, kHtml, kTable };

  // The item that is open, the outermost one.
  struct Item {
    bool open = false;
    ItemMarker marker;
    size_t indent = 0;   // columns before the marker
    size_t content = 0;  // columns before its text
  };

  Line LineAt(size_t begin) const {
    const void* found = std::memchr(text_.data() + begin, line_end_, text_.size() - begin);
    Line line;
    line.begin = begin;
    line.next = found == nullptr
                    ? text_.size()
                    : static_cast<size_t>(static_cast<const char*>(found) - text_.data()) + 1;
    line.end = found == nullptr ? line.next : line.next - 1;
    if (line.end > begin && line_end_ == '\n' && text_[line.end - 1] == '\r') --line.end;
    return line;
  }

  absl::string_view Content(const Line& line) const {
    return text_.substr(line.begin, line.end - line.begin);
  }

  static bool IsBlankLine(absl::string_view line) {
    if (line.empty()) return true;
    // All white space is below '!' or not ASCII.
    const auto first = static_cast<unsigned char>(line[0]);
    if (first > 0x20 && first < 0x80) return false;
    return !text::HasText(line);
  }

  // Begins a part with `line`, unless the first, which nothing has joined yet, can be it.
  void Begin(const Line& line, Part::Kind kind, bool paragraph, bool item) {
    // A heading is glued to what follows it.
    if (parts_.back().kind == Part::kHeading) paragraph = false;
    if (!any_text_) {
      parts_.back().kind = kind;
    } else {
      Part part;
      part.begin = line.begin;
      part.kind = kind;
      part.paragraph = paragraph;
      part.item = item;
      parts_.push_back(part);
    }
    any_text_ = true;
  }

  // "---", lines, "---" before everything else.
  size_t TakeFrontMatter() {
    const Line first = LineAt(0);
    if (text_.empty() || Content(first) != "---" || line_end_ != '\n') return 0;
    const Line second = LineAt(first.next);
    if (first.next == text_.size() || Content(second).find(':') == absl::string_view::npos) {
      return 0;
    }
    const size_t close = text_.find("\n---", first.next - 1);
    if (close == absl::string_view::npos) return 0;
    const Line last = LineAt(close + 1);
    if (Content(last) != "---") return 0;
    Begin(first, Part::kVerbatim, true, true);
    after_block_ = true;
    return last.next;
  }

  void TakeLine(const Line& line) {
    const absl::string_view whole = Content(line);
    if (inside_ != Inside::kNothing && TakeInside(line, whole)) return;
    if (IsBlankLine(whole)) {
      blank_ = any_text_;
      term_lines_ = quote_ = false;
      lines_ = 0;
      return;
    }
    // Byte order marks are no part of a line's beginning.
    size_t skip = line.begin == 0 && absl::StartsWith(whole, "\xEF\xBB\xBF") ? 3 : 0;
    const Indent indent = IndentOf(whole.substr(skip));
    const absl::string_view content = whole.substr(skip + indent.bytes);
    if (content.empty()) {
      TakeProse(line, content, indent.columns);
    } else if (!TakeBlock(line, content, indent.columns)) {
      TakeText(line, content, indent.columns);
    }
    blank_ = false;
  }

  // Takes a line inside of a fence, math, HTML or a table; false if it is outside again.
  bool TakeInside(const Line& line, absl::string_view whole) {
    switch (inside_) {
      case Inside::kFence:
        return TakeFenced(whole);
      case Inside::kMath:
        if (absl::EndsWith(whole, closer_)) Leave();
        return true;
      case Inside::kHtml:
        if (closer_.empty() ? IsBlankLine(whole) : absl::StrContains(whole, closer_)) {
          const bool blank = closer_.empty();
          Leave();
          return !blank;
        }
        return true;
      case Inside::kTable:
        if (!IsBlankLine(whole) && whole.find('|') != absl::string_view::npos) {
          if (line.begin != table_delimiter_) Begin(line, Part::kTableRow, false, true);
          return true;
        }
        Leave();
        return false;
      case Inside::kNothing:
        break;
    }
    return false;
  }

  bool TakeFenced(absl::string_view whole) {
    if (IsBlankLine(whole)) {
      // Of a fence in a quotation each line is marked.
      if (!fence_quoted_) return true;
      Leave();
      return false;
    }
    Indent indent = IndentOf(whole);
    absl::string_view content = whole.substr(indent.bytes);
    if (fence_quoted_) {
      if (content[0] != '>') {
        Leave();
        return false;
      }
      content = StripQuoteMarks(content);
      indent.columns = 0;
    } else if (fence_content_ > 0 && indent.columns < fence_content_) {
      // The item that holds the fence is over, and the fence with it.
      const std::optional<FenceLine> fence = ReadFence(content);
      if (!fence.has_value() || fence->mark != fence_.mark) {
        Leave();
        return false;
      }
    }
    const std::optional<FenceLine> fence = ReadFence(content);
    if (fence.has_value() && fence->bare && fence->mark == fence_.mark &&
        fence->length >= fence_.length && indent.columns <= fence_content_ + 3) {
      Leave();
    }
    return true;
  }

  void Leave() {
    inside_ = Inside::kNothing;
    after_block_ = true;
  }

  // Blocks of several lines that are no running text.
  bool TakeBlock(const Line& line, absl::string_view content, size_t columns) {
    const bool in_item = InItem(columns);
    const size_t base = item_.open ? content_columns_ : 0;
    absl::string_view inner = content;
    const bool quoted = content[0] == '>';
    if (quoted) inner = StripQuoteMarks(content);
    switch (inner.empty() ? '\0' : inner[0]) {
      case '`':
      case '~':
        if (columns <= base + 3) {
          if (const std::optional<FenceLine> fence = ReadFence(inner)) {
            if (Underlines(line, *fence)) {
              MakeTitleOfLineAbove();
            } else {
              BeginFence(line, *fence, in_item, quoted, in_item ? content_columns_ : 0);
            }
            return true;
          }
        }
        break;
      case '$':
        if (!quoted && TrimmedIs(content, "$$") && Closes("$$", line)) {
          BeginEnclosed(line, Inside::kMath, "$$", in_item);
          return true;
        }
        break;
      case '\\':
        if (!quoted && TrimmedIs(content, "\\[") && Closes("\\]", line)) {
          BeginEnclosed(line, Inside::kMath, "\\]", in_item);
          return true;
        }
        break;
      case '<':
        if (!quoted && columns <= base + 3) {
          if (std::optional<absl::string_view> closer = ReadHtmlStart(content)) {
            if (!closer->empty() && !Closes(*closer, line)) closer = "";
            BeginEnclosed(line, Inside::kHtml, *closer, in_item);
            if (!closer->empty() && absl::StrContains(content, *closer)) Leave();
            return true;
          }
        }
        break;
      case '#':
        if (!quoted && columns <= 3 && HeadingLevel(content) > 0) {
          TakeHeading(line);
          return true;
        }
        break;
      default:
        break;
    }
    if (!quoted && content.find('|') != absl::string_view::npos && BeginsTable(line, content)) {
      BeginTable(line);
      return true;
    }
    return false;
  }

  static bool TrimmedIs(absl::string_view content, absl::string_view mark) {
    return absl::StartsWith(content, mark) && !text::HasText(content.substr(mark.size()));
  }

  // Whether `closer` stands anywhere behind the beginning of `line`. A text is searched to its end
  // in vain once for each closer.
  bool Closes(absl::string_view closer, const Line& line) {
    for (const absl::string_view missing : missing_) {
      if (missing == closer) return false;
    }
    const size_t from = closer[0] == '$' || closer[0] == '\\' ? line.end : line.begin;
    if (text_.find(closer, from) != absl::string_view::npos) return true;
    missing_.push_back(closer);
    return false;
  }

  static absl::string_view StripQuoteMarks(absl::string_view content) {
    size_t at = 0;
    while (at < content.size() && (content[at] == '>' || content[at] == ' ')) ++at;
    return content.substr(at);
  }

  // Whether a line with this indentation is of the open item.
  bool InItem(size_t columns) const {
    return item_.open && columns >= item_.content && item_.content > 0;
  }

  // Whether what begins at a margin still is of an item that has no indentation of its own.
  bool HoldsParagraphs() const {
    return item_.open && (item_.marker.family == ItemMarker::kSection ||
                          item_.marker.family == ItemMarker::kQuestion);
  }

  void BeginFence(const Line& line, const FenceLine& fence, bool in_item, bool quoted,
                  size_t content) {
    const bool joins = in_item || (quoted && quote_ && !blank_);
    if (!joins && !HoldsParagraphs()) item_.open = false;
    Begin(line, Part::kFence, !joins, !joins && !HoldsParagraphs() && !under_heading_);
    inside_ = Inside::kFence;
    fence_ = fence;
    fence_quoted_ = quoted;
    fence_content_ = content;
    quote_ = quoted;
    lines_ = 0;
  }

  void BeginEnclosed(const Line& line, Inside inside, absl::string_view closer, bool in_item) {
    if (!in_item && !HoldsParagraphs()) item_.open = false;
    Begin(line, Part::kVerbatim, !in_item, !in_item && !HoldsParagraphs() && !under_heading_);
    inside_ = inside;
    closer_ = closer;
    lines_ = 0;
  }

  bool BeginsTable(const Line& line, absl::string_view content) const {
    if (line.next >= text_.size()) return false;
    const Line second = LineAt(line.next);
    const absl::string_view next = Content(second);
    const absl::string_view trimmed = next.substr(IndentOf(next).bytes);
    if (IsTableDelimiter(trimmed)) return true;
    return IsPipedRow(content) && IsPipedRow(trimmed);
  }

  void BeginTable(const Line& line) {
    item_.open = false;
    Begin(line, Part::kTable, true, true);
    inside_ = Inside::kTable;
    lines_ = 0;
    // The line under the head is of it.
    const Line second = LineAt(line.next);
    const absl::string_view next = Content(second);
    if (IsTableDelimiter(next.substr(IndentOf(next).bytes))) table_delimiter_ = second.begin;
  }

  void TakeHeading(const Line& line) {
    Begin(line, Part::kHeading, true, true);
    item_.open = false;
    under_heading_ = true;
    after_block_ = quote_ = false;
    lines_ = 0;
  }

  // Whether the line at hand stands right under a paragraph of one line.
  bool StandsUnderALine() const {
    return lines_ == 1 && !blank_ && !item_.open && parts_.back().kind == Part::kProse;
  }

  // Whether `line`, which reads like `fence`, is the underline of a title, as reStructuredText has
  // it: of tildes, at least as long as the title, with a blank line below.
  bool Underlines(const Line& line, const FenceLine& fence) const {
    if (fence.mark != '~' || !fence.bare || !StandsUnderALine()) return false;
    const size_t begin = parts_.back().begin;
    const absl::string_view title =
        absl::StripAsciiWhitespace(text_.substr(begin, line.begin - begin));
    if (text::Measure(title).code_points > fence.length) return false;
    return line.next == text_.size() || IsBlankLine(Content(LineAt(line.next)));
  }

  void MakeTitleOfLineAbove() {
    Part& title = parts_.back();
    title.kind = Part::kHeading;
    title.item = true;
    under_heading_ = true;
    lines_ = 0;
  }

  void TakeText(const Line& line, absl::string_view content, size_t columns) {
    // A title that is underlined, or a rule.
    if (IsUnderline(content) && columns <= 3) {
      if (StandsUnderALine()) {
        MakeTitleOfLineAbove();
        return;
      }
      if (content[0] == '-' && any_text_) {
        after_block_ = true;
        return;
      }
    }
    if (content[0] == '>') {
      const bool begins = !quote_ || blank_;
      if (begins && !InItem(columns)) {
        if (!HoldsParagraphs()) item_.open = false;
        Begin(line, Part::kProse, true, !HoldsParagraphs() && !under_heading_);
      }
      quote_ = true;
      after_block_ = false;
      return;
    }
    const bool leaves_quote = quote_ && blank_;
    if (leaves_quote) quote_ = false;
    if (TakeItem(line, content, columns)) return;
    TakeProse(line, content, columns);
  }

  bool TakeItem(const Line& line, absl::string_view content, size_t columns) {
    std::optional<ItemMarker> marker = ReadItemMarker(content, language_);
    if (marker.has_value() && marker->family == ItemMarker::kBullet && marker->bullet == '*' &&
        content.substr(0, 2) == "**") {
      marker.reset();
    }
    if (!marker.has_value()) {
      if (!IsTermLine(content)) return false;
      const bool follows = item_.open && item_.marker.family == ItemMarker::kTerm && term_lines_;
      if (!follows && !TermLineFollows(line)) return false;
      if (!follows && lines_ > 0 && !blank_) return false;
      marker.emplace();
      marker->family = ItemMarker::kTerm;
    }
    const bool nested =
        item_.open && (InItem(columns) || (columns > item_.indent && !blank_) ||
                       (HoldsParagraphs() && marker->family != item_.marker.family));
    const bool sibling = item_.open && !nested && marker->family == item_.marker.family &&
                         marker->bullet == item_.marker.bullet;
    if (!MayBeginItem(*marker, nested, sibling)) return false;
    if (nested) {
      Begin(line, Part::kProse, blank_ && !InItem(columns), false);
    } else {
      // A fence that ended an item leaves the list one paragraph.
      Begin(line, Part::kProse, blank_ || (after_block_ && !sibling), true);
      item_.open = true;
      item_.marker = *marker;
      item_.indent = columns;
      const bool hangs = marker->family <= ItemMarker::kCircled;
      item_.content =
          hangs ? columns + (content.size() > marker->bytes ? Width(marker->bytes) : 2) : 0;
    }
    last_number_ = marker->number;
    content_columns_ =
        marker->family <= ItemMarker::kCircled ? columns + Width(marker->bytes) : columns;
    term_lines_ = marker->family == ItemMarker::kTerm;
    after_block_ = false;
    lines_ = 1;
    // A fence may stand behind the marker.
    const absl::string_view rest = content.substr(std::min(marker->bytes, content.size()));
    if (const std::optional<FenceLine> fence = ReadFence(rest)) {
      inside_ = Inside::kFence;
      fence_ = *fence;
      fence_quoted_ = false;
      fence_content_ = content_columns_;
      parts_.back().kind = Part::kFence;
    }
    return true;
  }

  // The columns of a marker with its blanks; a wide gap is the text's own.
  static size_t Width(size_t bytes) { return bytes < 2 ? 2 : (bytes > 6 ? 2 : bytes); }

  // Whether a marker may begin an item where it stands: in the middle of a paragraph only the first
  // of a list can, or the next of an open one.
  bool MayBeginItem(const ItemMarker& marker, bool nested, bool sibling) const {
    if (!any_text_ || blank_ || after_block_ || lines_ == 0) return true;
    if (marker.family == ItemMarker::kBullet || marker.family == ItemMarker::kTerm ||
        marker.family == ItemMarker::kQuestion) {
      return true;
    }
    if (marker.number == 0)
      return sibling || nested || marker.family == ItemMarker::kBracketed ||
             marker.family == ItemMarker::kSection;
    if (marker.number == 1) return true;
    if (sibling || nested) return marker.number > last_number_ && marker.number < last_number_ + 10;
    return false;
  }

  bool TermLineFollows(const Line& line) const {
    if (line.next >= text_.size()) return false;
    return IsTermLine(Content(LineAt(line.next)));
  }

  void TakeProse(const Line& line, absl::string_view content, size_t columns) {
    // Japanese paragraphs are indented by a wide space.
    const bool wide_indent = any_text_ && absl::StartsWith(content, "\xE3\x80\x80");
    const bool begins =
        blank_ || after_block_ || wide_indent || !any_text_ || parts_.back().kind == Part::kHeading;
    if (begins) {
      const bool in_item = InItem(columns);
      const bool item = !in_item && !HoldsParagraphs() && (!under_heading_ || item_.open);
      // Text at the margin ends a list.
      if (!in_item && !HoldsParagraphs()) item_.open = false;
      Begin(line, Part::kProse, !in_item, item && parts_.back().kind != Part::kHeading);
      lines_ = 0;
    }
    after_block_ = false;
    ++lines_;
  }

  const absl::string_view text_;
  const Language& language_;
  const char line_end_;
  std::vector<Part> parts_;
  bool any_text_ = false;     // before the line at hand
  bool blank_ = false;        // the line before is blank
  bool after_block_ = false;  // the line before ended a block
  bool under_heading_ = false;
  bool quote_ = false;       // the line before is quoted
  bool term_lines_ = false;  // the lines before are terms
  size_t lines_ = 0;         // of the paragraph at hand
  Item item_;
  size_t last_number_ = 0;
  size_t content_columns_ = 0;  // of the innermost item
  Inside inside_ = Inside::kNothing;
  absl::string_view closer_;
  FenceLine fence_;
  bool fence_quoted_ = false;
  size_t fence_content_ = 0;
  size_t table_delimiter_ = 0;
  std::vector<absl::string_view> missing_;
};

}  // namespace

std::vector<Part> FindParts(absl::string_view text, const Language& language) {
  return PartFinder(text, language).Run();
}

}  // namespace footnote::segmentation
