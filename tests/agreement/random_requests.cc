// SPDX-License-Identifier: Apache-2.0
#include "tests/agreement/random_requests.h"

#include <type_traits>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"

namespace footnote::agreement {
namespace {

using Json = nlohmann::json;

void AddOpaque(const Json& block, v1::AssistantTurn* assistant) {
  v1::OpaqueBlock* opaque = assistant->add_blocks()->mutable_opaque();
  opaque->set_type(block["type"].get<std::string>());
  opaque->set_json(block.dump());
}

}  // namespace

v1::AnswerRequest RandomRequests::Next() {
  ids_ = 0;
  pending_.clear();
  is_paused_ = false;
  has_short_breakpoint_ = false;
  breakpoints_ = 0;
  v1::AnswerRequest request;
  FillOptions(&request);
  for (int turns = random_.Below(4); turns > 0; --turns) {
    FillUser(request.add_turns()->mutable_user());
    if (random_.OneIn(8)) continue;  // two user turns in a row
    FillAssistant(request.add_turns()->mutable_assistant());
    if (random_.OneIn(8)) FillAssistant(request.add_turns()->mutable_assistant());
    if (is_paused_ && pending_.empty()) break;
  }
  if (is_paused_ && !IsInvalid()) {
    if (request.tools().empty() || !request.tools(0).has_web_search()) {
      request.add_tools()->mutable_web_search();
    }
    if (pending_.empty()) return request;
  }
  FillUser(&request);
  return request;
}

std::string RandomRequests::Text(int max_pieces) {
  return IsInvalid() ? random_.Any(2) : random_.NotBlank(max_pieces);
}

std::string RandomRequests::Id(const char* prefix) {
  return absl::StrCat(prefix, IsInvalid() ? 1 : ++ids_);
}

void RandomRequests::FillOptions(v1::AnswerRequest* request) {
  if (random_.OneIn(5)) {
    v1::Tool* tool = request->add_tools();
    FillWebSearch(tool->mutable_web_search());
    SetBreakpoint(tool);
  }
  for (int i = random_.Below(3); i > 0; --i) {
    v1::Tool* tool = request->add_tools();
    v1::CustomTool* custom = tool->mutable_custom();
    custom->set_name(Id("tool_"));
    custom->set_description(random_.Any(5));
    custom->set_input_schema_json(IsInvalid() ? R"({"type":"string"})" : R"({"type": "object"})");
    SetBreakpoint(tool);
  }
  v1::ModelOptions* options = request->mutable_model_options();
  if (random_.OneIn(2)) {
    options->set_system(random_.OneIn(4) ? std::string(9000, 's') : Text(10));
    if (random_.OneIn(4)) SetBreakpoint(options);
  }
  if (random_.OneIn(6)) options->add_stop_sequences(Text(2));
  if (random_.OneIn(6)) options->set_user_id(random_.Any(5));
  if (random_.OneIn(6)) options->mutable_thinking()->set_mode(v1::Thinking::MODE_ADAPTIVE);
  if (random_.OneIn(6)) options->set_effort(v1::EFFORT_XHIGH);
  const bool off = random_.OneIn(4);
  if (off) request->mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
  if (off ? random_.OneIn(2) : IsInvalid()) options->set_output_schema_json(R"({"type":"object"})");
  if (random_.OneIn(2)) {
    request->mutable_chunking()->set_policy(
        static_cast<v1::Chunking::Policy>(random_.Below(v1::Chunking::POLICY_PATTERN)));
  }
  request->mutable_cache_options()->set_policy(
      static_cast<v1::CacheOptions::Policy>(random_.Below(v1::CacheOptions::Policy_ARRAYSIZE)));
  if (random_.OneIn(3)) request->mutable_cache_options()->set_ttl(v1::CacheControl::TTL_1H);
}

void RandomRequests::FillWebSearch(v1::WebSearch* search) {
  constexpr const char* kVersions[] = {"", "web_search_20250305", "web_search_20260209",
                                       "web_search_20260318"};
  search->set_tool_version(kVersions[random_.Below(4)]);
  if (random_.OneIn(2)) search->set_max_uses(IsInvalid() ? 0 : 3);
  const bool allows = random_.OneIn(3);
  if (allows) search->add_allowed_domains("example.com/docs");
  if (allows ? IsInvalid() : random_.OneIn(3)) search->add_blocked_domains("example.org");
  if (random_.OneIn(3)) {
    search->mutable_user_location()->set_country(IsInvalid() ? "JPN" : "JP");
    if (random_.OneIn(2)) search->mutable_user_location()->set_city(Text(5));
  }
}

template <typename User>
void RandomRequests::FillUser(User* user) {
  const bool only_results = is_paused_ && !IsInvalid();
  const bool has_results = !pending_.empty();
  for (const std::string& id : pending_) {
    if (IsInvalid()) continue;
    user->add_tool_results()->set_tool_use_id(id);
    FillToolResult(user->mutable_tool_results(user->tool_results_size() - 1));
  }
  pending_.clear();
  is_paused_ = false;
  if (has_results && only_results) {
    user->mutable_search()->set_outcome(v1::Search::OUTCOME_SKIPPED);
    return;
  }
  if (!has_results || random_.OneIn(2)) user->set_question(Text(10));
  for (int i = random_.Below(3); i > 0; --i) FillDocument(user->add_documents());
  for (int i = random_.Below(3); i > 0; --i) FillSearchResult(user->add_search_results());
  if (random_.OneIn(4)) FillImage(user->add_images());
  v1::Search* search = user->mutable_search();
  if (user->search_results_size() == 0 || IsInvalid()) {
    search->set_outcome(
        static_cast<v1::Search::Outcome>(random_.Below(v1::Search::Outcome_ARRAYSIZE)));
  }
  if (random_.OneIn(3) && (!user->question().empty() || IsInvalid())) {
    search->set_delivery(v1::Search::DELIVERY_TOOL_RESULT);
    if (random_.OneIn(2)) search->set_query(Text(5));
    if (random_.OneIn(2)) search->set_tool_name(IsInvalid() ? "web_search" : "find");
  }
}

void RandomRequests::FillToolResult(v1::ToolResult* result) {
  if (random_.OneIn(3)) {
    for (int i = random_.Below(3); i >= 0; --i) FillSearchResult(result->add_search_results());
    if (IsInvalid()) result->set_text("note");
  } else {
    if (random_.OneIn(2)) result->set_text(Text(5));
    result->set_is_error(random_.OneIn(4));
    if (!result->is_error() || IsInvalid()) {
      if (random_.OneIn(3)) FillDocument(result->add_documents());
      if (random_.OneIn(3)) FillImage(result->add_images());
    }
  }
  SetBreakpoint(result);
}

void RandomRequests::FillSearchResult(v1::SearchResult* result) {
  if (random_.OneIn(2)) result->set_id(Id("id-"));
  result->set_source(Text(3));
  result->set_title(Text(3));
  if (random_.OneIn(2)) {
    result->set_text(random_.OneIn(8) ? std::string(5000, 'h') : Text(30));
  } else {
    for (int i = random_.Below(4); i >= 0; --i) {
      result->mutable_blocks()->add_blocks()->set_text(Text(10));
    }
  }
  SetBreakpoint(result);
}

void RandomRequests::FillDocument(v1::Document* document) {
  if (random_.OneIn(2)) document->set_id(Id("id-"));
  if (random_.OneIn(2)) document->set_title(random_.Any(5));
  if (random_.OneIn(2)) document->set_context(random_.Any(5));
  switch (random_.Below(5)) {
    case 0:
      document->set_text(random_.OneIn(8) ? std::string(5000, 'd') : Text(30));
      if (random_.OneIn(3)) {
        document->mutable_chunking()->set_policy(v1::Chunking::POLICY_SENTENCE);
      }
      break;
    case 1:
      document->set_pdf(IsInvalid() ? "PDF" : absl::StrCat("%PDF-1.7", random_.Any(5)));
      break;
    case 2:
      document->set_pdf_url("https://example.com/a.pdf");
      break;
    case 3:
      document->set_file_id("file_1");
      break;
    default:
      for (int i = random_.Below(3) - (IsInvalid() ? 1 : 0); i >= 0; --i) {
        document->mutable_blocks()->add_blocks()->set_text(Text(10));
      }
      if (random_.OneIn(3)) {
        FillImage(document->mutable_blocks()->add_blocks()->mutable_image());
        document->mutable_blocks()
            ->mutable_blocks()
            ->rbegin()
            ->mutable_image()
            ->clear_cache_control();
      }
  }
  SetBreakpoint(document);
}

void RandomRequests::FillImage(v1::Image* image) {
  static constexpr const char* kFiles[] = {"\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe0", "GIF89a",
                                           "GIF87a", "RIFFsizeWEBP"};
  switch (random_.Below(3)) {
    case 0:
      image->set_data(IsInvalid() ? "BMP" : kFiles[random_.Below(5)] + random_.Any(5));
      break;
    case 1:
      image->set_url("https://example.com/a.png");
      break;
    default:
      image->set_file_id("file_1");
  }
  SetBreakpoint(image);
}

void RandomRequests::FillAssistant(v1::AssistantTurn* assistant) {
  for (int i = random_.Below(5); i > 0; --i) {
    switch (random_.Below(6)) {
      case 0:
        AddToolUse(assistant);
        break;
      case 1:
        AddServerTool(assistant);
        break;
      case 2:
        AddOpaque({{"type", "thinking"}, {"thinking", random_.Any(10)}, {"signature", "s"}},
                  assistant);
        break;
      case 3:
        AddOpaque({{"type", "redacted_thinking"}, {"data", "d"}}, assistant);
        break;
      default:
        FillText(assistant->add_blocks()->mutable_text());
    }
  }
}

void RandomRequests::AddToolUse(v1::AssistantTurn* assistant) {
  v1::ToolUse* use = assistant->add_blocks()->mutable_tool_use();
  pending_.push_back(Id("use-"));
  use->set_id(pending_.back());
  use->set_name("tool_1");
  use->set_input_json(IsInvalid() ? "[]" : Json{{"q", random_.Any(10)}}.dump());
}

void RandomRequests::AddServerTool(v1::AssistantTurn* assistant) {
  const std::string id = absl::StrCat("srvtoolu_", ++ids_);
  AddOpaque({{"type", "server_tool_use"},
             {"id", id},
             {"name", "web_search"},
             {"input", {{"query", random_.Any(5)}}}},
            assistant);
  if (random_.OneIn(4)) {
    is_paused_ = true;
    return;
  }
  Json content = Json::array();
  if (random_.OneIn(3)) {
    content = {{"type", "web_search_tool_result_error"}, {"error_code", "unavailable"}};
  } else {
    for (int i = random_.Below(3); i > 0; --i) {
      content.push_back({{"type", "web_search_result"},
                         {"url", "https://example.com"},
                         {"title", random_.Any(5)},
                         {"encrypted_content", "e"},
                         {"page_age", nullptr}});
    }
  }
  AddOpaque({{"type", "web_search_tool_result"}, {"tool_use_id", id}, {"content", content}},
            assistant);
}

void RandomRequests::FillText(v1::AnswerText* text) {
  text->set_text(random_.Any(10));
  for (int i = random_.Below(3); i > 0; --i) {
    v1::Citation* citation = text->add_citations();
    if (!random_.OneIn(8)) citation->set_cited_text(random_.Any(10));
    FillLocation(citation->mutable_location());
  }
}

// Numbers may be invalid, and fields may be absent. The service omits such citations.
void RandomRequests::FillLocation(v1::CitationLocation* location) {
  const int index = random_.Below(4) - 1;
  const int start = random_.Below(4) - 1;
  const int end = start + random_.Below(3);
  const bool is_complete = !random_.OneIn(8);
  switch (random_.Below(6)) {
    case 0: {
      v1::CharLocation* at = location->mutable_character();
      at->set_document_index(index);
      if (is_complete) at->set_start_char_index(start);
      at->set_end_char_index(end);
      if (random_.OneIn(2)) at->set_document_title(random_.Any(5));
      break;
    }
    case 1: {
      v1::PageLocation* at = location->mutable_page();
      at->set_document_index(index);
      if (is_complete) at->set_start_page_number(start);
      at->set_end_page_number(end);
      if (random_.OneIn(2)) at->set_document_title(std::string(300, 't'));
      if (random_.OneIn(2)) at->set_file_id("file_1");
      break;
    }
    case 2: {
      v1::ContentBlockLocation* at = location->mutable_content_block();
      at->set_document_index(index);
      if (is_complete) at->set_start_block_index(start);
      at->set_end_block_index(end);
      break;
    }
    case 3: {
      v1::SearchResultLocation* at = location->mutable_search_result();
      at->set_search_result_index(index);
      if (is_complete) at->set_start_block_index(start);
      at->set_end_block_index(end);
      at->set_source(random_.Any(3));
      if (random_.OneIn(2)) at->set_title(random_.Any(3));
      break;
    }
    case 4: {
      v1::WebSearchResultLocation* at = location->mutable_web_search_result();
      if (is_complete) at->set_url(random_.Any(3));
      at->set_encrypted_index("i");
      if (random_.OneIn(2)) at->set_title(random_.Any(3));
      break;
    }
    default:
      location->mutable_unknown()->set_type("new_location");
  }
}

template <typename Target>
void RandomRequests::SetBreakpoint(Target* target) {
  if (!random_.OneIn(6) || (breakpoints_ == 4 && !IsInvalid())) return;
  ++breakpoints_;
  v1::CacheControl* breakpoint;
  if constexpr (std::is_same_v<Target, v1::ModelOptions>) {
    breakpoint = target->mutable_system_cache_control();
  } else {
    breakpoint = target->mutable_cache_control();
  }
  has_short_breakpoint_ = has_short_breakpoint_ || random_.OneIn(2);
  const bool is_longer = has_short_breakpoint_ ? IsInvalid() : true;
  if (is_longer) breakpoint->set_ttl(v1::CacheControl::TTL_1H);
}

}  // namespace footnote::agreement
