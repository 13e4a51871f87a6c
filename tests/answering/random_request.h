// Random requests for property tests: the same ones on every run.
#ifndef FOOTNOTE_TESTS_ANSWERING_RANDOM_REQUEST_H_
#define FOOTNOTE_TESTS_ANSWERING_RANDOM_REQUEST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "footnote/v1/answer_service.pb.h"
#include "tests/support/random_text.h"

namespace footnote::answering {

// Makes valid requests of every form.
class RandomRequest {
 public:
  explicit RandomRequest(uint64_t seed) : random_(seed) {}

  v1::AnswerRequest Next();

 private:
  void FillOptions(v1::AnswerRequest* request);
  void FillWebSearch(v1::WebSearch* search);
  // `only_results` where nothing but the results of the `pending` tool uses may come.
  template <typename UserMessage>
  void FillUserSide(const std::vector<std::string>& pending, bool only_results, UserMessage* user);
  void FillSearch(bool has_hits, bool has_question, v1::Search* search);
  void FillToolResult(v1::ToolResult* result);
  template <typename Message>
  void FillDocumentsAndImages(Message* message);
  void FillHit(v1::SearchResult* hit);
  void FillDocument(v1::Document* document);
  void FillBlocks(v1::DocumentBlocks* blocks);
  void FillImage(v1::Image* image);
  void FillChunking(v1::Chunking* chunking);
  // Gives `source`, a hit or a document, what the caller calls it.
  template <typename Source>
  void FillNames(Source* source);
  // Returns whether a use of the API's own tools is left without its result.
  bool FillAssistant(v1::AssistantTurn* assistant, std::vector<std::string>* pending);
  void FillCitation(v1::Citation* citation);
  void AddServerTool(const char* type, const char* id_key, const std::string& id,
                     v1::AssistantTurn* assistant);
  template <typename Carrier>
  void Mark(Carrier* carrier);

  testing_support::RandomText random_;
  int ids_ = 0;
  int marks_left_ = 0;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_TESTS_ANSWERING_RANDOM_REQUEST_H_
