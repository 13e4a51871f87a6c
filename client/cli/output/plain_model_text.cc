// SPDX-License-Identifier: Apache-2.0
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/output/model_text.h"

namespace footnote::client {
namespace {

bool IsBracket(UChar32 c) { return c == '[' || c == 0xFF3B; }  // also the full-width one

// Dashes and lines other than `-`, which lists and rules of ordinary texts begin with.
bool IsDash(UChar32 c) {
  return c > 0x7F && (u_charType(c) == U_DASH_PUNCTUATION || (c >= 0x2500 && c <= 0x257F) ||
                      c == 0x2212 || c == 0x2E3A || c == 0x2E3B || c == 0x30FC || c == 0xAF);
}

class PlainModelText final : public ModelText {
 public:
  std::string Add(absl::string_view text) override {
    std::string out;
    const auto length = static_cast<int64_t>(text.size());
    for (int64_t i = 0; i < length;) {
      const int64_t start = i;
      UChar32 c;
      U8_NEXT(text.data(), i, length, c);
      Take(c, text.substr(start, i - start), &out);
    }
    return out;
  }

  std::string BeforeMarks(bool /*is_adjacent*/, std::string* /*marks*/) override { return End(); }
  absl::string_view GapAfter(char /*last*/) const override { return ""; }

  std::string End() override {
    std::string out;
    out.swap(held_);
    return out;
  }

 private:
  void Take(UChar32 c, absl::string_view bytes, std::string* out) {
    if (!held_.empty()) {
      const bool imitates =
          is_bracket_held_ ? u_isdigit(c) || c == '?' || IsSuperscript(c) : IsDash(c);
      absl::StrAppend(out, imitates ? "\\" : "", held_);
      held_.clear();
    }
    const bool is_at_start = is_at_start_;
    is_at_start_ = c == '\n' || (is_at_start && u_isUWhiteSpace(c));
    is_bracket_held_ = IsBracket(c);
    if (is_bracket_held_ || (is_at_start && IsDash(c))) {
      held_.assign(bytes.data(), bytes.size());
    } else {
      out->append(bytes.data(), bytes.size());
    }
  }

  static bool IsSuperscript(UChar32 c) { return u_charType(c) == U_OTHER_NUMBER; }

  bool is_at_start_ = true;  // only white space precedes on the line
  std::string held_;         // a bracket or a dash
  bool is_bracket_held_ = false;
};

}  // namespace

std::unique_ptr<ModelText> NewPlainModelText() { return std::make_unique<PlainModelText>(); }

}  // namespace footnote::client
