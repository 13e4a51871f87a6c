// SPDX-License-Identifier: Apache-2.0
// What a ModelText writes for texts, whole and in pieces.
#ifndef FOOTNOTE_TESTS_CLIENT_CLI_OUTPUT_WRITTEN_H_
#define FOOTNOTE_TESTS_CLIENT_CLI_OUTPUT_WRITTEN_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/output/model_text.h"

namespace footnote::client {

using NewText = std::unique_ptr<ModelText> (*)();

inline std::string Written(NewText create, absl::string_view text) {
  const std::unique_ptr<ModelText> model_text = create();
  std::string out = model_text->Add(text);
  return out + model_text->End();
}

// True if the piece of `text` from `at` on begins with a character.
inline bool IsBoundary(absl::string_view text, size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

struct WrittenCase {
  const char* text;
  const char* written;
};

// Expects each text to be written so, whole and in two pieces at every place.
inline void ExpectWritten(NewText create, const std::vector<WrittenCase>& cases) {
  for (const WrittenCase& row : cases) {
    EXPECT_EQ(Written(create, row.text), row.written) << row.text;
    const absl::string_view text = row.text;
    for (size_t cut = 0; cut <= text.size(); ++cut) {
      if (!IsBoundary(text, cut)) continue;
      const std::unique_ptr<ModelText> model_text = create();
      std::string out = model_text->Add(text.substr(0, cut));
      out += model_text->Add(text.substr(cut));
      EXPECT_EQ(out + model_text->End(), row.written) << row.text << " cut at " << cut;
    }
  }
}

}  // namespace footnote::client

#endif  // FOOTNOTE_TESTS_CLIENT_CLI_OUTPUT_WRITTEN_H_
