// SPDX-License-Identifier: Apache-2.0
#include "bench/segmentation/gates.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

#include "bench/segmentation/chunk_row.h"
#include "bench/segmentation/texts.h"
#include "service/text/characters.h"
#include "service/text/graphemes.h"

namespace footnote::bench {
namespace {

using segmentation::Chunk;
using segmentation::ChunkingPolicy;
using segmentation::ChunkingRules;

constexpr segmentation::ChunkingPolicy kPolicies[] = {segmentation::ChunkingPolicy::kParagraph,
                                                      segmentation::ChunkingPolicy::kItem,
                                                      segmentation::ChunkingPolicy::kSentence};
constexpr size_t kRandomTexts = 1000000;

class Report {
 public:
  void Gate(const char* name, bool passed, const char* format, ...)
      __attribute__((format(printf, 4, 5))) {
    std::printf("%-4s %-6s ", name, passed ? "pass" : "FAIL");
    va_list arguments;
    va_start(arguments, format);
    std::vprintf(format, arguments);
    va_end(arguments);
    std::printf("\n");
    std::fflush(stdout);
    all_ = all_ && passed;
  }
  void Missing(const char* name, const char* set) {
    std::printf("%-4s %-6s no rows of %s\n", name, "-", set);
  }
  bool all() const { return all_; }

