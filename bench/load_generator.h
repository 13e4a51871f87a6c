// Keeps a number of unary calls in flight against a server and measures what comes of it.
#ifndef FOOTNOTE_BENCH_LOAD_GENERATOR_H_
#define FOOTNOTE_BENCH_LOAD_GENERATOR_H_

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <sys/types.h>

#include <memory>
#include <string>

#include "absl/time/time.h"

namespace footnote::bench {

// A server under load.
struct Target {
  std::string address;  // HOST:PORT
  pid_t pid = 0;
};

struct LoadResult {
  double calls_per_second = 0;
  double p50_microseconds = 0;
  double server_cpu_microseconds_per_call = 0;
};

// A closed loop: each call that ends starts the next one. The request is serialised once and
// responses are not parsed, so that the client, which shares the machine, takes as little of it as
// it can. Not thread-safe.
class LoadGenerator {
 public:
  // Calls `method` ("/package.Service/Method") with the serialised message `request`.
  LoadGenerator(Target target, std::string method, const std::string& request);
  ~LoadGenerator();

  // One call. Fills `response` with the serialised message.
  grpc::Status CallOnce(std::string* response);

  // Keeps `in_flight` calls going for a short while to warm up and then for `duration`, which is
  // what is measured. `*status` is the first failure of any call; a result with one is worthless.
  LoadResult Run(int in_flight, absl::Duration duration, grpc::Status* status);

 private:
  class Loop;

  const Target target_;
  const std::string method_;
  const grpc::ByteBuffer request_;
  const std::unique_ptr<grpc::GenericStub> stub_;
};

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_LOAD_GENERATOR_H_
