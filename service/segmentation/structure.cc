// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/structure.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "service/segmentation/enclosed_block.h"
#include "service/segmentation/line_shapes.h"
#include "service/segmentation/lines.h"
#include "service/text/characters.h"
#include "service/text/utf8.h"

namespace footnote::segmentation {
namespace {

class PartFinder {
 public:
  PartFinder(absl::string_view text, const Language& language)
      : text_(text), language_(language), lines_(text), block_(text) {}

  std::vector<Part> Run() {
    parts_.push_back({});
    size_t at = TakeFrontMatter();
    while (at < text_.size()) {
      const Line line = lines_.At(at);
      TakeLine(line);
      at = line.next;
    }
    parts_.front().paragraph = parts_.front().item = true;
    return std::move(parts_);
  }

 private:
  // The outermost item.
  struct Item {
    bool open = false;
    ItemMarker marker;
    size_t indent = 0;   // the columns before the marker
    size_t content = 0;  // the columns before its text
  };

  // Begins a part with `line`, or continues the first part if it has no text yet.
  void Begin(const Line& line, Part::Kind kind, bool paragraph, bool item) {
    // A heading and the text after it are one paragraph.
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

  // Takes front matter: "---", lines, "---" at the beginning. Returns the offset after it, or 0.
  size_t TakeFrontMatter() {
    const Line first = lines_.At(0);
    if (text_.empty() || lines_.Content(first) != "---" || !lines_.end_with_lf()) return 0;
    const Line second = lines_.At(first.next);
    if (first.next == text_.size() || lines_.Content(second).find(':') == absl::string_view::npos) {
      return 0;
    }
    const size_t close = text_.find("\n---", first.next - 1);
    if (close == absl::string_view::npos) return 0;
    const Line last = lines_.At(close + 1);
    if (lines_.Content(last) != "---") return 0;
    Begin(first, Part::kVerbatim, true, true);
    after_block_ = true;
    return last.next;
  }

  void TakeLine(const Line& line) {
    const absl::string_view text = lines_.Content(line);
    if (block_.is_open() && TakeEnclosed(line, text)) return;
    if (IsBlankLine(text)) {
      blank_ = any_text_;
      term_lines_ = quote_ = false;
      paragraph_lines_ = 0;
      return;
    }
    // A byte order mark does not count as indentation.
    size_t skip = line.begin == 0 && absl::StartsWith(text, "\xEF\xBB\xBF") ? 3 : 0;
    const Indent indent = IndentOf(text.substr(skip));
    const absl::string_view content = text.substr(skip + indent.bytes);
    if (content.empty()) {
      TakeProse(line, content, indent.columns);
    } else if (!TakeBlock(line, content, indent.columns)) {
      TakeText(line, content, indent.columns);
    }
    blank_ = false;
  }

  // Takes a line while a block is open. Returns false if the line is outside the block.
  bool TakeEnclosed(const Line& line, absl::string_view content) {
    const EnclosedBlock::LineKind kind = block_.Take(line, content);
    if (!block_.is_open()) after_block_ = true;
    if (kind == EnclosedBlock::LineKind::kTableRow) Begin(line, Part::kTableRow, false, true);
    return kind != EnclosedBlock::LineKind::kOutside;
  }

  // Takes the first line of a block that is not running text. Returns false for other lines.
  bool TakeBlock(const Line& line, absl::string_view content, size_t columns) {
    const bool in_item = InItem(columns);
    const size_t base = item_.open ? content_columns_ : 0;
    absl::string_view inner = content;
    const bool quoted = content[0] == '>';
    if (quoted) inner = StripQuoteMarkers(content);
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
        if (!quoted && TrimmedIs(content, "$$") && block_.HasCloser("$$", line)) {
          BeginVerbatim(line, in_item);
          block_.OpenMath("$$");
          return true;
        }
        break;
      case '\\':
        if (!quoted && TrimmedIs(content, "\\[") && block_.HasCloser("\\]", line)) {
          BeginVerbatim(line, in_item);
          block_.OpenMath("\\]");
          return true;
        }
        break;
      case '<':
        if (!quoted && columns <= base + 3 && TakeHtml(line, content, in_item)) return true;
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

  // Takes the first line of an HTML block. Returns false for other lines.
  bool TakeHtml(const Line& line, absl::string_view content, bool in_item) {
    std::optional<absl::string_view> closer = ReadHtmlStart(content);
    if (!closer.has_value()) return false;
    if (!closer->empty() && !block_.HasCloser(*closer, line)) closer = "";
    BeginVerbatim(line, in_item);
    block_.OpenHtml(*closer);
    if (!closer->empty() && absl::StrContains(content, *closer)) {
      block_.Close();
      after_block_ = true;
    }
    return true;
  }

  static bool TrimmedIs(absl::string_view content, absl::string_view mark) {
    return absl::StartsWith(content, mark) && !text::HasText(content.substr(mark.size()));
  }

  // True if a line with this indentation belongs to the open item.
  bool InItem(size_t columns) const {
    return item_.open && columns >= item_.content && item_.content > 0;
  }

  // True if the open item includes paragraphs without indentation.
  bool HoldsParagraphs() const {
    return item_.open && (item_.marker.family == ItemMarker::kSection ||
                          item_.marker.family == ItemMarker::kQuestion);
  }

  void BeginFence(const Line& line, const FenceLine& fence, bool in_item, bool quoted,
                  size_t content) {
    const bool joins = in_item || (quoted && quote_ && !blank_);
    if (!joins && !HoldsParagraphs()) item_.open = false;
    Begin(line, Part::kFence, !joins, !joins && !HoldsParagraphs() && !under_heading_);
    block_.OpenFence(fence, quoted, content);
    quote_ = quoted;
    paragraph_lines_ = 0;
  }

  void BeginVerbatim(const Line& line, bool in_item) {
    if (!in_item && !HoldsParagraphs()) item_.open = false;
    Begin(line, Part::kVerbatim, !in_item, !in_item && !HoldsParagraphs() && !under_heading_);
    paragraph_lines_ = 0;
  }

  bool BeginsTable(const Line& line, absl::string_view content) const {
    if (line.next >= text_.size()) return false;
    const Line second = lines_.At(line.next);
    const absl::string_view next = lines_.Content(second);
    const absl::string_view trimmed = next.substr(IndentOf(next).bytes);
    if (IsTableDelimiter(trimmed)) return true;
    return IsPipedRow(content) && IsPipedRow(trimmed);
  }

  void BeginTable(const Line& line) {
    item_.open = false;
    Begin(line, Part::kTable, true, true);
    paragraph_lines_ = 0;
    const Line second = lines_.At(line.next);
    const absl::string_view next = lines_.Content(second);
    const bool has_delimiter = IsTableDelimiter(next.substr(IndentOf(next).bytes));
    block_.OpenTable(has_delimiter ? second.begin : absl::string_view::npos);
  }

  void TakeHeading(const Line& line) {
    Begin(line, Part::kHeading, true, true);
    item_.open = false;
    under_heading_ = true;
    after_block_ = quote_ = false;
    paragraph_lines_ = 0;
  }

  // True if the current line is directly below a paragraph of one line.
  bool IsBelowSingleLine() const {
    return paragraph_lines_ == 1 && !blank_ && !item_.open && parts_.back().kind == Part::kProse;
  }

  // True if `line`, which has the form of `fence`, is the underline of a title in reStructuredText:
  // tildes, at least as long as the title, with a blank line below.
  bool Underlines(const Line& line, const FenceLine& fence) const {
    if (fence.mark != '~' || !fence.bare || !IsBelowSingleLine()) return false;
    const size_t begin = parts_.back().begin;
    const absl::string_view title =
        absl::StripAsciiWhitespace(text_.substr(begin, line.begin - begin));
    if (text::Measure(title).code_points > fence.length) return false;
    return line.next == text_.size() || IsBlankLine(lines_.Content(lines_.At(line.next)));
  }

  void MakeTitleOfLineAbove() {
    Part& title = parts_.back();
    title.kind = Part::kHeading;
    title.item = true;
    under_heading_ = true;
    paragraph_lines_ = 0;
  }

  void TakeText(const Line& line, absl::string_view content, size_t columns) {
    // The underline of a title, or a thematic break.
    if (IsUnderline(content) && columns <= 3) {
      if (IsBelowSingleLine()) {
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
      if (!follows && paragraph_lines_ > 0 && !blank_) return false;
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
      // A fence that ended an item does not separate the paragraphs of a list.
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
    paragraph_lines_ = 1;
    // A fence can follow the marker.
    const absl::string_view rest = content.substr(std::min(marker->bytes, content.size()));
    if (const std::optional<FenceLine> fence = ReadFence(rest)) {
      block_.OpenFence(*fence, false, content_columns_);
      parts_.back().kind = Part::kFence;
    }
    return true;
  }

  // Returns the columns of a marker with its blanks. A wide gap belongs to the text.
  static size_t Width(size_t bytes) { return bytes < 2 ? 2 : (bytes > 6 ? 2 : bytes); }

  // True if `marker` can begin an item at the current line. Within a paragraph, only the first
  // marker of a list or the next one of an open list can.
  bool MayBeginItem(const ItemMarker& marker, bool nested, bool sibling) const {
    if (!any_text_ || blank_ || after_block_ || paragraph_lines_ == 0) return true;
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
    return IsTermLine(lines_.Content(lines_.At(line.next)));
  }

  void TakeProse(const Line& line, absl::string_view content, size_t columns) {
    // An ideographic space indents a Japanese paragraph.
    const bool wide_indent = any_text_ && absl::StartsWith(content, "\xE3\x80\x80");
    const bool begins =
        blank_ || after_block_ || wide_indent || !any_text_ || parts_.back().kind == Part::kHeading;
    if (begins) {
      const bool in_item = InItem(columns);
      const bool item = !in_item && !HoldsParagraphs() && (!under_heading_ || item_.open);
      // Text without indentation ends a list.
      if (!in_item && !HoldsParagraphs()) item_.open = false;
      Begin(line, Part::kProse, !in_item, item && parts_.back().kind != Part::kHeading);
      paragraph_lines_ = 0;
    }
    after_block_ = false;
    ++paragraph_lines_;
  }

  const absl::string_view text_;
  const Language& language_;
  const Lines lines_;
  EnclosedBlock block_;
  std::vector<Part> parts_;
  bool any_text_ = false;     // there is text before the current line
  bool blank_ = false;        // the line before is blank
  bool after_block_ = false;  // the line before ended a block
  bool under_heading_ = false;
  bool quote_ = false;          // the line before is quoted
  bool term_lines_ = false;     // the lines before are terms
  size_t paragraph_lines_ = 0;  // in the current paragraph
  Item item_;
  size_t last_number_ = 0;
  size_t content_columns_ = 0;  // the columns before the text of the innermost item
};

}  // namespace

std::vector<Part> FindParts(absl::string_view text, const Language& language) {
  return PartFinder(text, language).Run();
}

}  // namespace footnote::segmentation
