#include "service/wire_fault.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/answering/utf8.h"

namespace footnote {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

// What protobuf itself allows.
constexpr int kMaxDepth = 100;

class Walker {
 public:
  explicit Walker(std::vector<Violation>* faults) : faults_(*faults) {}

  // Returns whether the encoding is whole.
  bool Walk(const Descriptor& type, absl::string_view bytes, const std::string& path, int depth) {
    if (depth > kMaxDepth) return false;
    CodedInputStream in(reinterpret_cast<const uint8_t*>(bytes.data()),
                        static_cast<int>(bytes.size()));
    std::map<int, int> seen;  // how often each field came up
    while (const uint32_t tag = in.ReadTag()) {
      const FieldDescriptor* field = type.FindFieldByNumber(WireFormatLite::GetTagFieldNumber(tag));
      if (field == nullptr ||
          WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
        if (!WireFormatLite::SkipField(&in, tag)) return false;
        continue;
      }
      uint32_t length;
      if (!in.ReadVarint32(&length) ||
          length > bytes.size() - static_cast<size_t>(in.CurrentPosition())) {
        return false;
      }
      const absl::string_view value = bytes.substr(in.CurrentPosition(), length);
      in.Skip(static_cast<int>(length));
      std::string here = path.empty() ? field->name() : absl::StrCat(path, ".", field->name());
      if (field->is_repeated()) absl::StrAppend(&here, "[", seen[field->number()]++, "]");
      if (field->type() == FieldDescriptor::TYPE_STRING) {
        if (const std::optional<size_t> bad = answering::FindIllFormed(value)) {
          faults_.push_back({here, absl::StrCat("is not well-formed UTF-8 at byte ", *bad)});
        }
      } else if (field->type() == FieldDescriptor::TYPE_MESSAGE &&
                 !Walk(*field->message_type(), value, here, depth + 1)) {
        return false;
      }
    }
    return in.ConsumedEntireMessage();
  }

 private:
  std::vector<Violation>& faults_;
};

}  // namespace

std::vector<Violation> FindWireFaults(const Descriptor& type, const std::string& bytes) {
  std::vector<Violation> faults;
  const bool whole = Walker(&faults).Walk(type, bytes, "", 0);
  if (!whole || faults.empty()) {
    faults.push_back({"", absl::StrCat("the request is not an encoded ", type.full_name())});
  }
  return faults;
}

}  // namespace footnote
