// SPDX-License-Identifier: Apache-2.0
// The quality and speed gates of the chunker.
#ifndef FOOTNOTE_BENCH_SEGMENTATION_GATES_H_
#define FOOTNOTE_BENCH_SEGMENTATION_GATES_H_

#include <map>
#include <string>
#include <vector>

#include "bench/segmentation/rows.h"

namespace footnote::bench {

// Prints each gate, its result and its figures. Returns true if all gates pass. `sets` has the rows
// by the first part of their file name: "golden", "edge39", "ud", "own". Gates of missing sets are
// printed as such and do not count.
bool PrintGates(const std::map<std::string, std::vector<Row>>& sets, bool guess_language);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_SEGMENTATION_GATES_H_
