// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/request_id.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <cstdint>

#include "absl/strings/ascii.h"

namespace footnote::rpc {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

constexpr int kMaxRequestIdBytes = 128;

// Reads fields up to the limit of `in`. Returns false if the encoding is malformed.
bool Find(const Descriptor& type, CodedInputStream* in, std::string* id) {
  while (const uint32_t tag = in->ReadTag()) {
    const FieldDescriptor* field = type.FindFieldByNumber(WireFormatLite::GetTagFieldNumber(tag));
    const bool is_delimited =
        WireFormatLite::GetTagWireType(tag) == WireFormatLite::WIRETYPE_LENGTH_DELIMITED;
    const bool is_id = field != nullptr && is_delimited && field->name() == "request_id";
    const bool is_request = field != nullptr && is_delimited && field->name() == "request";
    if (!is_id && !is_request) {
      if (!WireFormatLite::SkipField(in, tag)) return false;
      continue;
    }
    int length = 0;
    if (!in->ReadVarintSizeAsInt(&length)) return false;
    if (is_request) {
      const CodedInputStream::Limit limit = in->PushLimit(length);
      if (!Find(*field->message_type(), in, id) || in->BytesUntilLimit() > 0) return false;
      in->PopLimit(limit);
    } else if (length > kMaxRequestIdBytes) {
      id->clear();
      if (!in->Skip(length)) return false;
    } else if (!in->ReadString(id, length)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string ValidRequestId(absl::string_view id) {
  if (id.size() > size_t{kMaxRequestIdBytes} ||
      !std::all_of(id.begin(), id.end(), absl::ascii_isprint)) {
    return "";
  }
  return std::string(id);
}

std::string FindRequestId(const Descriptor& type, const grpc::ByteBuffer& bytes) {
  // The reader does not change the buffer.
  grpc::ProtoBufferReader reader(const_cast<grpc::ByteBuffer*>(&bytes));
  if (!reader.status().ok()) return "";
  CodedInputStream in(&reader);
  std::string id;
  if (!Find(type, &in, &id)) return "";
  return ValidRequestId(id);
}

}  // namespace footnote::rpc
