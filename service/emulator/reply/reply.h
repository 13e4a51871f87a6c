// SPDX-License-Identifier: Apache-2.0
// A complete reply as plain data, independent of its format: reply_json writes it as one JSON
// object, reply_events as a stream.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace footnote::emulator {

struct ReplyCitation {
  enum class Kind { kChar, kPage, kContentBlock, kSearchResult };
  Kind kind = Kind::kSearchResult;
  int64_t index = 0;  // document_index or search_result_index
  // [start, end), in code points or blocks (0-based) or pages (1-based).
  int64_t start = 0;
  int64_t end = 0;
  std::string_view title;    // null in JSON if empty
  std::string_view source;   // of a search result
  std::string_view file_id;  // null in JSON if empty
  std::string cited_text;
};

struct ReplyBlock {
  enum class Kind { kText, kToolUse, kThinking, kOpaque };
  Kind kind = Kind::kText;
  std::string text;
  std::vector<ReplyCitation> citations;  // if empty, the block has no `citations` field
  std::string tool_use_id;
  std::string_view tool_name;
  std::string tool_input_json;
  std::string thinking;
  std::string signature;
  std::string opaque_json;  // kOpaque: the complete block, of a type that the API does not have
};

struct ReplyUsage {
  int64_t input_tokens = 0;  // after the last cache breakpoint
  int64_t cache_creation_5m = 0;
  int64_t cache_creation_1h = 0;
  int64_t cache_read = 0;
  int64_t output_tokens = 0;
};

// Has views into the request, which must outlive the reply.
struct Reply {
  std::string id;
  std::string_view model;
  std::vector<ReplyBlock> content;
  std::string stop_reason = "end_turn";
  std::string stop_sequence;  // null in JSON if empty
  ReplyUsage usage;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_H_
