// SPDX-License-Identifier: Apache-2.0
#include "bench/segmentation/icu_sentences.h"

#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>

namespace footnote::bench {
namespace {

icu::BreakIterator& IteratorOf(const std::string& lang) {
  static auto* const iterators = new std::map<std::string, std::unique_ptr<icu::BreakIterator>>();
  std::unique_ptr<icu::BreakIterator>& iterator = (*iterators)[lang];
  if (iterator == nullptr) {
    UErrorCode error = U_ZERO_ERROR;
    const icu::Locale locale = lang == "und" ? icu::Locale::getRoot() : icu::Locale(lang.c_str());
    iterator.reset(icu::BreakIterator::createSentenceInstance(locale, error));
    if (U_FAILURE(error)) {
      std::fprintf(stderr, "no sentence iterator for %s\n", lang.c_str());
      std::exit(2);
    }
  }
  return *iterator;
}

}  // namespace

std::vector<absl::string_view> IcuSentences(absl::string_view text, const std::string& lang) {
  icu::BreakIterator& iterator = IteratorOf(lang);
  UErrorCode error = U_ZERO_ERROR;
  UText* utext = utext_openUTF8(nullptr, text.data(), static_cast<int64_t>(text.size()), &error);
  iterator.setText(utext, error);
  std::vector<absl::string_view> sentences;
  int32_t begin = iterator.first();
  for (int32_t end = iterator.next(); end != icu::BreakIterator::DONE; end = iterator.next()) {
    sentences.push_back(text.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin)));
    begin = end;
  }
  utext_close(utext);
  return sentences;
}

}  // namespace footnote::bench
