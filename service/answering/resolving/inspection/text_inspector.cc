// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/inspection/text_inspector.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "service/answering/resolving/inspection/imitations.h"
#include "service/answering/resolving/inspection/links.h"
#include "service/answering/resolving/inspection/placeholders.h"
#include "service/answering/resolving/notices.h"

namespace footnote::answering::resolving {
namespace {

// The number of findings of a kind with a separate notice; one more notice counts the rest.
constexpr int kMaxNotices = 100;

text::TextLength Sum(text::TextLength a, const text::TextLength& b) { return a += b; }

bool BeginsBefore(const text::ByteRange& a, const text::ByteRange& b) { return a.begin < b.begin; }

}  // namespace

void TextInspector::InspectBlock(int block, const text::TextLength& start, v1::AnswerText* text) {
  const absl::string_view content = text->text();
  const std::vector<text::ByteRange> code = code_.Next(content);
  const std::vector<LeakedMarkup> markups = FindLeakedMarkup(content, code);
  const std::vector<text::ByteRange> placeholders = FindPlaceholders(content);
  if (markups.empty() && placeholders.empty()) return;

  const text::TextIndex index(content);
  const auto add_notice = [&](v1::Notice::Kind kind, const text::ByteRange& range) {
    AddNotice(
        kind,
        text::MakeSpan(Sum(start, index.AtByte(range.begin)), Sum(start, index.AtByte(range.end))),
        block);
  };
  const size_t unwanted_before = unwanted_.size();
  auto placeholder = placeholders.begin();
  const auto add_placeholders_before = [&](size_t end) {
    for (; placeholder != placeholders.end() && placeholder->begin < end; ++placeholder) {
      if (++placeholder_count_ > kMaxNotices) continue;
      add_notice(v1::Notice::KIND_PLACEHOLDER_CHARACTER, *placeholder);
    }
  };
  for (const LeakedMarkup& markup : markups) {
    if (meter_.exceeded()) return;
    add_placeholders_before(markup.range().begin);
    if (++markup_count_ <= kMaxNotices) add_notice(v1::Notice::KIND_LEAKED_MARKUP, markup.range());
    Recover(markup, content, index, start, text);
    if (markup.opening) unwanted_.push_back(*markup.opening);
    if (markup.closing) unwanted_.push_back(*markup.closing);
  }
  add_placeholders_before(content.size());
  unwanted_.insert(unwanted_.end(), placeholders.begin(), placeholders.end());

  const auto added = unwanted_.begin() + static_cast<std::ptrdiff_t>(unwanted_before);
  std::sort(added, unwanted_.end(), BeginsBefore);
  for (auto range = added; range != unwanted_.end(); ++range) {
    range->begin += start.bytes;
    range->end += start.bytes;
  }
}

void TextInspector::Recover(const LeakedMarkup& markup, absl::string_view text,
                            const text::TextIndex& index, const text::TextLength& start,
                            v1::AnswerText* out) {
  if (!markup.opening || !markup.closing) return;
  const text::ByteRange claim = {markup.opening->end, markup.closing->begin};
  if (!text::HasText(text.substr(claim.begin, claim.end - claim.begin))) return;
  for (const LeakedTarget& target : markup.targets) {
    if (meter_.exceeded()) return;
    v1::Citation citation;
    if (!citations_.Recover(target, &citation)) continue;
    *citation.mutable_answer_span() =
        text::MakeSpan(Sum(start, index.AtByte(claim.begin)), Sum(start, index.AtByte(claim.end)));
    out->add_recovered_citations()->Swap(&citation);
  }
}

void TextInspector::Finish() {
  AddLinkNotices();
  AddImitationNotices();
  const auto add_count = [this](v1::Notice::Kind kind, int count, absl::string_view name) {
    if (count <= kMaxNotices) return;
    v1::Notice* notice = answer_->add_notices();
    notice->set_kind(kind);
    notice->set_message(absl::StrCat("The text has ", count - kMaxNotices, " more ", name, "."));
  };
  add_count(v1::Notice::KIND_LEAKED_MARKUP, markup_count_, "pieces of leaked citation markup");
  add_count(v1::Notice::KIND_PLACEHOLDER_CHARACTER, placeholder_count_, "placeholder characters");
  if (unwanted_.empty() || !meter_.Add(answer_->text().size())) return;
  std::string* clean = answer_->mutable_clean_text();
  const absl::string_view text = answer_->text();
  size_t at = 0;
  for (const text::ByteRange& range : unwanted_) {
    if (range.begin > at) absl::StrAppend(clean, text.substr(at, range.begin - at));
    at = std::max(at, range.end);
  }
  absl::StrAppend(clean, text.substr(at));
}

void TextInspector::AddLinkNotices() {
  const std::vector<text::ByteRange> links = FindLinks(answer_->text());
  if (links.empty()) return;
  const KnownAddresses known(sources_, *answer_);
  const absl::string_view text = answer_->text();
  std::vector<text::ByteRange> unknown;
  for (const text::ByteRange& link : links) {
    if (known.Has(text.substr(link.begin, link.end - link.begin))) continue;
    unknown.push_back(link);
    if (unknown.size() == kMaxNotices) break;
  }
  AddNotices(v1::Notice::KIND_UNSOURCED_LINK, unknown);
}

void TextInspector::AddImitationNotices() {
  AddNotices(v1::Notice::KIND_IMITATES_CITATION, FindImitations(answer_->text(), kMaxNotices));
}

void TextInspector::AddNotices(v1::Notice::Kind kind, const std::vector<text::ByteRange>& ranges) {
  if (ranges.empty()) return;
  const text::TextIndex index(answer_->text());
  int block = 0;
  size_t block_end = answer_->blocks(0).text().text().size();
  for (const text::ByteRange& range : ranges) {
    while (block_end <= range.begin) block_end += answer_->blocks(++block).text().text().size();
    AddNotice(kind, text::MakeSpan(index.AtByte(range.begin), index.AtByte(range.end)), block);
  }
}

void TextInspector::AddNotice(v1::Notice::Kind kind, const v1::Span& span, int block) {
  v1::Notice* notice = answer_->add_notices();
  notice->set_kind(kind);
  notice->set_message(NoticeText(kind));
  notice->set_block_index(block);
  *notice->mutable_span() = span;
}

}  // namespace footnote::answering::resolving
