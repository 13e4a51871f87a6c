// SPDX-License-Identifier: Apache-2.0
// The parsed body of a request whose schema is valid.
//
// The string views refer to the parsed JSON document, which `ParsedRequest::storage` owns. Copies
// of a ParsedRequest share it. Several threads may read a ParsedRequest at the same time.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_PARSED_REQUEST_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_PARSED_REQUEST_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace footnote::emulator {

enum class ApiVersion { k20230601, k20261021 };

enum class Endpoint { kMessages, kCountTokens };

enum class CacheTtl { k5Minutes, k1Hour };

enum class Role { kUser, kAssistant, kSystem };

// A content block of any kind. Fields that do not apply to the kind are empty.
struct Block {
  enum class Kind {
    kText,
    kImage,
    kDocument,
    kSearchResult,
    kToolUse,
    kToolResult,
    kThinking,
    kRedactedThinking,
    kServerToolUse,
    kServerToolResult,
    kOther,  // container_upload, tool_reference, browser_state
  };
  enum class DocumentSource { kNone, kPlainText, kPdf, kUrl, kFile, kContent };

  Kind kind = Kind::kText;
  std::string_view type;  // The JSON field `type`.
  // kText: the text. kDocument: the data of a plain text source, or the content of a kContent
  // source if it is a string. kToolResult: the content if it is a string.
  std::string_view text;
  // kSearchResult: `source` and `title`. kDocument: `title` and `context`.
  std::string_view source;
  std::string_view title;
  std::string_view context;
  DocumentSource document_source = DocumentSource::kNone;
  // kImage, kDocument: the base64 data, URL or file ID of content that the emulator does not read.
  std::string_view media;
  // kSearchResult, kDocument: `citations.enabled`.
  bool citations_enabled = false;
  // kText: true if the `citations` list is not empty.
  bool has_citations = false;
  // kToolUse, kServerToolUse: `id`. kToolResult, kServerToolResult: `tool_use_id`.
  std::string_view tool_use_id;
  std::string_view tool_name;
  // kToolUse: `input.query` if it is a string.
  std::string_view query;
  // kToolUse, kServerToolUse: the JSON of `input`. kServerToolResult: the JSON of `content`.
  // Without white space between tokens.
  std::string json;
  bool is_error = false;
  // kToolResult, kSearchResult, kDocument with a kContent source: the nested blocks.
  std::vector<Block> content;
  std::optional<CacheTtl> cache;
};

struct Message {
  Role role = Role::kUser;
  // A string is represented as one text block, and an empty string as no block.
  std::vector<Block> content;
};

struct Tool {
  std::string_view type;  // "custom", "web_search_20250305", ...
  std::string_view name;
  bool is_custom = true;
  // True if `input_schema` has a property `query`.
  bool has_query = false;
  // The complete definition, without white space between tokens.
  std::string json;
  std::optional<CacheTtl> cache;
};

enum class ToolChoice { kAbsent, kAuto, kAny, kTool, kNone };

enum class Thinking { kAbsent, kDisabled, kAdaptive, kEnabled, kBetweenTools };

struct ParsedRequest {
  ApiVersion version = ApiVersion::k20230601;
  std::string_view model;
  // nullopt for Endpoint::kCountTokens, whose requests have no such field.
  std::optional<int64_t> max_tokens;
  std::vector<Message> messages;
  std::vector<Block> system;
  std::vector<Tool> tools;
  ToolChoice tool_choice = ToolChoice::kAbsent;
  std::string_view tool_choice_name;
  std::vector<std::string_view> stop_sequences;
  bool stream = false;
  Thinking thinking = Thinking::kAbsent;
  int64_t thinking_budget = 0;
  std::string_view effort;
  bool has_output_format = false;
  // The top-level `cache_control`.
  std::optional<CacheTtl> automatic_cache;
  std::optional<double> temperature;
  std::optional<double> top_p;
  std::optional<int64_t> top_k;

  std::shared_ptr<const void> storage;
};

// The position of a block in a request. All indexes are 0-based.
struct BlockPosition {
  size_t message = 0;
  size_t index = 0;
  // The tool result that contains the block, and the index in its content. nullptr for a block that
  // is directly in a message.
  const Block* tool_result = nullptr;
  size_t inner_index = 0;

  // Returns the path in the API's format: "messages.2.content.0.tool_result.content.1".
  std::string Path() const;
};

// Calls `visit` for each block of the messages in order, and for each block inside a tool result
// immediately after that tool result. The API numbers search results and documents in this order.
void ForEachBlock(const ParsedRequest& request,
                  const std::function<void(const Block&, const BlockPosition&)>& visit);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_PARSED_REQUEST_H_
