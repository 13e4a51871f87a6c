// SPDX-License-Identifier: Apache-2.0
// Streams whose text has the time at which it was sent (see delivery.h). Measures its age at the
// caller, and whether all of it arrived.
#ifndef FOOTNOTE_BENCH_STAMPED_STREAMS_H_
#define FOOTNOTE_BENCH_STAMPED_STREAMS_H_

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "bench/delivery.h"
#include "bench/rpc.h"

namespace footnote::bench {

// Calls of StreamAnswer on one connection. Not thread-safe; must live until Finish has returned.
class StampedStreams {
 public:
  StampedStreams(const Target& target, const Pace& pace);
  ~StampedStreams();

  // Starts `count` more streams, a few at a time, and waits until each has its first stamp. Returns
  // false if that takes longer than `limit`.
  bool Open(int count, absl::Duration limit);

  // Sets whether the ages of further stamps are recorded.
  void SetMeasuring(bool measuring) { measuring_ = measuring; }

  struct Result {
    int lossless = 0;  // streams that ended with OK, each stamp once, and all stamps in the answer
    int lossy = 0;     // all other streams
    std::string first_fault;
    std::vector<double> ages;  // in microseconds
  };

  // Waits until all streams have ended.
  Result Finish();

 private:
  class Stream;

  void ReceivedFirst();
  void Ended();

  const Pace pace_;
  const grpc::ByteBuffer request_;
  const std::unique_ptr<grpc::GenericStub> stub_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::atomic<bool> measuring_{false};

  std::mutex mutex_;
  std::condition_variable changed_;
  size_t begun_ = 0;  // guarded by mutex_
  size_t ended_ = 0;  // guarded by mutex_
};

// Reads `count` streams directly from the stub, without gRPC or Footnote, and returns the ages of
// their stamps in microseconds; empty if the stub cannot be reached.
std::vector<double> DirectStampAges(const std::string& address, const Pace& pace, int count);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_STAMPED_STREAMS_H_
