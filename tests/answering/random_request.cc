// SPDX-License-Identifier: Apache-2.0
#include "tests/answering/random_request.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"

namespace footnote::answering {
namespace {

using Json = nlohmann::json;

// Adds a web search, unless there is one, and removes what is not valid with it: search results
// must be citable, and an output schema is not valid with citable sources.
void OfferWebSearch(v1::AnswerRequest* request) {
  const bool has_one = std::any_of(request->tools().begin(), request->tools().end(),
                                   [](const v1::Tool& tool) { return tool.has_web_search(); });
  if (!has_one) request->add_tools()->mutable_web_search();
  request->clear_citation_options();
  request->mutable_model_options()->clear_output_schema_json();
}

}  // namespace

v1::AnswerRequest RandomRequest::Next() {
  ids_ = 0;
  breakpoints_left_ = 4;
  v1::AnswerRequest request;
  FillOptions(&request);
  std::vector<std::string> pending;
  bool only_results = false;
  std::string waiting;  // the id of the server tool use without a result
  for (int turns = random_.Below(4); turns > 0; --turns) {
    FillUserTurn(pending, only_results, request.add_turns()->mutable_user());
    pending.clear();
    const bool was_waiting = std::exchange(only_results, false);
    if (!was_waiting && random_.OneIn(8)) continue;  // two consecutive user turns
    v1::AssistantTurn* assistant = request.add_turns()->mutable_assistant();
    if (was_waiting) AddServerTool("web_search_tool_result", "tool_use_id", waiting, assistant);
    only_results = FillAssistant(assistant, &pending);
    waiting = absl::StrCat("srvtoolu_", ids_);
    if (!only_results || !pending.empty()) continue;
    if (turns == 1) {  // it paused
      OfferWebSearch(&request);
      return request;
    }
    // The continuation of the turn.
    AddServerTool("web_search_tool_result", "tool_use_id", waiting,
                  request.add_turns()->mutable_assistant());
    only_results = false;
  }
  if (only_results) OfferWebSearch(&request);
  FillUserTurn(pending, only_results, &request);
  return request;
}

void RandomRequest::FillOptions(v1::AnswerRequest* request) {
  for (int i = random_.Below(3); i > 0; --i) {
    v1::Tool* tool = request->add_tools();
    v1::CustomTool* custom = tool->mutable_custom();
    custom->set_name(absl::StrCat("tool_", i));
    custom->set_description(random_.Any(5));
    custom->set_input_schema_json("{\n\"type\": \"object\", \"properties\": {}}");
    if (random_.OneIn(3)) custom->set_strict(random_.OneIn(2));
    AddCacheBreakpoint(tool);
  }
  v1::ModelOptions* options = request->mutable_model_options();
  if (random_.OneIn(2)) options->set_system(random_.NotBlank(10));
  if (random_.OneIn(4)) options->set_user_id(random_.Any(5));
  if (random_.OneIn(4)) options->add_stop_sequences(random_.NotBlank(2));
  if (random_.OneIn(4)) FillChunking(request->mutable_chunking());
  if (random_.OneIn(4)) {
    request->mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
    if (random_.OneIn(2)) options->set_output_schema_json(R"({ "type": "object" })");
  } else if (random_.OneIn(3)) {
    v1::Tool* tool = request->add_tools();
    FillWebSearch(tool->mutable_web_search());
    AddCacheBreakpoint(tool);
    if (request->tools_size() > 1 && random_.OneIn(2)) {
      request->mutable_tools()->SwapElements(0, request->tools_size() - 1);
    }
  }
  if (request->tools_size() > 0 && random_.OneIn(3)) {
    FillToolChoice(request->tools(0), request->mutable_tool_choice());
  }
}

void RandomRequest::FillToolChoice(const v1::Tool& tool, v1::ToolChoice* choice) {
  choice->set_mode(
      static_cast<v1::ToolChoice::Mode>(random_.Below(v1::ToolChoice::Mode_ARRAYSIZE)));
  if (choice->mode() == v1::ToolChoice::MODE_TOOL) {
    choice->set_tool_name(tool.has_custom() ? tool.custom().name() : "web_search");
  }
  if (choice->mode() != v1::ToolChoice::MODE_NONE && random_.OneIn(2)) {
    choice->set_disable_parallel_tool_use(random_.OneIn(2));
  }
}

void RandomRequest::FillWebSearch(v1::WebSearch* search) {
  if (random_.OneIn(2)) search->set_tool_version("web_search_20260318");
  if (random_.OneIn(2)) search->set_max_uses(1 + random_.Below(5));
  if (random_.OneIn(2)) search->add_allowed_domains("example.com/docs");
  if (random_.OneIn(2)) search->mutable_user_location()->set_city(random_.NotBlank(3));
}

template <typename UserMessage>
void RandomRequest::FillUserTurn(const std::vector<std::string>& pending, bool only_results,
                                 UserMessage* user) {
  for (const std::string& id : pending) {
    v1::ToolResult* result = user->add_tool_results();
    result->set_tool_use_id(id);
    FillToolResult(result);
  }
  if (only_results) return;
  if (random_.OneIn(4)) {
    for (int i = random_.Below(5); i >= 0; --i) FillContent(user->add_content());
    return;
  }
  FillDocumentsAndImages(user);
  if (pending.empty() || random_.OneIn(2)) user->set_question(random_.NotBlank(10));
  for (int i = random_.Below(4); i > 0; --i) FillSearchResult(user->add_search_results());
  if (random_.OneIn(2)) {
    FillSearch(user->search_results_size() > 0, !user->question().empty(), user->mutable_search());
  }
}

void RandomRequest::FillContent(v1::UserContent* content) {
  switch (random_.Below(4)) {
    case 0:
      content->mutable_text()->set_text(random_.NotBlank(10));
      AddCacheBreakpoint(content->mutable_text());
      break;
    case 1:
      FillSearchResult(content->mutable_search_result());
      break;
    case 2:
      FillDocument(content->mutable_document());
      break;
    default:
      FillImage(content->mutable_image());
      AddCacheBreakpoint(content->mutable_image());
  }
}

void RandomRequest::FillSearch(bool has_search_results, bool has_question, v1::Search* search) {
  if (!has_search_results && random_.OneIn(2)) {
    search->set_outcome(random_.OneIn(2) ? v1::Search::OUTCOME_FAILED
                                         : v1::Search::OUTCOME_COMPLETED);
    if (random_.OneIn(2)) search->set_message(random_.NotBlank(5));
  }
  if (random_.OneIn(2)) {
    search->set_delivery(v1::Search::DELIVERY_TOOL_RESULT);
    // A turn with only tool results has no question that could be the query.
    if (!has_question || random_.OneIn(2)) search->set_query(random_.NotBlank(5));
    if (random_.OneIn(2)) search->set_tool_name("tool_1");
  }
}

void RandomRequest::FillToolResult(v1::ToolResult* result) {
  switch (random_.Below(3)) {
    case 0:
      for (int i = random_.Below(3); i >= 0; --i) FillSearchResult(result->add_search_results());
      break;
    case 1:
      FillDocumentsAndImages(result);
      if (random_.OneIn(2)) result->set_text(random_.NotBlank(5));
      break;
    default:
      if (random_.OneIn(2)) result->set_text(random_.NotBlank(5));
      result->set_is_error(random_.OneIn(3));
  }
  AddCacheBreakpoint(result);
}

template <typename Message>
void RandomRequest::FillDocumentsAndImages(Message* message) {
  if (!random_.OneIn(2)) return;
  for (int i = random_.Below(4); i > 0; --i) FillDocument(message->add_documents());
  for (int i = random_.Below(3); i > 0; --i) {
    v1::Image* image = message->add_images();
    FillImage(image);
    AddCacheBreakpoint(image);
  }
}

void RandomRequest::FillSearchResult(v1::SearchResult* search_result) {
  FillNames(search_result);
  search_result->set_source(random_.NotBlank(3));
  search_result->set_title(random_.NotBlank(3));
  if (random_.OneIn(2)) {
    search_result->set_text(random_.NotBlank(30));
    if (random_.OneIn(3)) FillChunking(search_result->mutable_chunking());
  } else {
    v1::TextBlocks* blocks = search_result->mutable_blocks();
    for (int i = random_.Below(4); i >= 0; --i) {
      blocks->add_blocks()->set_text(random_.NotBlank(10));
    }
  }
  AddCacheBreakpoint(search_result);
}

void RandomRequest::FillDocument(v1::Document* document) {
  FillNames(document);
  if (random_.OneIn(2)) document->set_title(random_.Any(3));
  if (random_.OneIn(2)) document->set_context(random_.Any(5));
  switch (random_.Below(6)) {
    case 0:
      document->set_text(random_.NotBlank(30));
      break;
    case 1:
      document->set_text(random_.NotBlank(30));
      FillChunking(document->mutable_chunking());
      break;
    case 2:
      document->set_pdf(absl::StrCat("%PDF-1.", random_.Any(20)));
      break;
    case 3:
      document->set_pdf_url(absl::StrCat("https://example.com/", random_.Below(10), ".pdf"));
      break;
    case 4:
      document->set_file_id(absl::StrCat("file_", random_.Below(10)));
      break;
    default:
      FillBlocks(document->mutable_blocks());
  }
  AddCacheBreakpoint(document);
}

void RandomRequest::FillBlocks(v1::DocumentBlocks* blocks) {
  for (int i = random_.Below(5); i > 0; --i) {
    if (random_.OneIn(3)) {
      FillImage(blocks->add_blocks()->mutable_image());
    } else {
      blocks->add_blocks()->set_text(random_.NotBlank(10));
    }
  }
  blocks->add_blocks()->set_text(random_.NotBlank(10));
}

void RandomRequest::FillImage(v1::Image* image) {
  switch (random_.Below(3)) {
    case 0:
      image->set_data(absl::StrCat("GIF89a", random_.Any(10)));
      break;
    case 1:
      image->set_url("http://example.com/a.png");
      break;
    default:
      image->set_file_id("file_1");
  }
}

void RandomRequest::FillChunking(v1::Chunking* chunking) {
  constexpr v1::Chunking::Policy kPolicies[] = {
      v1::Chunking::POLICY_UNSPECIFIED, v1::Chunking::POLICY_WHOLE, v1::Chunking::POLICY_PARAGRAPH,
      v1::Chunking::POLICY_ITEM, v1::Chunking::POLICY_SENTENCE};
  chunking->set_policy(kPolicies[random_.Below(5)]);
  if (random_.OneIn(3)) chunking->set_min_block_bytes(random_.Below(64));
  if (random_.OneIn(3)) chunking->set_max_block_bytes(64 + random_.Below(64));
}

template <typename Source>
void RandomRequest::FillNames(Source* source) {
  if (random_.OneIn(2)) source->set_id(absl::StrCat("id-", ++ids_));
  if (random_.OneIn(3)) source->set_document_key(absl::StrCat("key-", random_.Below(3)));
  if (random_.OneIn(4)) (*source->mutable_metadata())["k"] = "v";
}

bool RandomRequest::FillAssistant(v1::AssistantTurn* assistant, std::vector<std::string>* pending) {
  for (int i = random_.Below(4); i > 0; --i) {
    switch (random_.Below(4)) {
      case 0: {
        v1::AnswerText* text = assistant->add_blocks()->mutable_text();
        text->set_text(random_.Any(10));
        for (int c = random_.Below(3); c > 0; --c) FillCitation(text->add_citations());
        break;
      }
      case 1: {
        pending->push_back(absl::StrCat("use-", ++ids_));
        v1::ToolUse* use = assistant->add_blocks()->mutable_tool_use();
        use->set_id(pending->back());
        use->set_name("tool_1");
        use->set_input_json(Json{{"q", random_.Any(10)}}.dump());
        break;
      }
      case 2: {
        v1::OpaqueBlock* block = assistant->add_blocks()->mutable_opaque();
        block->set_type("thinking");
        block->set_json(
            Json{{"type", "thinking"}, {"thinking", random_.Any(10)}, {"signature", "s"}}.dump());
        break;
      }
      default: {
        const std::string id = absl::StrCat("srvtoolu_", ++ids_);
        AddServerTool("server_tool_use", "id", id, assistant);
        AddServerTool("web_search_tool_result", "tool_use_id", id, assistant);
      }
    }
  }
  if (!random_.OneIn(5)) return false;
  AddServerTool("server_tool_use", "id", absl::StrCat("srvtoolu_", ++ids_), assistant);
  return true;
}

void RandomRequest::FillCitation(v1::Citation* citation) {
  citation->set_cited_text(random_.Any(10));
  if (random_.OneIn(2)) citation->mutable_source()->set_id(absl::StrCat("id-", random_.Below(5)));
  v1::CitationLocation* location = citation->mutable_location();
  switch (random_.Below(5)) {
    case 0: {
      v1::SearchResultLocation* at = location->mutable_search_result();
      at->set_search_result_index(random_.Below(3));
      at->set_start_block_index(0);
      at->set_end_block_index(1);
      at->set_source(random_.Any(3));
      break;
    }
    case 1: {
      v1::CharLocation* at = location->mutable_character();
      at->set_document_index(random_.Below(3));
      at->set_start_char_index(0);
      at->set_end_char_index(1);
      at->set_document_title(random_.Any(3));
      at->set_file_id("file_1");
      break;
    }
    case 2: {
      v1::PageLocation* at = location->mutable_page();
      at->set_document_index(random_.Below(3));
      at->set_start_page_number(1);
      at->set_end_page_number(2);
      break;
    }
    case 3: {
      v1::ContentBlockLocation* at = location->mutable_content_block();
      at->set_document_index(random_.Below(3));
      at->set_start_block_index(0);
      at->set_end_block_index(1);
      break;
    }
    default: {
      v1::WebSearchResultLocation* at = location->mutable_web_search_result();
      at->set_url("https://example.com");
      at->set_title(random_.Any(3));
      at->set_encrypted_index("e==");
    }
  }
}

void RandomRequest::AddServerTool(const char* type, const char* id_key, const std::string& id,
                                  v1::AssistantTurn* assistant) {
  Json json = {{"type", type}, {id_key, id}};
  if (std::string(id_key) == "id") {
    json["name"] = "web_search";
    json["input"] = {{"query", "q"}};
  } else {
    json["content"] = Json::array();
  }
  v1::OpaqueBlock* block = assistant->add_blocks()->mutable_opaque();
  block->set_type(type);
  block->set_json(json.dump());
}

template <typename Carrier>
void RandomRequest::AddCacheBreakpoint(Carrier* carrier) {
  if (breakpoints_left_ == 0 || !random_.OneIn(6)) return;
  --breakpoints_left_;
  carrier->mutable_cache_control();
}

}  // namespace footnote::answering
