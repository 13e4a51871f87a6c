// SPDX-License-Identifier: Apache-2.0
#include "bench/delivery.h"

#include <chrono>
#include <cstddef>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace footnote::bench {
namespace {

constexpr char kPaced[] = "stream-paced-";

}  // namespace

std::string PacedModel(const Pace& pace) {
  return absl::StrCat(kPaced, pace.deltas_per_second, "-", pace.deltas);
}

std::optional<Pace> PaceOf(absl::string_view model) {
  if (!absl::ConsumePrefix(&model, kPaced)) return std::nullopt;
  const std::pair<absl::string_view, absl::string_view> numbers =
      absl::StrSplit(model, absl::MaxSplits('-', 1));
  Pace pace;
  if (!absl::SimpleAtoi(numbers.first, &pace.deltas_per_second) ||
      !absl::SimpleAtoi(numbers.second, &pace.deltas) || pace.deltas_per_second < 1) {
    return std::nullopt;
  }
  return pace;
}

int64_t StampClock() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string Stamp(int64_t time) { return absl::StrFormat("@%019d", time); }

void AppendStampAges(absl::string_view text, int64_t now, std::vector<double>* ages) {
  for (size_t at = text.find('@'); at != absl::string_view::npos; at = text.find('@', at + 1)) {
    int64_t time = 0;
    const absl::string_view digits = text.substr(at + 1, kStampBytes - 1);
    if (digits.size() == kStampBytes - 1 && absl::SimpleAtoi(digits, &time)) {
      ages->push_back(static_cast<double>(now - time) / 1000);
    }
  }
}

}  // namespace footnote::bench
