// Streams whose text says when it was sent (see delivery.h): how old it is when a caller has it,
// and whether all of it came.
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

  // Starts `count` more, a few at a time, and waits until each of them has got its first stamp.
  // False if that takes longer than `limit`.
  bool Open(int count, absl::Duration limit);

  // Whether the age of what comes from now on is kept.
  void SetMeasuring(bool measuring) { measuring_ = measuring; }

  struct Result {
    int lossless = 0;  // streams that ended well, with each stamp once and all of them in the end
    int lossy = 0;     // all others
    std::string first_fault;
    std::vector<double> ages;  // in microseconds
  };

  // Waits until all have ended.
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

// Reads `count` streams of the stub's own, without gRPC or Footnote, and returns the ages of their
// stamps, in microseconds; nothing if the stub cannot be reached.
std::vector<double> DirectStampAges(const std::string& address, const Pace& pace, int count);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_STAMPED_STREAMS_H_
