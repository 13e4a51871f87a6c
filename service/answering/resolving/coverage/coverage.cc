// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/coverage.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "service/answering/resolving/citations/citations.h"
#include "service/answering/resolving/coverage/sentence_marks.h"
#include "service/segmentation/line_shapes.h"
#include "service/segmentation/sentences/sentence_breaker.h"
#include "service/segmentation/structure.h"
#include "service/text/characters.h"
#include "service/text/text_index.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {
namespace {

constexpr size_t kNone = absl::string_view::npos;

// Removes white space and invisible characters from both ends of `range`.
text::ByteRange Trim(absl::string_view text, text::ByteRange range) {
  while (range.begin < range.end) {
    const text::CodePoint c = text::DecodeAt(text, range.begin);
    if (!text::IsWhiteSpace(c.value) && !text::IsBlank(c.value)) break;
    range.begin += c.size;
  }
  while (range.begin < range.end) {
    const text::CodePoint c = text::DecodeBefore(text, range.end);
    if (!text::IsWhiteSpace(c.value) && !text::IsBlank(c.value)) break;
    range.end -= c.size;
  }
  return range;
}

class SentenceFinder {
 public:
  SentenceFinder(absl::string_view text, const segmentation::Language& language, size_t enough)
      : text_(text), language_(language), enough_(enough), breaker_(&language) {}

  std::vector<SentencePosition> Run() {
    const std::vector<segmentation::Part> parts = segmentation::FindParts(text_, language_);
    for (size_t i = 0; i < parts.size() && sentences_.size() < enough_; ++i) {
      const text::ByteRange range = {parts[i].begin,
                                     i + 1 < parts.size() ? parts[i + 1].begin : text_.size()};
      const size_t before = sentences_.size();
      AddPart(parts[i], range);
      const bool is_listed = parts[i].kind == segmentation::Part::kFence ||
                             parts[i].kind == segmentation::Part::kTable ||
                             (parts[i].kind == segmentation::Part::kProse && BeginsItem(range));
      if (is_listed && before > 0 && before < sentences_.size()) {
        sentences_[before - 1].shape.leads_to_list = true;
      }
    }
    return std::move(sentences_);
  }

 private:
  bool BeginsItem(const text::ByteRange& range) const {
    absl::string_view line = text_.substr(range.begin, range.end - range.begin);
    line = line.substr(0, line.find('\n'));
    line.remove_prefix(segmentation::IndentOf(line).bytes);
    return segmentation::ReadItemMarker(line, language_).has_value();
  }

  void AddPart(const segmentation::Part& part, const text::ByteRange& range) {
    switch (part.kind) {
      case segmentation::Part::kHeading:
        Add(range, SentenceShape::kHeading);
        return;
      case segmentation::Part::kFence:
        Add(range, SentenceShape::kCode);
        return;
      case segmentation::Part::kTable:
        AddTableHead(range);
        return;
      case segmentation::Part::kTableRow:
      case segmentation::Part::kVerbatim:
        Add(range, SentenceShape::kRunningText);
        return;
      case segmentation::Part::kProse:
        AddProse(range);
        return;
    }
  }

  // The first row of a table is a heading if a delimiter line follows.
  void AddTableHead(const text::ByteRange& range) {
    const absl::string_view head = text_.substr(range.begin, range.end - range.begin);
    const size_t line_end = head.find('\n');
    bool has_delimiter = false;
    if (line_end != kNone) {
      absl::string_view second = head.substr(line_end + 1);
      second = second.substr(0, second.find_first_of("\r\n"));
      second.remove_prefix(segmentation::IndentOf(second).bytes);
      has_delimiter = segmentation::IsTableDelimiter(second);
    }
    Add(range, has_delimiter ? SentenceShape::kHeading : SentenceShape::kRunningText);
  }

  void AddProse(const text::ByteRange& range) {
    splits_.clear();
    breaker_.Break(text_.substr(range.begin, range.end - range.begin), range.begin, &splits_);
    size_t begin = range.begin;
    for (const size_t split : splits_) {
      if (sentences_.size() >= enough_) return;
      AddLines({begin, split});
      begin = split;
    }
    AddLines({begin, range.end});
  }

  // Adds a sentence, split at titles and rules that fill a line, and after a line that ends with a
  // colon, because the text that follows may make a claim.
  void AddLines(const text::ByteRange& range) {
    const absl::string_view within = text_.substr(0, range.end);
    size_t begin = range.begin;
    for (size_t at = range.begin; at < range.end;) {
      const size_t found = within.find('\n', at);
      const size_t next = found == kNone ? range.end : found + 1;
      if (next == range.end && at == begin) break;
      const text::ByteRange line = Trim(text_, {at, next});
      const absl::string_view content = text_.substr(line.begin, line.end - line.begin);
      if (IsRule(content) || IsBoldTitle(content)) {
        Add({begin, at}, SentenceShape::kRunningText);
        Add({at, next}, SentenceShape::kRunningText);
        begin = next;
      } else if (!content.empty() && IsColon(text::DecodeBefore(content, content.size()).value)) {
        Add({begin, next}, SentenceShape::kRunningText);
        begin = next;
      }
      at = next;
    }
    Add({begin, range.end}, SentenceShape::kRunningText);
  }

