// SPDX-License-Identifier: Apache-2.0
// The enums of reasons, the codes of errors and docs/errors.md agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/error_reason.pb.h"
#include "service/status/errors.h"
#include "service/status/rich_status.h"

namespace footnote::status {
namespace {

using google::protobuf::EnumDescriptor;

bool IsUpperCase(char c) {
  return absl::ascii_isupper(static_cast<unsigned char>(c)) ||
         absl::ascii_isdigit(static_cast<unsigned char>(c)) || c == '_';
}

// The rows of all tables of docs/errors.md whose first cell is an UPPER_CASE name in backquotes:
// the other cells by this name.
const std::map<std::string, std::vector<std::string>>& DocumentedReasons() {
  static const auto& rows = *[] {
    auto* read = new std::map<std::string, std::vector<std::string>>;
    std::ifstream file("docs/errors.md");
    EXPECT_TRUE(file.good());
    for (std::string line; std::getline(file, line);) {
      if (!absl::StartsWith(line, "| `")) continue;
      std::vector<std::string> cells;
      for (const absl::string_view cell : absl::StrSplit(line, '|')) {
        cells.emplace_back(absl::StripAsciiWhitespace(cell));
      }
      std::string name = cells[1];
      name = name.substr(1, name.find('`', 1) - 1);
      if (!std::all_of(name.begin(), name.end(), IsUpperCase)) continue;
      EXPECT_TRUE(
          read->emplace(name, std::vector<std::string>(cells.begin() + 2, cells.end())).second)
          << name << " has two rows";
    }
    return read;
  }();
  return rows;
}

std::set<std::string> NamesOf(const EnumDescriptor& descriptor) {
  std::set<std::string> names;
  for (int i = 0; i < descriptor.value_count(); ++i) names.insert(descriptor.value(i)->name());
  return names;
}

TEST(ErrorReasonTest, EveryReasonIsDocumentedAndEveryDocumentedReasonExists) {
  std::set<std::string> defined = NamesOf(*v1::ErrorReason_descriptor());
  const std::set<std::string> violations = NamesOf(*v1::ViolationReason_descriptor());
  defined.insert(violations.begin(), violations.end());
  std::set<std::string> documented;
  for (const auto& [name, cells] : DocumentedReasons()) documented.insert(name);
  EXPECT_EQ(documented, defined);
}

TEST(ErrorReasonTest, TheDocumentedCodeIsTheCodeOfTheError) {
  const EnumDescriptor& reasons = *v1::ErrorReason_descriptor();
  for (int i = 0; i < reasons.value_count(); ++i) {
    const auto reason = static_cast<v1::ErrorReason>(reasons.value(i)->number());
    if (reason == v1::ERROR_REASON_UNSPECIFIED) continue;
    SCOPED_TRACE(reasons.value(i)->name());
    const auto row = DocumentedReasons().find(reasons.value(i)->name());
    ASSERT_NE(row, DocumentedReasons().end());
    EXPECT_EQ(row->second.at(0), absl::StatusCodeToString(CodeOf(reason)));
  }
}

TEST(ErrorReasonTest, AnErrorHasTheCodeAndTheNameOfItsReason) {
  const EnumDescriptor& reasons = *v1::ErrorReason_descriptor();
  for (int i = 0; i < reasons.value_count(); ++i) {
    const auto reason = static_cast<v1::ErrorReason>(reasons.value(i)->number());
    if (reason == v1::ERROR_REASON_UNSPECIFIED) continue;
    const absl::Status error = MakeError(reason, "message");
    EXPECT_EQ(error.code(), CodeOf(reason));
    EXPECT_EQ(ErrorReason(error), reasons.value(i)->name());
  }
}

TEST(ErrorReasonTest, TheUnspecifiedReasonHasNoCode) {
  EXPECT_EQ(CodeOf(v1::ERROR_REASON_UNSPECIFIED), absl::StatusCode::kUnknown);
}

}  // namespace
}  // namespace footnote::status
