// SPDX-License-Identifier: Apache-2.0
// Keeps a number of calls in flight on a server and measures throughput and latency.
#ifndef FOOTNOTE_BENCH_LOAD_GENERATOR_H_
#define FOOTNOTE_BENCH_LOAD_GENERATOR_H_

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "bench/rpc.h"

namespace footnote::bench {

struct LoadResult {
  double calls_per_second = 0;
  double p50_microseconds = 0;  // of complete calls
  double server_cpu_microseconds_per_call = 0;
};

// A closed loop: each call that ends starts the next one. The request is serialized once and
// responses are not parsed, so that the client, which shares the machine, uses as little CPU time
// as possible. Not thread-safe.
class LoadGenerator {
 public:
  enum class Kind {
    kUnary,
    kServerStreaming,  // messages are read as they arrive
  };

  // Calls `method` ("/package.Service/Method") with the serialized message `request`.
  LoadGenerator(Target target, Kind kind, std::string method, const std::string& request);
  ~LoadGenerator();

  // Keeps `in_flight` calls in flight for a short time to warm up, and then measures for
  // `duration`. `*status` is the first failure of any call; a result with a failure is invalid.
  LoadResult Run(int in_flight, absl::Duration duration, grpc::Status* status);

 private:
  class Call;
  class UnaryCall;
  class StreamingCall;
  class Loop;

  const Target target_;
  const Kind kind_;
  const std::string method_;
  const grpc::ByteBuffer request_;
  const std::unique_ptr<grpc::GenericStub> stub_;
};

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_LOAD_GENERATOR_H_
