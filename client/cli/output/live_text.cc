// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/live_text.h"

#include <algorithm>
#include <utility>

namespace footnote::client {

std::string LiveText::Take(const v1::AnswerEvent& event) {
  if (event.has_text_delta()) return writer_.Add(event.text_delta().text());
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

std::string LiveText::FinishBlock(const v1::BlockFinished& finished) {
  for (const v1::Reference& row : finished.new_references()) numbers_.push_back(row.number());
  for (const v1::Citation& citation : finished.recovered_citations()) Cite(citation);
  if (cited_.empty()) return writer_.EndBlock("");
  std::string marks = marks_(cited_);
  cited_.clear();
  return writer_.EndBlock(std::move(marks));
}

}  // namespace footnote::client
