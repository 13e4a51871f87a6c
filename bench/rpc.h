// gRPC without types: the load generators send one request again and again, and parse as little of
// what comes as they can.
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

// A stub with a connection of its own. gRPC lets a sender run ahead by a window of 64 KB, which it
// widens as it finds the connection fast, unless `fixed_window`.
std::unique_ptr<grpc::GenericStub> MakeStub(const std::string& address, bool fixed_window = false);

grpc::ByteBuffer BufferOf(const std::string& bytes);
std::string BytesOf(const grpc::ByteBuffer& buffer);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_RPC_H_
