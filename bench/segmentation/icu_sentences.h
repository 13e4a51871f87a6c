// ICU's plain sentence iterator: what the chunker is compared with.
#ifndef FOOTNOTE_BENCH_SEGMENTATION_ICU_SENTENCES_H_
#define FOOTNOTE_BENCH_SEGMENTATION_ICU_SENTENCES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::bench {

// The sentences of UTF-8 `text` by UAX #29 with the tailoring of `lang`, views of it.
std::vector<absl::string_view> IcuSentences(absl::string_view text, const std::string& lang);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_SEGMENTATION_ICU_SENTENCES_H_
