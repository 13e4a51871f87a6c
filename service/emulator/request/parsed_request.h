// SPDX-License-Identifier: Apache-2.0
// A Messages API request body as the emulator read it: plain data whose schema has been checked.
//
// Strings are views into the parsed body, which `ParsedRequest::storage` keeps alive. Copies share
// it. Safe to read from several threads.
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

// One content block, whichever kind it is: the fields that a kind lacks stay empty.
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
  std::string_view type;  // the API's name of the kind
  // kText: its text. kDocument: the data of a plain text source. kToolResult and kDocument of
  // kContent: their content when it came as a string.
  std::string_view text;
  // kSearchResult, kDocument.
  std::string_view source;
  std::string_view title;
  std::string_view context;
  DocumentSource document_source = DocumentSource::kNone;
  // kImage, kDocument: the data, URL or file id of what this emulator does not read.
  std::string_view media;
  bool citations_enabled = false;
  // kText: whether it carries a non-empty `citations` array.
  bool has_citations = false;
  // kToolUse, kServerToolUse: its id. kToolResult, kServerToolResult: the id it answers.
  std::string_view tool_use_id;
  std::string_view tool_name;
  // kToolUse: `input.query` where that is a string.
  std::string_view query;
  // JSON of a tool's input, or of a block that is looked at no further.
  std::string json;
  bool is_error = false;
  // The blocks inside a tool result, a search result or a custom content document.
  std::vector<Block> content;
  std::optional<CacheTtl> cache;
};

struct Message {
  Role role = Role::kUser;
  // A content that came as a string is one text block here.
  std::vector<Block> content;
};

struct Tool {
  std::string_view type;  // "custom", "web_search_20250305", ...
  std::string_view name;
  bool is_custom = true;
  bool has_query = false;  // its input_schema has a property `query`
  std::string json;        // the whole definition
  std::optional<CacheTtl> cache;
};

enum class ToolChoice { kAbsent, kAuto, kAny, kTool, kNone };

enum class Thinking { kAbsent, kDisabled, kAdaptive, kEnabled, kBetweenTools };

struct ParsedRequest {
  ApiVersion version = ApiVersion::k20230601;
  std::string_view model;
  // nullopt where there is no reply to limit: count_tokens.
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
  std::optional<CacheTtl> automatic_cache;  // the top-level cache_control
  std::optional<double> temperature;
  std::optional<double> top_p;
  std::optional<int64_t> top_k;

  std::shared_ptr<const void> storage;
};

// Where a block stands: "messages.2.content.0.tool_result.content.1". Formats it.
struct BlockPlace {
  size_t message = 0;
  size_t index = 0;
  // The tool result that holds it, and its place inside that.
  const Block* tool_result = nullptr;
  size_t inner_index = 0;

  std::string Path() const;
};

// Calls `visit` for each block of the messages in order, and for each block inside a tool result
// right after that tool result. That is the order in which search results and documents are
// counted.
void ForEachBlock(const ParsedRequest& request,
                  const std::function<void(const Block&, const BlockPlace&)>& visit);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_PARSED_REQUEST_H_
