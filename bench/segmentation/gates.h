// The gates that the chunker has to pass.
#ifndef FOOTNOTE_BENCH_SEGMENTATION_GATES_H_
#define FOOTNOTE_BENCH_SEGMENTATION_GATES_H_

#include <map>
#include <string>
#include <vector>

#include "bench/segmentation/rows.h"

namespace footnote::bench {

// Prints each gate, its figures and whether it is passed; returns whether all are. `sets` are the
// rows by the first part of their file's name: "golden", "edge39", "ud", "own"; gates of sets that
// are missing are printed as such and not counted.
bool PrintGates(const std::map<std::string, std::vector<Row>>& sets, bool guess_language);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_SEGMENTATION_GATES_H_
