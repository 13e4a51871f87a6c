// SPDX-License-Identifier: Apache-2.0
// The body of POST /v1/messages as plain data.
//
// Every string is a view, since a request is built from the caller's message and serialized
// immediately. The viewed text must outlive the request. May be copied, and read by several
// threads.
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

// A citation in its input form, as part of an earlier answer that is sent back. Has no `file_id`,
// which is an output-only field of the API.
struct CitationParam {
  enum class Kind { kChar, kPage, kContentBlock, kSearchResult, kWebSearchResult };
  Kind kind = Kind::kSearchResult;
  absl::string_view cited_text;
  // document_index or search_result_index.
  int64_t index = 0;
  // The range, in the unit of `kind`. Unused for kWebSearchResult.
  int64_t start = 0;
  int64_t end = 0;
  // `title`, or `document_title` for documents. Written as null if nullopt.
  std::optional<absl::string_view> title;
  // kSearchResult: `source`. kWebSearchResult: `url`.
  absl::string_view source;
  absl::string_view encrypted_index;
};

struct TextParam {
  absl::string_view text;
  std::optional<CacheTtl> cache;
  // Only valid in assistant messages.
  std::vector<CitationParam> citations;
};

// An image. Only valid in user messages, tool results and documents.
struct ImageParam {
  enum class Source { kBytes, kUrl, kFile };
  Source source = Source::kBytes;
  // kBytes: the file itself, written in base64. kUrl: the URL. kFile: the id.
  absl::string_view data;
  absl::string_view media_type;  // kBytes: such as "image/png"
  std::optional<CacheTtl> cache;
};

// A block of a document with Source::kBlocks: a text or an image.
using DocumentBlockParam = std::variant<absl::string_view, ImageParam>;

struct DocumentParam {
  enum class Source { kText, kPdf, kUrl, kFile, kBlocks };
  Source source = Source::kText;
  // kText: the text. kPdf: the file itself, written in base64. kUrl: the URL. kFile: the id.
  absl::string_view data;
  // The blocks of kBlocks.
  std::vector<DocumentBlockParam> blocks;
  absl::string_view title;    // omitted if empty
  absl::string_view context;  // omitted if empty
  // See SearchResultParam.
  bool citations_enabled = false;
  std::optional<CacheTtl> cache;
};

struct SearchResultParam {
  absl::string_view source;
  absl::string_view title;
  // The texts of its text blocks.
  std::vector<absl::string_view> content;
  // Written as `citations: {enabled: true}`; omitted if false, which is equivalent.
  bool citations_enabled = false;
  std::optional<CacheTtl> cache;
};

struct ToolUseParam {
  absl::string_view id;
  absl::string_view name;
  // A JSON object, sent as it is.
  absl::string_view input_json;
};

// The content of a tool result. The API does not accept search results together with other content.
using ToolResultBlockParam = std::variant<TextParam, SearchResultParam, DocumentParam, ImageParam>;

struct ToolResultParam {
  absl::string_view tool_use_id;
  std::vector<ToolResultBlockParam> content;  // never empty
  bool is_error = false;
  std::optional<CacheTtl> cache;
};

// A block that is sent back exactly as the API returned it.
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

// A tool that the caller runs.
struct ToolParam {
  absl::string_view name;
  absl::string_view description;  // omitted if empty
  // A JSON object, sent as it is.
  absl::string_view input_schema_json;
  std::optional<bool> strict;  // omitted if nullopt
  std::optional<CacheTtl> cache;
};

// The API's web search, which the API runs.
struct WebSearchParam {
  absl::string_view type;  // such as "web_search_20250305"
  std::optional<int64_t> max_uses;
  // At most one of them is non-empty.
  std::vector<absl::string_view> allowed_domains;
  std::vector<absl::string_view> blocked_domains;
  struct UserLocation {
    // Each field is omitted if empty. At least one is set.
    absl::string_view city;
    absl::string_view region;
    absl::string_view country;
    absl::string_view timezone;
  };
  std::optional<UserLocation> user_location;
  std::optional<CacheTtl> cache;
};

using AnyToolParam = std::variant<ToolParam, WebSearchParam>;

struct ToolChoiceParam {
  enum class Mode { kAuto, kAny, kTool, kNone };
  Mode mode = Mode::kAuto;
  absl::string_view name;                         // kTool only
  std::optional<bool> disable_parallel_tool_use;  // omitted if nullopt; not with kNone
};

struct ThinkingParam {
  enum class Mode { kDisabled, kAdaptive, kEnabled };
  Mode mode = Mode::kDisabled;
  int64_t budget_tokens = 0;  // kEnabled only
};

struct MessagesRequest {
  absl::string_view model;
  int64_t max_tokens = 0;
  absl::string_view system;  // omitted if empty; a string, or one text block if it has a breakpoint
  std::optional<CacheTtl> system_cache;
  std::vector<MessageParam> messages;
  std::vector<AnyToolParam> tools;
  std::optional<ToolChoiceParam> tool_choice;
  std::vector<absl::string_view> stop_sequences;
  std::optional<ThinkingParam> thinking;
  absl::string_view effort;  // output_config.effort: low, medium, high, xhigh, max; or empty
  // output_config.format: the schema of the text, a JSON object that is sent unchanged; or empty.
  absl::string_view output_schema_json;
  absl::string_view user_id;       // metadata.user_id; left out when empty
  absl::string_view service_tier;  // auto, standard_only; or empty
  bool stream = false;
};

// The API's limit for a request body: https://platform.claude.com/docs/en/api/errors.
inline constexpr size_t kMaxRequestBytes = 32 << 20;

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_REQUEST_PARAMS_H_
