// SPDX-License-Identifier: Apache-2.0
// Random requests for property tests. The same seed produces the same requests.
#ifndef FOOTNOTE_TESTS_ANSWERING_RANDOM_REQUEST_H_
#define FOOTNOTE_TESTS_ANSWERING_RANDOM_REQUEST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "footnote/v1/answer_service.pb.h"
#include "tests/support/random_text.h"

namespace footnote::answering {

// Produces valid requests of every form.
class RandomRequest {
 public:
  explicit RandomRequest(uint64_t seed) : random_(seed) {}

  v1::AnswerRequest Next();

 private:
  void FillOptions(v1::AnswerRequest* request);
  void FillWebSearch(v1::WebSearch* search);
  void FillToolChoice(const v1::Tool& tool, v1::ToolChoice* choice);
  // With `only_results`, the turn has only the results of the `pending` tool uses.
  template <typename UserMessage>
  void FillUserTurn(const std::vector<std::string>& pending, bool only_results, UserMessage* user);
  void FillSearch(bool has_search_results, bool has_question, v1::Search* search);
  void FillToolResult(v1::ToolResult* result);
  template <typename Message>
  void FillDocumentsAndImages(Message* message);
  void FillContent(v1::UserContent* content);
  void FillSearchResult(v1::SearchResult* search_result);
  void FillDocument(v1::Document* document);
  void FillBlocks(v1::DocumentBlocks* blocks);
  void FillImage(v1::Image* image);
  void FillChunking(v1::Chunking* chunking);
  // Sets the id, key and metadata of a search result or document.
  template <typename Source>
  void FillNames(Source* source);
  // Returns true if the turn ends with a server tool use without a result.
  bool FillAssistant(v1::AssistantTurn* assistant, std::vector<std::string>* pending);
  void FillCitation(v1::Citation* citation);
  void AddServerTool(const char* type, const char* id_key, const std::string& id,
                     v1::AssistantTurn* assistant);
  // Sets the cache breakpoint of `carrier` from time to time, at most four times in a request.
  template <typename Carrier>
  void AddCacheBreakpoint(Carrier* carrier);

  testing_support::RandomText random_;
  int ids_ = 0;
  int breakpoints_left_ = 0;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_TESTS_ANSWERING_RANDOM_REQUEST_H_
