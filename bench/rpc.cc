// SPDX-License-Identifier: Apache-2.0
#include "bench/rpc.h"

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include <vector>

namespace footnote::bench {

std::unique_ptr<grpc::GenericStub> MakeStub(const std::string& address, bool fixed_window) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetMaxReceiveMessageSize(-1);
  if (fixed_window) arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  return std::make_unique<grpc::GenericStub>(
      grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments));
}

grpc::ByteBuffer BufferOf(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return grpc::ByteBuffer(&slice, 1);
}

std::string BytesOf(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string bytes;
  if (!buffer.Dump(&slices).ok()) return bytes;
  for (const grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

}  // namespace footnote::bench
