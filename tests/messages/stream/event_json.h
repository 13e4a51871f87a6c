// SPDX-License-Identifier: Apache-2.0
// The JSON of the events of a stream.
#ifndef FOOTNOTE_TESTS_MESSAGES_STREAM_EVENT_JSON_H_
#define FOOTNOTE_TESTS_MESSAGES_STREAM_EVENT_JSON_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace footnote::messages {

// The events content_block_start, content_block_delta and content_block_stop of the block with this
// index.

inline std::string Open(int index, absl::string_view block) {
  return absl::StrCat(R"({"type":"content_block_start","index":)", index, R"(,"content_block":)",
                      block, "}");
}

inline std::string OpenText(int index) { return Open(index, R"({"type":"text","text":""})"); }

inline std::string OpenTool(int index) {
  return Open(index, R"({"type":"tool_use","id":"t","name":"search","input":{}})");
}

inline std::string Delta(int index, absl::string_view delta) {
  return absl::StrCat(R"({"type":"content_block_delta","index":)", index, R"(,"delta":)", delta,
                      "}");
}

// `json` is the content of a JSON string, with escape sequences.
inline std::string Text(int index, absl::string_view json) {
  return Delta(index, absl::StrCat(R"({"type":"text_delta","text":")", json, "\"}"));
}

inline std::string Input(int index, absl::string_view json) {
  return Delta(index, absl::StrCat(R"({"type":"input_json_delta","partial_json":")", json, "\"}"));
}

inline std::string Cite(int index, absl::string_view text) {
  return Delta(index, absl::StrCat(R"({"type":"citations_delta","citation":)"
                                   R"({"type":"search_result_location","cited_text":")",
                                   text, R"(","search_result_index":0}})"));
}

inline std::string Close(int index) {
  return absl::StrCat(R"({"type":"content_block_stop","index":)", index, "}");
}

// The event message_delta with a stop reason.
inline std::string End(absl::string_view reason,
                       absl::string_view usage = R"({"output_tokens":15})") {
  return absl::StrCat(R"({"type":"message_delta","delta":{"stop_reason":")", reason,
                      R"("},"usage":)", usage, "}");
}

}  // namespace footnote::messages

#endif  // FOOTNOTE_TESTS_MESSAGES_STREAM_EVENT_JSON_H_
