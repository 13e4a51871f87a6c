// SPDX-License-Identifier: Apache-2.0
// Untyped gRPC calls: the load generators send one request repeatedly and parse as little of the
// responses as possible.
#ifndef FOOTNOTE_BENCH_RPC_H_
#define FOOTNOTE_BENCH_RPC_H_

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <sys/types.h>

#include <memory>
#include <string>

namespace footnote::bench {

inline constexpr char kAnswerMethod[] = "/footnote.v1.AnswerService/Answer";
inline constexpr char kStreamAnswerMethod[] = "/footnote.v1.AnswerService/StreamAnswer";

// A server under load.
struct Target {
  std::string address;  // HOST:PORT
  pid_t pid = 0;
};

// Returns a stub with its own connection. gRPC's flow-control window is 64 KB and grows on a fast
// connection, unless `fixed_window` is true.
std::unique_ptr<grpc::GenericStub> MakeStub(const std::string& address, bool fixed_window = false);

grpc::ByteBuffer BufferOf(const std::string& bytes);
std::string BytesOf(const grpc::ByteBuffer& buffer);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_RPC_H_
