// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/wire_fault.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/error_reason.pb.h"
#include "service/text/utf8.h"

namespace footnote::rpc {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

// The limit of Protocol Buffers.
constexpr int kMaxDepth = 100;

// Visits the length-delimited fields of an encoded message, and of the messages in it, without
// parsing the message.
class Walker {
 public:
  virtual ~Walker() = default;

  // Returns true if the encoding is well-formed and no visit ended the walk.
  bool Walk(const Descriptor& type, absl::string_view bytes, const std::string& path = "",
            int depth = 0) {
    if (depth > kMaxDepth) return false;
    CodedInputStream in(reinterpret_cast<const uint8_t*>(bytes.data()),
                        static_cast<int>(bytes.size()));
    std::map<int, int> seen;  // the number of elements of each repeated field
    while (const uint32_t tag = in.ReadTag()) {
      const FieldDescriptor* field = type.FindFieldByNumber(WireFormatLite::GetTagFieldNumber(tag));
      if (field == nullptr ||
          WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
        const bool is_unknown =
            field == nullptr || WireFormatLite::GetTagWireType(tag) !=
                                    WireFormatLite::WireTypeForFieldType(
                                        static_cast<WireFormatLite::FieldType>(field->type()));
        if (!Skip(tag, is_unknown, depth, &in)) return false;
        continue;
      }
      uint32_t length;
      if (!in.ReadVarint32(&length) ||
          length > bytes.size() - static_cast<size_t>(in.CurrentPosition())) {
        return false;
      }
      const absl::string_view value = bytes.substr(in.CurrentPosition(), length);
      in.Skip(static_cast<int>(length));
      const int index = field->is_repeated() ? seen[field->number()]++ : -1;
      if (!Visit(*field, index, value, path, depth)) return false;
    }
    return in.ConsumedEntireMessage();
  }

 private:
  virtual bool Visit(const FieldDescriptor& field, int index, absl::string_view value,
                     const std::string& path, int depth) = 0;
  // Visits a field that the type does not have, which parsing keeps.
  virtual bool VisitUnknown() { return true; }

  // Skips the field with `tag`, and visits it, and in a group its fields, if it is unknown.
  bool Skip(uint32_t tag, bool is_unknown, int depth, CodedInputStream* in) {
    if (is_unknown && !VisitUnknown()) return false;
    if (WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_START_GROUP) {
      return WireFormatLite::SkipField(in, tag);
    }
    if (depth >= kMaxDepth) return false;
    const uint32_t end = WireFormatLite::MakeTag(WireFormatLite::GetTagFieldNumber(tag),
                                                 WireFormatLite::WIRETYPE_END_GROUP);
    while (const uint32_t inner = in->ReadTag()) {
      if (inner == end) return true;
      if (!Skip(inner, true, depth + 1, in)) return false;
    }
    return false;
  }
};

class FaultFinder : public Walker {
 public:
  explicit FaultFinder(WireFaults* faults) : faults_(*faults) {}

 private:
  bool Visit(const FieldDescriptor& field, int index, absl::string_view value,
             const std::string& path, int depth) override {
    const bool is_message = field.type() == FieldDescriptor::TYPE_MESSAGE;
    std::optional<size_t> bad;
    if (field.type() == FieldDescriptor::TYPE_STRING) bad = text::FindIllFormed(value);
    if (!is_message && (!bad.has_value() || ++faults_.total > kMaxKept)) return true;

    std::string here = path.empty() ? field.name() : absl::StrCat(path, ".", field.name());
    if (index >= 0) absl::StrAppend(&here, "[", index, "]");
    if (is_message) return Walk(*field.message_type(), value, here, depth + 1);
    faults_.kept.push_back(
        {here, v1::INVALID_UTF8, absl::StrCat("is not well-formed UTF-8 at byte ", *bad)});
    return true;
  }

  static constexpr size_t kMaxKept = 200;

  WireFaults& faults_;
};

class ElementCounter : public Walker {
 public:
  explicit ElementCounter(size_t limit) : limit_(limit) {}

  bool is_over() const { return count_ > limit_; }

 private:
  bool Visit(const FieldDescriptor& field, int index, absl::string_view value,
             const std::string& path, int depth) override {
    const bool is_message = field.type() == FieldDescriptor::TYPE_MESSAGE;
    if ((is_message || index >= 0) && ++count_ > limit_) return false;
    return !is_message || Walk(*field.message_type(), value, path, depth + 1);
  }

  bool VisitUnknown() override { return ++count_ <= limit_; }

  const size_t limit_;
  size_t count_ = 0;
};

}  // namespace

WireFaults FindWireFaults(const Descriptor& type, absl::string_view bytes) {
  WireFaults faults;
  const bool is_well_formed = FaultFinder(&faults).Walk(type, bytes);
  if (!is_well_formed || faults.total == 0) {
    ++faults.total;
    faults.kept.push_back({"", v1::MALFORMED_MESSAGE,
                           absl::StrCat("the request is not an encoded ", type.full_name())});
  }
  return faults;
}

bool HasMoreElementsThan(size_t limit, const Descriptor& type, absl::string_view bytes) {
  ElementCounter counter(limit);
  counter.Walk(type, bytes);
  return counter.is_over();
}

}  // namespace footnote::rpc
