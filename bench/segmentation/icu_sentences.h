// SPDX-License-Identifier: Apache-2.0
// The sentence iterator of ICU, with which the chunker is compared.
#ifndef FOOTNOTE_BENCH_SEGMENTATION_ICU_SENTENCES_H_
#define FOOTNOTE_BENCH_SEGMENTATION_ICU_SENTENCES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::bench {

// Returns the sentences of UTF-8 `text` as views of it, by UAX #29 with the tailoring of `lang`.
std::vector<absl::string_view> IcuSentences(absl::string_view text, const std::string& lang);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_SEGMENTATION_ICU_SENTENCES_H_
