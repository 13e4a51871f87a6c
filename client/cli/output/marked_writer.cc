// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/marked_writer.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace footnote::client {

std::string MarkedWriter::Write(absl::string_view text) {
  const absl::string_view kept = absl::StripTrailingAsciiWhitespace(text);
  std::string out;
  if (!kept.empty()) {
    out = absl::StrCat(space_before_, space_, kept);
    space_before_.clear();
    space_.clear();
    last_ = out.back();
    has_text_ = true;
  }
  absl::StrAppend(&space_, text.substr(kept.size()));
  return out;
}

std::string MarkedWriter::EndBlock(std::string marks) {
  std::string out = Write(text_->Add(printable_.End()));
  if (!marks.empty()) {
    absl::StrAppend(&out, Write(text_->BeforeMarks(/*is_adjacent=*/space_.empty(), &marks)));
  }
  if (!marks.empty()) {
    absl::StrAppend(&out, space_before_, text_->GapAfter(last_), marks);
    space_before_.clear();
    last_ = out.back();
    has_text_ = true;
  }
  absl::StrAppend(&space_before_, space_);
  space_.clear();
  return out;
}

}  // namespace footnote::client
