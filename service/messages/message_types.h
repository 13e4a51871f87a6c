// SPDX-License-Identifier: Apache-2.0
// The output of the Messages API as plain data: a complete message or an error.
//
// Types in this namespace hold what the API returned; types in `footnote::v1` hold what Footnote
// verified. JSON that is kept is canonical (see canonical_json.h): only white space and escape
// sequences differ from what the API sent.
#ifndef FOOTNOTE_SERVICE_MESSAGES_MESSAGE_TYPES_H_
#define FOOTNOTE_SERVICE_MESSAGES_MESSAGE_TYPES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace footnote::messages {

// One citation of a text block, with the fields as the API returned them. An absent or null field,
// or one with a wrong type, is nullopt; the latter is also in `json`. For the fields of each kind
// see https://platform.claude.com/docs/en/build-with-claude/citations and .../search-results.
struct TextCitation {
  enum class Kind { kUnknown, kChar, kPage, kContentBlock, kSearchResult, kWebSearchResult };
  Kind kind = Kind::kUnknown;
  // The API's name of the kind. Only set for kUnknown.
  std::string type;
  std::optional<std::string> cited_text;
  // search_result_index or document_index, 0-based over the request.
  std::optional<int64_t> index;
  // Half-open range: code points (0-based), pages (1-based) or blocks (0-based), by kind.
  std::optional<int64_t> start;
  std::optional<int64_t> end;
  std::optional<std::string> title;   // `title` or `document_title`
  std::optional<std::string> source;  // kSearchResult
  std::optional<std::string> url;     // kWebSearchResult
  std::optional<std::string> encrypted_index;
  std::optional<std::string> file_id;
  // The citation's canonical JSON. Only set for kUnknown and if a field has a wrong type.
  std::string json;
};

struct ContentBlock {
  enum class Kind { kText, kToolUse, kOpaque };
  Kind kind = Kind::kText;
  // kOpaque: the API's name of the kind; empty if it returned none.
  std::string type;
  // True if this version knows `type` and could read the block. Thinking, server tools and their
  // results are opaque and known.
  bool known = true;

  // kText. Absent, null and empty citations are equivalent.
  std::string text;
  std::vector<TextCitation> citations;

  // kToolUse.
  std::string tool_use_id;
  std::string tool_name;
  std::string tool_input_json;  // a canonical object, "{}" if the API returned none

  // kOpaque: the block's canonical JSON.
  std::string json;
};

struct Usage {
  std::optional<int64_t> input_tokens;
  std::optional<int64_t> output_tokens;
  std::optional<int64_t> cache_creation_input_tokens;
  std::optional<int64_t> cache_read_input_tokens;
  std::optional<int64_t> ephemeral_5m_input_tokens;
  std::optional<int64_t> ephemeral_1h_input_tokens;
  std::optional<int64_t> thinking_tokens;
  std::optional<int64_t> web_search_requests;
  std::optional<std::string> service_tier;
};

struct Message {
  std::string id;
  std::string model;
  std::vector<ContentBlock> content;
  std::optional<std::string> stop_reason;
  std::optional<std::string> stop_sequence;
  std::optional<Usage> usage;
  // The number of strings that contained lone surrogates, which U+FFFD replaces.
  int ill_formed_strings = 0;
};

// An error in the API's form: {"type":"error","error":{"type":...,"message":...}}.
struct ApiError {
  std::string type;        // such as "invalid_request_error"; empty if absent
  std::string message;     // may quote the request
  std::string error_code;  // error.details.error_code; empty if absent
  std::string request_id;  // empty if absent
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_MESSAGE_TYPES_H_
