// SPDX-License-Identifier: Apache-2.0
// The limits of an answer, and how much of them is used.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ANSWER_METER_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ANSWER_METER_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "service/answering/byte_counter.h"

namespace footnote::answering::resolving {

// See LimitsConfig.
struct AnswerLimits {
  int64_t max_bytes = 64 << 20;
  int64_t max_citations = 10000;
};

// Counts an answer while it grows. What is large, or many, is counted before it is added; what is
// small is counted at once afterwards, so that an answer exceeds its limits by at most one citation
// or one reference. Not thread-safe.
class AnswerMeter {
 public:
  // Reports the memory of the answer to `held`, unless that is null.
  explicit AnswerMeter(const AnswerLimits& limits, HeldBytes* held = nullptr)
      : limits_(limits), held_(held) {}

  // Counts `bytes` bytes of the encoded answer in `messages` messages. Returns false, now and from
  // then on, once a limit is exceeded. What exceeds it must not be added.
  bool Add(size_t bytes, int messages = 0) {
    bytes_ += static_cast<int64_t>(bytes);
    messages_ += messages;
    if (bytes_ > limits_.max_bytes && exceeded_ == nullptr) exceeded_ = kMaxBytes;
    if (held_ != nullptr) held_->Set(static_cast<size_t>(bytes_ + messages_ * kMessageBytes));
    return exceeded_ == nullptr;
  }

  // Counts one citation, without its bytes; otherwise like Add.
  bool AddCitation() {
    if (++citations_ > limits_.max_citations && exceeded_ == nullptr) exceeded_ = kMaxCitations;
    return exceeded_ == nullptr;
  }

  bool exceeded() const { return exceeded_ != nullptr; }
  // OK, or ANSWER_TOO_LARGE with the limit that was exceeded first.
  absl::Status status() const { return exceeded_ == nullptr ? absl::OkStatus() : Error(); }

  // The number of bytes that can still be added.
  size_t BytesLeft() const {
    return bytes_ < limits_.max_bytes ? static_cast<size_t>(limits_.max_bytes - bytes_) : 0;
  }

 private:
  absl::Status Error() const;

  // The names of the limits in LimitsConfig.
  static constexpr char kMaxBytes[] = "max_answer_bytes";
  static constexpr char kMaxCitations[] = "max_answer_citations";
  // The memory of a message beyond its encoding.
  static constexpr int64_t kMessageBytes = 64;

  const AnswerLimits limits_;
  HeldBytes* const held_;
  int64_t bytes_ = 0;
  int64_t messages_ = 0;
  int64_t citations_ = 0;
  const char* exceeded_ = nullptr;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ANSWER_METER_H_