  void Add(const text::ByteRange& range, SentenceShape::Kind kind) {
    const text::ByteRange trimmed = Trim(text_, range);
    if (trimmed.begin == trimmed.end) return;
    SentencePosition sentence;
    sentence.range = trimmed;
    sentence.shape.kind = kind;
    sentence.shape.fills_lines = FillsLines(trimmed);
    sentences_.push_back(sentence);
  }

  bool FillsLines(const text::ByteRange& range) const {
    size_t begin = range.begin;
    while (begin > 0 && (text_[begin - 1] == ' ' || text_[begin - 1] == '\t')) --begin;
    size_t end = range.end;
    while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t')) ++end;
    return (begin == 0 || text_[begin - 1] == '\n' || text_[begin - 1] == '\r') &&
           (end == text_.size() || text_[end] == '\n' || text_[end] == '\r');
  }

  const absl::string_view text_;
  const segmentation::Language& language_;
  const size_t enough_;
  segmentation::SentenceBreaker breaker_;
  std::vector<size_t> splits_;
  std::vector<SentencePosition> sentences_;
};

// Returns the byte ranges of the answer's text that are cited: one for each cited block.
std::vector<text::ByteRange> CitedRanges(const v1::Answer& answer) {
  std::vector<text::ByteRange> ranges;
  size_t end = 0;
  for (const v1::AnswerBlock& block : answer.blocks()) {
    const v1::AnswerText& text = block.text();
    const size_t begin = end;
    end += text.text().size();
    const bool is_cited = std::any_of(
        text.citations().begin(), text.citations().end(),
        [](const v1::Citation& citation) { return IsAcceptable(citation.verification()); });
    if (is_cited) ranges.push_back({begin, end});
  }
  return ranges;
}

// The cited ranges of an answer. Query its sentences in ascending order.
class CitedText {
 public:
  CitedText(absl::string_view text, const v1::Answer& answer)
      : text_(text), ranges_(CitedRanges(answer)) {}

  // True if a cited range has text in `sentence`.
  bool Overlaps(const text::ByteRange& sentence) {
    while (next_ < ranges_.size() && ranges_[next_].end <= sentence.begin) ++next_;
    for (size_t i = next_; i < ranges_.size() && ranges_[i].begin < sentence.end; ++i) {
      const size_t begin = std::max(ranges_[i].begin, sentence.begin);
      const size_t end = std::min(ranges_[i].end, sentence.end);
      if (text::HasText(text_.substr(begin, end - begin))) return true;
    }
    return false;
  }

 private:
  const absl::string_view text_;
  const std::vector<text::ByteRange> ranges_;
  size_t next_ = 0;
};

}  // namespace

std::vector<SentencePosition> FindSentences(absl::string_view text,
                                            const segmentation::Language& language, size_t enough) {
  return SentenceFinder(text, language, enough).Run();
}

void FillCoverage(AnswerMeter* meter, v1::Answer* answer) {
  const absl::string_view text = answer->text();
  v1::Coverage& coverage = *answer->mutable_coverage();
  const segmentation::Language& language = *segmentation::GuessLanguage(text);
  CitedText cited(text, *answer);
  int64_t cited_code_points = 0;
  int64_t uncited_code_points = 0;
  text::TextLength at;
  // The encoded size of an AnswerSentence is at least 12 bytes, so more sentences exceed the limit.
  constexpr size_t kMinSentenceBytes = 12;
  const size_t enough = meter->BytesLeft() / kMinSentenceBytes + 1;
  for (const SentencePosition& sentence : FindSentences(text, language, enough)) {
    at += text::Measure(text.substr(at.bytes, sentence.range.begin - at.bytes));
    const text::TextLength start = at;
    const absl::string_view content =
        text.substr(sentence.range.begin, sentence.range.end - sentence.range.begin);
    at += text::Measure(content);
    const auto code_points = static_cast<int64_t>(at.code_points - start.code_points);

    v1::AnswerSentence* out = coverage.add_sentences();
    text::SetSpan(start, at, out->mutable_span());
    if (cited.Overlaps(sentence.range)) {
      out->set_state(v1::AnswerSentence::STATE_CITED);
      cited_code_points += code_points;
    } else if (const v1::AnswerSentence::Reason reason =
                   UncitedReason(content, sentence.shape, language);
               reason != v1::AnswerSentence::REASON_UNSPECIFIED) {
      out->set_state(v1::AnswerSentence::STATE_NEEDS_NONE);
      out->set_reason(reason);
    } else {
      out->set_state(v1::AnswerSentence::STATE_UNCITED);
      uncited_code_points += code_points;
    }
    if (!meter->Add(out->ByteSizeLong() + 2, 2)) return;
  }
  coverage.set_cited_code_points(cited_code_points);
  coverage.set_uncited_code_points(uncited_code_points);
  const int64_t both = cited_code_points + uncited_code_points;
  if (both > 0) {
    coverage.set_ratio(static_cast<double>(cited_code_points) / static_cast<double>(both));
  }
}

}  // namespace footnote::answering::resolving
