// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/output/model_text.h"

namespace footnote::client {
namespace {

constexpr size_t kMinFence = 3;
constexpr size_t kMaxIndent = 3;   // of a fence
constexpr size_t kCodeIndent = 4;  // of code, or of text in lists
constexpr size_t kMaxWord = 256;
constexpr size_t kMaxCode = 4096;  // bytes of a span

bool IsOneOf(char c, absl::string_view characters) { return absl::StrContains(characters, c); }

// Works on bytes: all syntax is ASCII.
//
// Where a renderer could disagree about what is code, the text is taken as no code: an escape that
// is not needed shows a backslash, and a missing one forges a citation.
class MarkdownModelText final : public ModelText {
 public:
  std::string Add(absl::string_view text) override {
    std::string out;
    for (const char c : text) {
      Look(c);
      Take(c, &out);
    }
    return out;
  }

  std::string BeforeMarks(bool is_adjacent, std::string* marks) override {
    std::string out;
    if (fence_length_ > 0) {
      marks_ += std::exchange(*marks, "");
      return out;
    }
    Flush(&out);
    if (indent_ >= kCodeIndent) doubtful_marks_ += *marks;
    is_after_mark_ = is_adjacent;
    is_at_start_ = false;
    return out;
  }

  // A backslash or an exclamation mark would change the mark's meaning, and a bracket, code or an
  // address could take it in.
  absl::string_view GapAfter(char last) const override {
    const bool is_address = word_.size() >= kMaxWord || absl::StrContains(word_, "://") ||
                            absl::StrContains(word_, "www.") || absl::StrContains(word_, '@');
    return is_address || IsOneOf(last, "\\!]`") ? " " : "";
  }

  std::string End() override {
    std::string out;
    if (held_ == Held::kFence && IsFence()) OpenFence(&out);
    if (fence_length_ > 0) {
      if (!line_.empty()) TakeInFence('\n', &out);
      if (fence_length_ > 0) CloseFence(fence_length_, &out);
    }
    Flush(&out);
    if (!doubtful_marks_.empty()) {
      absl::StrAppend(&out, "\n\n", std::exchange(doubtful_marks_, ""));
    }
    return out;
  }

 private:
  enum class Held {
    kNothing,
    kCharacter,  // one that the next decides on
    kIndent,     // spaces at the beginning of a line
    kFence,      // a line that may open a fence
    kCode,       // a span of code without its end
  };

  // Remembers the last word, and the indentation of its line.
  void Look(char c) {
    if (absl::ascii_isspace(static_cast<unsigned char>(c))) {
      has_word_ended_ = true;
      next_indent_ = c == '\n' ? 0 : next_indent_ + (c == '\t' ? kCodeIndent : 1);
      is_in_indent_ |= c == '\n';
      return;
    }
    if (std::exchange(has_word_ended_, false)) word_.clear();
    if (word_.size() < kMaxWord) {
      word_.push_back(absl::ascii_tolower(static_cast<unsigned char>(c)));
    }
    if (std::exchange(is_in_indent_, false)) indent_ = next_indent_;
  }

  void Take(char c, std::string* out) {
    if (fence_length_ > 0) return TakeInFence(c, out);
    switch (held_) {
      case Held::kNothing:
        return TakeText(c, out);
      case Held::kCharacter:
        return TakeAfter(c, out);
      case Held::kIndent:
        return TakeIndent(c, out);
      case Held::kFence:
        return TakeFence(c, out);
      case Held::kCode:
        return TakeCode(c, out);
    }
  }

  void TakeText(char c, std::string* out) {
    const bool is_at_start = std::exchange(is_at_start_, c == '\n');
    if (std::exchange(is_after_mark_, false) && IsOneOf(c, "([:]")) {
      absl::StrAppend(out, "\\", std::string(1, c));
      return;
    }
    tildes_ = c == '~' ? tildes_ + 1 : 0;
    if (is_at_start && !is_no_fence_ && c == ' ') {
      Hold(Held::kIndent, c);
    } else if (is_at_start && !is_no_fence_ && (c == '`' || c == '~')) {
      Hold(Held::kFence, c);
    } else if (c == '`') {
      Hold(Held::kCode, c);
    } else if (tildes_ == kMinFence) {
      // Three of them would open a fence within a list or a quote.
      out->append("\\~");
      tildes_ = 0;
    } else if (IsOneOf(c, "\\[!<]")) {
      Hold(Held::kCharacter, c);
    } else {
      out->push_back(c);
    }
    if (c == '\n') is_no_fence_ = false;
  }

  // Decides on a character that is held, by the next.
  void TakeAfter(char c, std::string* out) {
    const char first = text_[0];
    Release();
    if (first == '\\') {
      out->push_back('\\');
      if (!absl::ascii_ispunct(static_cast<unsigned char>(c))) return TakeText(c, out);
      // Escaped by the model.
      out->push_back(c);
      return;
    }
    if (first == ']' && c == ':') {
      out->append("]\\:");
      return;
    }
    const bool is_syntax =
        (first == '[' && c == '^') || (first == '!' && c == '[') ||
        (first == '<' && (absl::ascii_isalpha(static_cast<unsigned char>(c)) || IsOneOf(c, "/!?")));
    if (is_syntax) out->push_back('\\');
    out->push_back(first);
    TakeText(c, out);
  }

  void TakeIndent(char c, std::string* out) {
    if (c == ' ' && text_.size() < kMaxIndent) {
      text_.push_back(c);
    } else if (c == '`' || c == '~') {
      held_ = Held::kFence;
      text_.push_back(c);
    } else {
      out->append(text_);
      Release();
      TakeText(c, out);
    }
  }

