// SPDX-License-Identifier: Apache-2.0
// Reports how much memory a call holds.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BYTE_COUNTER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BYTE_COUNTER_H_

#include <cstddef>
#include <cstdint>

namespace footnote::answering {

// Receives the changes of the number of bytes that calls hold. Thread-safe.
class ByteCounter {
 public:
  virtual ~ByteCounter() = default;
  // Adds `delta`, which may be negative, to the sum. Called from any thread, possibly in the middle
  // of a call. Must not block, and must not call back into the call.
  virtual void Add(int64_t delta) = 0;
};

// Returns the counter that ignores what it receives. It lives as long as the process.
inline ByteCounter* NoByteCounter() {
  class Ignoring final : public ByteCounter {
    void Add(int64_t /*delta*/) override {}
  };
  static auto& counter = *new Ignoring;
  return &counter;
}

// The bytes that one part of a call holds. Reports them in steps of at least kStep bytes, so that
// small changes cost nothing, and gives all of them back when it is destroyed. Not thread-safe.
class HeldBytes {
 public:
  static constexpr int64_t kStep = 16 << 10;

  HeldBytes() = default;
  HeldBytes(const HeldBytes&) = delete;
  HeldBytes& operator=(const HeldBytes&) = delete;
  ~HeldBytes() { Report(0); }

  // Reports to `counter` from now on. Called before Set; `counter` must outlive this object.
  void Start(ByteCounter* counter) { counter_ = counter; }

  // Sets the number of held bytes. What was reported differs from it by less than kStep, except
  // that 0 is reported as 0.
  void Set(size_t bytes) {
    const auto held = static_cast<int64_t>(bytes);
    if (held == 0 || held >= reported_ + kStep || held <= reported_ - kStep) Report(held);
  }

 private:
  void Report(int64_t bytes) {
    if (bytes == reported_) return;
    counter_->Add(bytes - reported_);
    reported_ = bytes;
  }

  ByteCounter* counter_ = NoByteCounter();
  int64_t reported_ = 0;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_BYTE_COUNTER_H_
