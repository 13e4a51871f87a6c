// What the Messages API says: a finished message or an error, as plain data.
//
// Names of types here say what the API said; `footnote::v1` says what Footnote vouches for. JSON
// that is kept is canonical: white space and escapes are written in one way (see canonical_json.h),
// the rest is as the API sent it.
#ifndef FOOTNOTE_SERVICE_MESSAGES_MESSAGE_TYPES_H_
#define FOOTNOTE_SERVICE_MESSAGES_MESSAGE_TYPES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace footnote::messages {

// One citation of a text block. Fields are as the API gave them; an absent, null or wrongly typed
// field is nullopt (a wrongly typed one is also in `json`). Which fields a kind has: see
// https://platform.claude.com/docs/en/build-with-claude/citations and .../search-results.
struct TextCitation {
  enum class Kind { kUnknown, kChar, kPage, kContentBlock, kSearchResult, kWebSearchResult };
  Kind kind = Kind::kUnknown;
  // The API's name of the kind, kept for kUnknown.
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
  // The citation's JSON in canonical form (see canonical_json.h); kept for kUnknown, and where a
  // field has a wrong type.
  std::string json;
};

struct ContentBlock {
  enum class Kind { kText, kToolUse, kOpaque };
  Kind kind = Kind::kText;
  // kOpaque: the API's name of the kind; empty if it gave none.
  std::string type;
  // Whether this version knows `type` (thinking, server tools and their results are opaque, yet
  // known) and could read the block.
  bool known = true;

  // kText. Absent, null and empty citations mean the same.
  std::string text;
  std::vector<TextCitation> citations;

  // kToolUse.
  std::string tool_use_id;
  std::string tool_name;
  std::string tool_input_json;  // a canonical object, "{}" if it had none

  // kOpaque: the block's JSON in canonical form.
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
  // How many strings held lone surrogates (`"\ud83d"` without its other half), now U+FFFD.
  int ill_formed_strings = 0;
};

// An error in the API's own shape: {"type":"error","error":{"type":...,"message":...}}.
struct ApiError {
  std::string type;        // such as "invalid_request_error"; empty if the body named none
  std::string message;     // the API's words; may quote the request
  std::string error_code;  // error.details.error_code; empty if absent
  std::string request_id;  // empty if absent
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_MESSAGE_TYPES_H_