  // A line that begins with ` or ~.
  void TakeFence(char c, std::string* out) {
    if (c != '\n') {
      text_.push_back(c);
    } else if (IsFence()) {
      OpenFence(out);
    } else {
      TakeAgain(out);
      Take(c, out);
    }
  }

  // True if the line that is held opens a fence.
  bool IsFence() const {
    const size_t indent = text_.find_first_not_of(' ');
    const size_t end = std::min(text_.find_first_not_of(text_[indent], indent), text_.size());
    return end - indent >= kMinFence &&
           (text_[indent] == '~' || !absl::StrContains(text_.substr(end), '`'));
  }

  void OpenFence(std::string* out) {
    fence_indent_ = text_.find_first_not_of(' ');
    fence_ = text_[fence_indent_];
    const size_t end = std::min(text_.find_first_not_of(fence_, fence_indent_), text_.size());
    fence_length_ = end - fence_indent_;
    absl::StrAppend(out, text_, "\n");
    Release();
    line_.clear();
  }

  // With the indentation of the opening line, which closes it at any level of a list.
  void CloseFence(size_t length, std::string* out) {
    absl::StrAppend(out, std::string(fence_indent_, ' '), std::string(length, fence_), "\n");
    fence_length_ = 0;
    is_at_start_ = true;
    if (!marks_.empty()) absl::StrAppend(out, std::exchange(marks_, ""), "\n\n");
  }

  // In a block of code, by lines: nothing is escaped.
  void TakeInFence(char c, std::string* out) {
    if (c != '\n') {
      line_.push_back(c);
      return;
    }
    const std::string line = std::exchange(line_, "");
    const size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const size_t end = std::min(line.find_first_not_of(fence_, indent), line.size());
    if (indent <= fence_indent_ + kMaxIndent && end - indent >= fence_length_ &&
        line.find_first_not_of(" \t", end) == std::string::npos) {
      return CloseFence(end - indent, out);
    }
    if (indent < fence_indent_ && indent < line.size()) {
      // If the fence is in a list, this line ends it; otherwise it does not.
      CloseFence(fence_length_, out);
      for (const char character : line) Take(character, out);
      return Take('\n', out);
    }
    absl::StrAppend(out, line, "\n");
  }

  void TakeCode(char c, std::string* out) {
    if (c != '`' && IsCode()) {
      out->append(text_);
      Release();
      return Take(c, out);
    }
    if (c != '`' && (c == '\n' || text_.size() >= kMaxCode || IsClosed())) {
      TakeAsText(out);
      return Take(c, out);
    }
    text_.push_back(c);
  }

  // True if what is held ends with as many backticks as it begins with.
  bool IsClosed() const {
    const size_t opening = text_.find_first_not_of('`');
    return opening != std::string::npos &&
           text_.size() - (text_.find_last_not_of('`') + 1) == opening;
  }

  // Bars divide the cells of a table, also within code.
  bool IsCode() const { return IsClosed() && !absl::StrContains(text_, '|'); }

  // Takes what is held as text, of which the first backticks begin no code.
  void TakeAsText(std::string* out) {
    const std::string text = std::exchange(text_, "");
    held_ = Held::kNothing;
    const size_t opening = std::min(text.find_first_not_of('`'), text.size());
    for (size_t i = 0; i < opening; ++i) out->append("\\`");
    for (const char c : text.substr(opening)) Take(c, out);
  }

  void Hold(Held held, char c) {
    held_ = held;
    text_.assign(1, c);
  }

  void Release() {
    held_ = Held::kNothing;
    text_.clear();
  }

  // Takes a line that begins with ` or ~ and opens no fence.
  void TakeAgain(std::string* out) {
    const std::string text = std::exchange(text_, "");
    held_ = Held::kNothing;
    is_no_fence_ = true;
    tildes_ = 0;
    for (const char c : text) Take(c, out);
  }

  void Flush(std::string* out) {
    if (held_ == Held::kIndent) {
      out->append(text_);
      Release();
    }
    if (held_ == Held::kFence) TakeAgain(out);
    while (held_ == Held::kCode) {
      if (!IsCode()) {
        TakeAsText(out);
        continue;
      }
      out->append(text_);
      Release();
    }
    if (held_ == Held::kCharacter) {
      // No escape of what follows, and no image.
      absl::StrAppend(out, IsOneOf(text_[0], "\\!") ? "\\" : "", text_);
      Release();
    }
    is_no_fence_ = false;
  }

  std::string word_;  // the last one, in lower case, up to kMaxWord bytes
  bool has_word_ended_ = false;
  size_t indent_ = 0;       // of the line of the last word
  size_t next_indent_ = 0;  // of the next line, so far
  bool is_in_indent_ = true;
  // Marks on lines that may be code. They are repeated at the end, so that what they lead to is
  // shown.
  std::string doubtful_marks_;
  Held held_ = Held::kNothing;
  std::string text_;          // what is held
  bool is_at_start_ = true;   // of a line
  size_t tildes_ = 0;         // the last characters
  bool is_no_fence_ = false;  // this line opens none
  bool is_after_mark_ = false;
  char fence_ = '`';
  size_t fence_length_ = 0;  // of the open fence; 0 if there is none
  size_t fence_indent_ = 0;
  std::string line_;   // of the fence, as far as it is held back
  std::string marks_;  // of the fence
};

}  // namespace

std::unique_ptr<ModelText> NewMarkdownModelText() { return std::make_unique<MarkdownModelText>(); }

}  // namespace footnote::client
