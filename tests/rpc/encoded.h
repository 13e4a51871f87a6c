// SPDX-License-Identifier: Apache-2.0
// Conversion between messages and gRPC's byte buffers for tests.
#ifndef FOOTNOTE_TESTS_RPC_ENCODED_H_
#define FOOTNOTE_TESTS_RPC_ENCODED_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace footnote::rpc {

// A buffer of `bytes` in slices of at most `slice_bytes` bytes.
inline grpc::ByteBuffer Buffer(const std::string& bytes, size_t slice_bytes = 1 << 20) {
  std::vector<grpc::Slice> slices;
  for (size_t i = 0; i < bytes.size(); i += slice_bytes) {
    slices.emplace_back(bytes.substr(i, slice_bytes));
  }
  return grpc::ByteBuffer(slices.data(), slices.size());
}

inline grpc::ByteBuffer Encoded(const google::protobuf::Message& message,
                                size_t slice_bytes = 1 << 20) {
  return Buffer(message.SerializeAsString(), slice_bytes);
}

inline std::string Bytes(const grpc::ByteBuffer& buffer) {
  grpc::Slice slice;
  if (!buffer.DumpToSingleSlice(&slice).ok()) return "";
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

// The message of type `Message` in `buffer`.
template <typename Message>
Message Decoded(const grpc::ByteBuffer& buffer) {
  Message message;
  EXPECT_TRUE(message.ParseFromString(Bytes(buffer)));
  return message;
}

}  // namespace footnote::rpc

#endif  // FOOTNOTE_TESTS_RPC_ENCODED_H_
