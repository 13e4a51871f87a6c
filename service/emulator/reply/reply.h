// SPDX-License-Identifier: Apache-2.0
// A finished reply as plain data. How it goes over the wire, as one JSON object or as events, is
// for others to say (reply_json, reply_events).
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
  int64_t start = 0;  // half-open, in code points, pages or blocks
  int64_t end = 0;
  std::string_view title;  // empty: null
  std::string_view source;
  std::string_view file_id;  // empty: null
  std::string cited_text;
};

struct ReplyBlock {
  enum class Kind { kText, kToolUse, kThinking, kOpaque };
  Kind kind = Kind::kText;
  std::string text;
  std::vector<ReplyCitation> citations;  // none: the block has no `citations` key
  std::string tool_use_id;
  std::string_view tool_name;
  std::string tool_input_json;
  std::string thinking;
  std::string signature;
  std::string opaque_json;  // the whole block, of a kind that the API does not have
};

struct ReplyUsage {
  int64_t input_tokens = 0;  // after the last cache mark
  int64_t cache_creation_5m = 0;
  int64_t cache_creation_1h = 0;
  int64_t cache_read = 0;
  int64_t output_tokens = 0;
};

// Views are into the request that is answered.
struct Reply {
  std::string id;
  std::string_view model;
  std::vector<ReplyBlock> content;
  std::string stop_reason = "end_turn";
  std::string stop_sequence;  // empty: null
  ReplyUsage usage;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_H_
