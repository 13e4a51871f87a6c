// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_text.h"

#include <unicode/utf8.h>

namespace footnote::testing_support {
namespace {

constexpr const char* kPieces[] = {
    // Words of several scripts.
    "a",
    "word",
    "Sentence. ",
    "é",
    "日本語",
    "。",
    "ไทย",
    "नमस्ते",
    "שלום",
    "😀",
    "👩‍👩‍👧",
    "🇯🇵",
    // Characters with more than one form.
    "e\u0301",
    "か\u3099",
    "\u0344",
    "\u2126",
    "\u1112\u1161\u11ab",
    // Quotation marks.
    "'",
    "\"",
    "\u2018",
    "\u2019",
    "\u201c",
    "\u201d",
    "\u2032",
    "\u02bc",
    "\uff07",
    "\uff02",
    // White space, and characters that resemble it.
    " ",
    "  ",
    "\t",
    "\v",
    "\f",
    "\x1c",
    "\x1f",
    "\u0085",
    "\u00a0",
    "\u1680",
    "\u2003",
    "\u2028",
    "\u2029",
    "\u202f",
    "\u205f",
    "\u3000",
    "\u200b",
    "\ufeff",
    // Line ends and blank lines.
    "\n",
    "\n",
    "\r\n",
    "\r\n",
    "\r",
    "\n\n",
    "\r\n\r\n",
    "\r\r",
    "\n \t\n",
    "\n\u3000\n",
    // Fences.
    "```",
    "\n```\n",
    "\n```cc\n",
    "\r\n```\r\n",
    "\n~~~~\n",
    "\n   ```\n",
    "\n    ```\n",
    "`",
    "~~~",
    // Characters that JSON or HTML escapes.
    "\\",
    "\x01",
    "\x7f",
    "</script>",
    "{\"a\":1}",
};
constexpr int kPieceCount = sizeof(kPieces) / sizeof(kPieces[0]);

}  // namespace

std::string RandomText::Any(int max_pieces) {
  std::string text;
  for (int left = Below(max_pieces + 1); left > 0; --left) {
    if (OneIn(20)) {
      UChar32 c = Below(0x110000);
      if (U_IS_SURROGATE(c)) c = 0xfffd;
      char encoded[U8_MAX_LENGTH];
      int length = 0;
      U8_APPEND_UNSAFE(encoded, length, c);
      text.append(encoded, length);
    } else {
      text += kPieces[Below(kPieceCount)];
    }
  }
  return text;
}

std::string RandomText::NotBlank(int max_pieces) {
  std::string text = Any(max_pieces);
  text.insert(OneIn(2) ? 0 : text.size(), "x");
  return text;
}

}  // namespace footnote::testing_support
