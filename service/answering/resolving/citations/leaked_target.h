// SPDX-License-Identifier: Apache-2.0
// The target of citation markup in the text of an answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LEAKED_TARGET_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LEAKED_TARGET_H_

#include <cstddef>

namespace footnote::answering::resolving {

// The target of an index such as "0-1" or "0-1:3": blocks [first_block, end_block) of the search
// result or document `source`, all 0-based. The range may be empty, and the target may not exist.
struct LeakedTarget {
  size_t source = 0;
  size_t first_block = 0;
  size_t end_block = 0;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LEAKED_TARGET_H_
