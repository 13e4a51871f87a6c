#include "service/rpc/wire_message.h"

#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/proto_buffer_writer.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/rpc/wire_fault.h"
#include "service/status/rich_status.h"

namespace footnote::rpc {
namespace {

// Messages and repeated strings in one request: hits, blocks, turns, citations and their like. A
// request this rich has long ceased to help a model, and each costs some hundred bytes in memory.
constexpr size_t kMaxElements = 200000;
// Below this a request cannot have so many that they would matter.
constexpr size_t kBytesWorthCounting = 256 << 10;

absl::Status TooManyElements() {
  return status::ErrorWithInfo(
      absl::StatusCode::kInvalidArgument, "REQUEST_TOO_LARGE",
      absl::StrCat("the request has more than ", kMaxElements, " hits, blocks, turns and the like"),
      {{"max_elements", absl::StrCat(kMaxElements)}});
}

absl::string_view View(const grpc::Slice& slice) {
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

}  // namespace

absl::Status ParseMessage(const grpc::ByteBuffer& bytes, google::protobuf::Message* message) {
  // gRPC's own object, const only to keep handlers from changing each other's view of it.
  auto* buffer = const_cast<grpc::ByteBuffer*>(&bytes);
  if (bytes.Length() > kBytesWorthCounting) {
    grpc::Slice slice;
    if (!bytes.DumpToSingleSlice(&slice).ok() ||
        HasMoreElementsThan(kMaxElements, *message->GetDescriptor(), View(slice))) {
      return TooManyElements();
    }
  }
  bool parsed;
  {
    grpc::ProtoBufferReader reader(buffer);
    parsed = reader.status().ok() && message->ParseFromZeroCopyStream(&reader);
  }
  absl::Status status;
  if (!parsed) {
    grpc::Slice slice;
    bytes.DumpToSingleSlice(&slice).IgnoreError();
    const WireFaults faults = FindWireFaults(*message->GetDescriptor(), View(slice));
    status = status::InvalidRequest(faults.kept, faults.total);
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
