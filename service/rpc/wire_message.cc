// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/wire_message.h"

#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/proto_buffer_writer.h>

#include <string>

#include "absl/strings/string_view.h"
#include "service/rpc/request_id.h"
#include "service/rpc/wire_fault.h"
#include "service/status/errors.h"
#include "service/status/rich_status.h"

namespace footnote::rpc {
namespace {

// The maximum number of messages and repeated strings in a request: search results, blocks, turns,
// citations and so on. Each of them needs some hundred bytes of memory.
constexpr size_t kMaxElements = 200000;
// The elements of a smaller request are not counted: they cannot need much memory.
constexpr size_t kMinCountedBytes = 256 << 10;

absl::string_view View(const grpc::Slice& slice) {
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

// gRPC's own object, which is const only so that handlers cannot change it for each other.
grpc::ByteBuffer* Mutable(const grpc::ByteBuffer& bytes) {
  return const_cast<grpc::ByteBuffer*>(&bytes);
}

// Fails unless the request, of type `type`, is small enough to be parsed.
absl::Status CheckSize(const grpc::ByteBuffer& bytes, const google::protobuf::Descriptor& type) {
  if (bytes.Length() <= kMinCountedBytes) return absl::OkStatus();
  grpc::Slice slice;
  if (!bytes.DumpToSingleSlice(&slice).ok() ||
      HasMoreElementsThan(kMaxElements, type, View(slice))) {
    return status::TooManyElements(kMaxElements);
  }
  return absl::OkStatus();
}

absl::Status Parse(grpc::ByteBuffer* bytes, google::protobuf::Message* message) {
  absl::Status status = CheckSize(*bytes, *message->GetDescriptor());
  if (!status.ok()) return status;
  {
    grpc::ProtoBufferReader reader(bytes);
    if (reader.status().ok() && message->ParseFromZeroCopyStream(&reader)) return absl::OkStatus();
  }
  grpc::Slice slice;
  bytes->DumpToSingleSlice(&slice).IgnoreError();
  const WireFaults faults = FindWireFaults(*message->GetDescriptor(), View(slice));
  return status::InvalidRequest(faults.kept, faults.total);
}

}  // namespace

std::string TakeRequestId(const google::protobuf::Descriptor& type, const grpc::ByteBuffer& bytes) {
  std::string id = FindRequestId(type, bytes);
  Mutable(bytes)->Clear();
  return id;
}

absl::Status ParseMessage(const grpc::ByteBuffer& bytes, google::protobuf::Message* message) {
  grpc::ByteBuffer* const buffer = Mutable(bytes);
  absl::Status status = Parse(buffer, message);
  if (!status.ok()) {
    const std::string request_id = FindRequestId(*message->GetDescriptor(), bytes);
    if (!request_id.empty()) status::AddErrorMetadata({{"request_id", request_id}}, &status);
  }
  buffer->Clear();
  return status;
}

grpc::Status SerializeMessage(const google::protobuf::Message& message, grpc::ByteBuffer* out) {
  bool own_buffer;
  return grpc::GenericSerialize<grpc::ProtoBufferWriter, google::protobuf::Message>(message, out,
                                                                                    &own_buffer);
}

}  // namespace footnote::rpc
