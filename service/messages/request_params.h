// What is said to the Messages API: one POST /v1/messages body as plain data.
//
// Every string is a view: a request is built from a caller's message and turned into JSON at once,
// so nothing is copied in between. Whoever builds one keeps the text alive until AppendJson
// returns. Plain data: copy and share it freely between threads that do not change it.
#ifndef FOOTNOTE_SERVICE_MESSAGES_REQUEST_PARAMS_H_
#define FOOTNOTE_SERVICE_MESSAGES_REQUEST_PARAMS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::messages {

// `cache_control`: the end of a cacheable prefix.
enum class CacheTtl { k5Minutes, k1Hour };

// A citation in its input form, as part of an earlier answer that is sent back. `file_id`, which
// the API only emits, has no place here.
struct CitationParam {
  enum class Kind { kChar, kPage, kContentBlock, kSearchResult, kWebSearchResult };
  Kind kind = Kind::kSearchResult;
  absl::string_view cited_text;
  // document_index or search_result_index.
  int64_t index = 0;
  // The range, in the unit of `kind`. Unused for kWebSearchResult.
  int64_t start = 0;
  int64_t end = 0;
  // Null where absent: `title`, or `document_title` for documents.
  std::optional<absl::string_view> title;
  // kSearchResult: `source`. kWebSearchResult: `url`.
  absl::string_view source;
  absl::string_view encrypted_index;
};

struct TextParam {
  absl::string_view text;
  std::optional<CacheTtl> cache;
  // Legal in assistant messages only.
  std::vector<CitationParam> citations;
};

// A picture. Only user messages, tool results and documents have any.
struct ImageParam {
  enum class Source { kBytes, kUrl, kFile };
  Source source = Source::kBytes;
  // kBytes: the file itself, written in base64. kUrl: the URL. kFile: the id.
  absl::string_view data;
  absl::string_view media_type;  // kBytes: such as "image/png"
  std::optional<CacheTtl> cache;
};

// A block of a document that comes as blocks: text or a picture.
using DocumentBlockParam = std::variant<absl::string_view, ImageParam>;

struct DocumentParam {
  enum class Source { kText, kPdf, kUrl, kFile, kBlocks };
  Source source = Source::kText;
  // kText: the text. kPdf: the file itself, written in base64. kUrl: the URL. kFile: the id.
  absl::string_view data;
  // kBlocks.
  std::vector<DocumentBlockParam> blocks;
  absl::string_view title;    // left out when empty
  absl::string_view context;  // left out when empty
  // As in SearchResultParam.
  bool citations_enabled = false;
  std::optional<CacheTtl> cache;
};

struct SearchResultParam {
  absl::string_view source;
  absl::string_view title;
  // The texts of its text blocks.
  std::vector<absl::string_view> content;
  // Written as `citations: {enabled: true}`; left out when false, which means the same as disabled.
  bool citations_enabled = false;
  std::optional<CacheTtl> cache;
};

struct ToolUseParam {
  absl::string_view id;
  absl::string_view name;
  // A JSON object, sent as it is.
  absl::string_view input_json;
};

// The content of a tool result. The API takes search results only by themselves.
using ToolResultBlockParam = std::variant<TextParam, SearchResultParam, DocumentParam, ImageParam>;

struct ToolResultParam {
  absl::string_view tool_use_id;
  std::vector<ToolResultBlockParam> content;  // never empty
  bool is_error = false;
  std::optional<CacheTtl> cache;
};

// A block that is sent back exactly as the API gave it.
struct OpaqueParam {
  absl::string_view json;
};

using ContentBlockParam = std::variant<TextParam, SearchResultParam, DocumentParam, ImageParam,
                                       ToolUseParam, ToolResultParam, OpaqueParam>;

enum class Role { kUser, kAssistant };

struct MessageParam {
  Role role = Role::kUser;
  std::vector<ContentBlockParam> content;
};

struct ToolParam {
  absl::string_view name;
  absl::string_view description;  // left out when empty
  // A JSON object, sent as it is.
  absl::string_view input_schema_json;
  std::optional<CacheTtl> cache;
};

// The API's own web search: a tool that it runs itself.
struct WebSearchParam {
  absl::string_view type;  // such as "web_search_20250305"
  std::optional<int64_t> max_uses;
  // At most one of them is non-empty.
  std::vector<absl::string_view> allowed_domains;
  std::vector<absl::string_view> blocked_domains;
  struct UserLocation {
    // Each is left out when empty; at least one is not.
    absl::string_view city;
    absl::string_view region;
    absl::string_view country;
    absl::string_view timezone;
  };
  std::optional<UserLocation> user_location;
  std::optional<CacheTtl> cache;
};

struct ThinkingParam {
  enum class Mode { kDisabled, kAdaptive, kEnabled };
  Mode mode = Mode::kDisabled;
  int64_t budget_tokens = 0;  // kEnabled only
};

struct MessagesRequest {
  absl::string_view model;
  int64_t max_tokens = 0;
  absl::string_view system;  // left out when empty; a string, or one text block when it has a mark
  std::optional<CacheTtl> system_cache;
  std::vector<MessageParam> messages;
  std::vector<ToolParam> tools;
  std::optional<WebSearchParam> web_search;  // the last of the tools
  // Written as `tool_choice: {"type": "none"}`: the tools explain earlier uses and may not be used.
  bool tool_choice_none = false;
  std::vector<absl::string_view> stop_sequences;
  std::optional<ThinkingParam> thinking;
  absl::string_view effort;  // output_config.effort: low, medium, high, xhigh, max; or empty
  // output_config.format: a JSON object, sent as it is, the schema that the text follows; or empty.
  absl::string_view output_schema_json;
  absl::string_view user_id;       // metadata.user_id; left out when empty
  absl::string_view service_tier;  // auto, standard_only; or empty
  bool stream = false;
};

// The API's limit for a request body: https://platform.claude.com/docs/en/api/errors.
inline constexpr size_t kMaxRequestBytes = 32 << 20;

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_REQUEST_PARAMS_H_
