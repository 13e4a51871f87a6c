// SPDX-License-Identifier: Apache-2.0
#include "bench/segmentation/rows.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "service/text/characters.h"

namespace footnote::bench {
namespace {

using nlohmann::json;

std::vector<size_t> SplitsOf(const std::vector<absl::string_view>& blocks, bool bytes) {
  std::vector<size_t> splits;
  size_t count = 0;
  for (const absl::string_view block : blocks) {
    if (bytes) {
      count += block.size();
    } else {
      for (size_t at = 0; at < block.size();) {
        const text::CodePoint c = text::DecodeAt(block, at);
        if (!text::IsBlank(c.value)) ++count;
        at += c.size;
      }
    }
    splits.push_back(count);
  }
  if (!splits.empty()) splits.pop_back();
  return splits;
}

}  // namespace

std::vector<Row> ReadRows(const std::string& file) {
  std::ifstream in(file);
  if (!in) {
    std::fprintf(stderr, "cannot read %s\n", file.c_str());
    std::exit(2);
  }
  std::vector<Row> rows;
  std::string line;
  while (std::getline(in, line)) {
    const json parsed = json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!parsed.is_object() || !parsed.contains("text")) {
      std::fprintf(stderr, "%s: line %zu is not a row\n", file.c_str(), rows.size() + 1);
      std::exit(2);
    }
    Row row;
    row.id = parsed.value("id", "");
    row.lang = parsed.value("lang", "und");
    row.mode = parsed.value("mode", "sentence");
    row.source = parsed.value("source", "");
    row.group = parsed.value("group", "");
    row.text = parsed["text"].get<std::string>();
    row.exact = parsed.contains("blocks") || parsed.contains("segments");
    const char* key = parsed.contains("blocks")     ? "blocks"
                      : parsed.contains("segments") ? "segments"
                                                    : "sentences";
    for (const json& block : parsed[key]) row.blocks.push_back(block.get<std::string>());
    rows.push_back(std::move(row));
  }
  return rows;
}

bool Score::Add(const Row& row, const std::vector<absl::string_view>& blocks) {
  const std::vector<size_t> made = SplitsOf(blocks, row.exact);
  const std::vector<size_t> wanted = SplitsOf({row.blocks.begin(), row.blocks.end()}, row.exact);
  std::vector<size_t> common;
  std::set_intersection(made.begin(), made.end(), wanted.begin(), wanted.end(),
                        std::back_inserter(common));
  ++rows;
  right_splits += common.size();
  made_splits += made.size();
  wanted_splits += wanted.size();
  const bool right = made == wanted;
  if (right) ++right_rows;
  return right;
}

void Score::Add(const Score& other) {
  rows += other.rows;
  right_rows += other.right_rows;
  right_splits += other.right_splits;
  made_splits += other.made_splits;
  wanted_splits += other.wanted_splits;
}

double Score::exact() const {
  return rows == 0 ? 100 : 100.0 * static_cast<double>(right_rows) / static_cast<double>(rows);
}

double Score::f1() const {
  const size_t splits = made_splits + wanted_splits;
  return splits == 0 ? 100
                     : 200.0 * static_cast<double>(right_splits) / static_cast<double>(splits);
}

}  // namespace footnote::bench
