// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/message.h>
#include <google/protobuf/util/json_util.h>

#include <string>

#include "client/cli/output/render.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

std::string ToJson(const google::protobuf::Message& message, bool whitespace = true) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = whitespace;
  options.preserve_proto_field_names = true;
  // An offset of 0 is a value, not an absence.
  options.always_print_primitive_fields = true;
  std::string json;
  // Fails only for Any and other well-known types, which these messages do not contain.
  (void)google::protobuf::util::MessageToJsonString(message, &json, options);
  return PrintableJson(json);
}

}  // namespace

std::string RenderJson(const v1::Answer& answer) { return ToJson(answer); }

std::string RenderPreviewJson(const v1::PreviewAnswerResponse& preview) { return ToJson(preview); }

std::string EventJson(const v1::AnswerEvent& event) { return ToJson(event, false) + "\n"; }

}  // namespace footnote::client
