// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_TESTS_FUZZ_CHECK_H_
#define FOOTNOTE_TESTS_FUZZ_CHECK_H_

#include <cstdio>
#include <cstdlib>

namespace footnote::fuzz {

// Aborts the process if `holds` is false, which a fuzzer reports as a crash. `what` names the
// property.
inline void Check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

}  // namespace footnote::fuzz

#endif  // FOOTNOTE_TESTS_FUZZ_CHECK_H_
