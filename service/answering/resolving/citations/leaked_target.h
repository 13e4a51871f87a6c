#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LEAKED_TARGET_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LEAKED_TARGET_H_

#include <cstddef>

namespace footnote::answering::resolving {

// What an index such as "0-1" or "0-1:3" points at: blocks [first_block, end_block) of the hit or
// document `source`, all 0-based. May be empty or name nothing that exists.
struct LeakedTarget {
  size_t source = 0;
  size_t first_block = 0;
  size_t end_block = 0;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_LEAKED_TARGET_H_
