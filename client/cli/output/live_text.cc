// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/live_text.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace footnote::client {

std::string LiveText::Take(const v1::AnswerEvent& event) {
  if (event.has_text_delta()) return Write(printable_.Add(event.text_delta().text()));
  if (event.has_block_finished()) return FinishBlock(event.block_finished());
  if (event.has_citation()) {
    const v1::CitationFound& found = event.citation();
    if (found.has_new_reference()) numbers_.push_back(found.new_reference().number());
    Cite(found.citation());
  }
  return "";
}

void LiveText::Cite(const v1::Citation& citation) {
  const auto row = static_cast<size_t>(citation.reference_index());
  const bool is_known = citation.has_reference_index() && citation.reference_index() >= 0;
  const int number = is_known && row < numbers_.size() ? numbers_[row] : 0;
  if (std::find(cited_.begin(), cited_.end(), number) == cited_.end()) cited_.push_back(number);
}

std::string LiveText::Write(absl::string_view printable) {
  const absl::string_view text = absl::StripTrailingAsciiWhitespace(printable);
  std::string out;
  if (!text.empty()) {
    out = absl::StrCat(space_before_, space_, text);
    space_before_.clear();
    space_.clear();
    has_text_ = true;
  }
  absl::StrAppend(&space_, printable.substr(text.size()));
  return out;
}

std::string LiveText::FinishBlock(const v1::BlockFinished& finished) {
  std::string out = Write(printable_.End());
  for (const v1::Reference& row : finished.new_references()) numbers_.push_back(row.number());
  for (const v1::Citation& citation : finished.recovered_citations()) Cite(citation);
  if (!cited_.empty()) {
    absl::StrAppend(&out, space_before_, marks_(cited_));
    space_before_.clear();
    cited_.clear();
    has_text_ = true;
  }
  space_before_ += std::exchange(space_, "");
  return out;
}

}  // namespace footnote::client
