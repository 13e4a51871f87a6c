// SPDX-License-Identifier: Apache-2.0
// Measures the accuracy and speed of the chunker and of ICU's sentence iterator. See README.md.
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "bench/segmentation/chunk_row.h"
#include "bench/segmentation/gates.h"
#include "bench/segmentation/icu_sentences.h"
#include "bench/segmentation/rows.h"
#include "bench/segmentation/texts.h"

namespace footnote::bench {
namespace {

struct Options {
  bool gates = false;
  bool guess_language = false;
  bool show_wrong = false;
  std::vector<std::string> files;
};

void PrintBlocks(const char* label, const std::vector<absl::string_view>& blocks) {
  std::printf("  %s ", label);
  for (const absl::string_view block : blocks) {
    for (const char c : block) {
      if (c == '\n') {
        std::printf("\\n");
      } else if (c == '\r') {
        std::printf("\\r");
      } else {
        std::putchar(c);
      }
    }
    std::printf("‖");
  }
  std::printf("\n");
}

void PrintLine(const std::string& name, const Score& ours, const Score& icu) {
  std::printf("  %-14s %5zu %9.1f %7.1f %9.1f %7.1f\n", name.c_str(), ours.rows, ours.exact(),
              ours.f1(), icu.exact(), icu.f1());
}

void Evaluate(const std::string& file, const std::vector<Row>& rows, const Options& options) {
  std::map<std::string, Score> ours;
  std::map<std::string, Score> icu;
  Score all;
  Score all_icu;
  for (const Row& row : rows) {
    const std::string key = row.mode == "sentence" ? row.lang : row.lang + " " + row.mode;
    const std::vector<absl::string_view> blocks =
        segmentation::Chunk(row.text, RulesOf(row, options.guess_language)).blocks;
    const std::vector<absl::string_view> sentences = IcuSentences(row.text, row.lang);
    const bool right = ours[key].Add(row, blocks);
    icu[key].Add(row, sentences);
    if (!right && options.show_wrong) {
      std::printf("%s (%s)\n", row.id.c_str(), key.c_str());
      PrintBlocks("want", {row.blocks.begin(), row.blocks.end()});
      PrintBlocks("got ", blocks);
    }
  }
  std::printf("%s\n  %-14s %5s %9s %7s %9s %7s\n", file.c_str(), "language", "rows", "exact %",
              "F1", "ICU ex. %", "ICU F1");
  for (const auto& [key, score] : ours) {
    PrintLine(key, score, icu[key]);
    all.Add(score);
    all_icu.Add(icu[key]);
  }
  PrintLine("all", all, all_icu);

  const std::string text = JoinRows(rows, "", 10000000);
  segmentation::ChunkingRules rules;
  rules.policy = segmentation::ChunkingPolicy::kSentence;
  const double our_seconds = CpuSeconds(5, [&] { segmentation::Chunk(text, rules); });
  const double icu_seconds = CpuSeconds(5, [&] { IcuSentences(text, "und"); });
  const double megabytes = static_cast<double>(text.size()) / 1e6;
  std::printf("  sentences of %.0f MB, CPU time of one thread: %.0f MB/s; ICU %.0f MB/s\n\n",
              megabytes, megabytes / our_seconds, megabytes / icu_seconds);
}

int Run(const Options& options) {
  std::map<std::string, std::vector<Row>> sets;
  for (const std::string& file : options.files) {
    const std::vector<Row> rows = ReadRows(file);
    if (!options.gates) {
      Evaluate(file, rows, options);
      continue;
    }
    const std::string name = file.substr(file.find_last_of('/') + 1);
    sets[name.substr(0, name.find('.'))] = rows;
  }
  if (!options.gates) return 0;
  return PrintGates(sets, options.guess_language) ? 0 : 1;
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) {
  footnote::bench::Options options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--gates") == 0) {
      options.gates = true;
    } else if (std::strcmp(argv[i], "--guess-language") == 0) {
      options.guess_language = true;
    } else if (std::strcmp(argv[i], "--wrong") == 0) {
      options.show_wrong = true;
    } else {
      options.files.emplace_back(argv[i]);
    }
  }
  if (options.files.empty()) {
    std::fprintf(stderr,
                 "usage: segmentation_eval [--gates] [--guess-language] [--wrong] FILE...\n");
    return 2;
  }
  return footnote::bench::Run(options);
}