 private:
  bool all_ = true;
};

// True if the blocks are views of `text` that join to it, none is blank, and none begins inside a
// grapheme.
bool IsSound(const std::string& text, const std::vector<absl::string_view>& blocks) {
  const char* at = text.data();
  const bool blank_text = text::SkipBlanks(text, 0) == text.size();
  for (const absl::string_view block : blocks) {
    if (block.data() != at) return false;
    at += block.size();
    if (!blank_text && text::SkipBlanks(block, 0) == block.size()) return false;
  }
  if (at != text.data() + text.size()) return false;
  text::GraphemeTracker graphemes;
  size_t next = 0;
  size_t begin = 0;
  for (size_t at_character = 0; at_character < text.size();) {
    const text::CodePoint c = text::DecodeAt(text, at_character);
    const bool boundary = graphemes.Take(c.value);
    if (at_character == begin) {
      if (!boundary) return false;
      begin += blocks[next++].size();
    }
    at_character += c.size;
  }
  return next == blocks.size();
}

segmentation::ChunkingRules PolicyOnly(segmentation::ChunkingPolicy policy) {
  segmentation::ChunkingRules rules;
  rules.policy = policy;
  return rules;
}

void PrintLossless(const std::map<std::string, std::vector<Row>>& sets, Report* report) {
  size_t texts = 0;
  size_t unsound = 0;
  const auto check = [&](const std::string& text) {
    for (const segmentation::ChunkingPolicy policy : kPolicies) {
      segmentation::ChunkingRules rules = PolicyOnly(policy);
      ++texts;
      if (!IsSound(text, segmentation::Chunk(text, rules).blocks)) ++unsound;
    }
    segmentation::ChunkingRules sized = PolicyOnly(segmentation::ChunkingPolicy::kSentence);
    sized.min_bytes = 12;
    sized.max_bytes = 40;
    ++texts;
    if (!IsSound(text, segmentation::Chunk(text, sized).blocks)) ++unsound;
  };
  for (const auto& [name, rows] : sets) {
    for (const Row& row : rows) check(row.text);
  }
  ForRandomTexts(kRandomTexts, check);
  report->Gate("G1", unsound == 0, "%zu texts split, %zu not lossless or not sound", texts,
               unsound);
}

Score ScoreOf(const std::vector<Row>& rows, bool guess_language,
              const std::function<bool(const Row&)>& counts) {
  Score score;
  for (const Row& row : rows) {
    if (counts(row))
      score.Add(row, segmentation::Chunk(row.text, RulesOf(row, guess_language)).blocks);
  }
  return score;
}

bool IsNotThai(const Row& row) { return row.lang != "th"; }

void PrintEdge39(const std::map<std::string, std::vector<Row>>& sets, bool guess, Report* report) {
  if (const auto edge = sets.find("edge39"); edge != sets.end()) {
    const Score all = ScoreOf(edge->second, guess, IsNotThai);
    std::map<std::string, Score> by_language;
    for (const Row& row : edge->second) {
      if (IsNotThai(row)) {
        by_language[row.lang].Add(row, segmentation::Chunk(row.text, RulesOf(row, guess)).blocks);
      }
    }
    double worst = 100;
    std::string worst_language;
    for (const auto& [lang, score] : by_language) {
      if (score.rows >= 20 && score.exact() < worst) {
        worst = score.exact();
        worst_language = lang;
      }
    }
    report->Gate(
        "G4", all.exact() >= 93 && worst >= 75,
        "edge39 without Thai %.1f %% exact (93); worst of 20 rows or more: %s %.0f %% (75)",
        all.exact(), worst_language.c_str(), worst);
  } else {
    report->Missing("G4", "edge39");
  }
}

void PrintAccuracy(const std::map<std::string, std::vector<Row>>& sets, bool guess,
                   Report* report) {
  if (const auto golden = sets.find("golden"); golden != sets.end()) {
    const Score english = ScoreOf(golden->second, guess, [](const Row& row) {
      return row.lang == "en" && row.source == "pysbd" && row.group == "golden";
    });
    report->Gate("G2", english.rows - english.right_rows <= 1,
                 "English golden rules %zu/%zu, at most one wrong", english.right_rows,
                 english.rows);
    const Score all = ScoreOf(golden->second, guess, [](const Row&) { return true; });
    report->Gate("G3", all.exact() >= 94, "golden %.1f %% exact (94), F1 %.1f", all.exact(),
                 all.f1());
  } else {
    report->Missing("G2", "golden");
    report->Missing("G3", "golden");
  }
  PrintEdge39(sets, guess, report);
  if (const auto ud = sets.find("ud"); ud != sets.end()) {
    const Score all = ScoreOf(ud->second, guess, IsNotThai);
    const Score german =
        ScoreOf(ud->second, guess, [](const Row& row) { return row.lang == "de"; });
    report->Gate("G5", all.exact() >= 98 && all.f1() >= 99.4 && german.f1() >= 99.5,
                 "ud without Thai %.1f %% exact (98), F1 %.2f (99.4); German F1 %.2f (99.5)",
                 all.exact(), all.f1(), german.f1());
  } else {
    report->Missing("G5", "ud");
  }
  if (const auto own = sets.find("own"); own != sets.end()) {
    const auto is_sentence = [](const Row& row) { return row.mode == "sentence"; };
    const Score sentences = ScoreOf(own->second, guess, is_sentence);
    const Score structure =
        ScoreOf(own->second, guess, [&](const Row& row) { return !is_sentence(row); });
    report->Gate("G6", structure.exact() == 100 && sentences.exact() >= 92,
                 "own: structure %.1f %% (100), sentences %.1f %% (92)", structure.exact(),
                 sentences.exact());
  } else {
    report->Missing("G6", "own");
  }
}

void PrintThai(Report* report) {
  const std::string text = "คุณชอบไหม? ฉันชอบมาก! ราคา 3.50 บาท\n\nพ.ศ. ๒๕๖๖ เป็นปีที่สำคัญ";
  std::string lone;
  for (int i = 0; i < 300; ++i) lone += "ภาษาไทยไม่มีจุดจบประโยค ";
  segmentation::ChunkingRules rules = PolicyOnly(segmentation::ChunkingPolicy::kSentence);
  const size_t sentences = segmentation::Chunk(text, rules).blocks.size();
  rules.max_bytes = 1000;
  bool at_spaces = true;
  size_t longest = 0;
  for (const absl::string_view block : segmentation::Chunk(lone, rules).blocks) {
    at_spaces = at_spaces && block.back() == ' ';
    longest = std::max(longest, block.size());
  }
  report->Gate("G7", sentences == 4 && at_spaces && longest <= 1000,
               "Thai: split at ? ! and lines; long text at spaces, longest block %zu of 1000 bytes",
               longest);
}

double MegabytesPerSecond(const std::string& text, segmentation::ChunkingPolicy policy) {
  const segmentation::ChunkingRules rules = PolicyOnly(policy);
  const double seconds = CpuSeconds(5, [&] { segmentation::Chunk(text, rules); });
  return static_cast<double>(text.size()) / 1e6 / seconds;
}

void PrintSpeed(const std::map<std::string, std::vector<Row>>& sets, Report* report) {
  const auto ud = sets.find("ud");
  if (ud == sets.end()) {
    report->Missing("G8", "ud");
    return;
  }
  constexpr size_t kBytes = 10000000;
  const std::string mixed = JoinRows(ud->second, "", kBytes);
  const std::string english = JoinRows(ud->second, "en", kBytes);
  const std::string small = JoinRows(ud->second, "en", 100000);
  const double mixed_sentences = MegabytesPerSecond(mixed, segmentation::ChunkingPolicy::kSentence);
  const double english_sentences =
      MegabytesPerSecond(english, segmentation::ChunkingPolicy::kSentence);
  const double paragraphs = MegabytesPerSecond(mixed, segmentation::ChunkingPolicy::kParagraph);
  const double items = MegabytesPerSecond(mixed, segmentation::ChunkingPolicy::kItem);
  const double milliseconds =
      1000 * CpuSeconds(5, [&] {
        segmentation::Chunk(small, PolicyOnly(segmentation::ChunkingPolicy::kSentence));
      });
  report->Gate("G8",
               mixed_sentences >= 100 && english_sentences >= 70 && paragraphs >= 300 &&
                   items >= 300 && milliseconds < 2,
               "MB/s: sentences mixed %.0f (100), English %.0f (70); paragraphs %.0f, items %.0f "
               "(300); 100 KB in %.2f ms (2)",
               mixed_sentences, english_sentences, paragraphs, items, milliseconds);
}

void PrintHostile(Report* report) {
  double worst_ratio = 0;
  double least_speed = 1e9;
  std::string worst;
  std::string slowest;
  constexpr size_t kBytes = 1000000;
  for (const Hostile& hostile : HostileTexts()) {
    const std::string one = Repeated(hostile, kBytes);
    const std::string two = Repeated(hostile, 2 * kBytes);
    for (const segmentation::ChunkingPolicy policy : kPolicies) {
      const segmentation::ChunkingRules rules = PolicyOnly(policy);
      const double first = CpuSeconds(5, [&] { segmentation::Chunk(one, rules); });
      const double second = CpuSeconds(5, [&] { segmentation::Chunk(two, rules); });
      // Times below a millisecond are too noisy for a ratio.
      const double ratio = second < 1e-3 ? 1 : second / first;
      const double speed = static_cast<double>(kBytes) / 1e6 / first;
      if (ratio > worst_ratio) {
        worst_ratio = ratio;
        worst = hostile.name;
      }
      if (speed < least_speed) {
        least_speed = speed;
        slowest = hostile.name;
      }
    }
  }
  report->Gate("G9", worst_ratio <= 2.3 && least_speed >= 3,
               "hostile: time of twice the text at most %.2f times (2.3: %s); least %.0f MB/s "
               "(3: %s)",
               worst_ratio, worst.c_str(), least_speed, slowest.c_str());
}

}  // namespace

bool PrintGates(const std::map<std::string, std::vector<Row>>& sets, bool guess_language) {
  Report report;
  PrintLossless(sets, &report);
  PrintAccuracy(sets, guess_language, &report);
  PrintThai(&report);
  PrintSpeed(sets, &report);
  PrintHostile(&report);
  return report.all();
}

}  // namespace footnote::bench
