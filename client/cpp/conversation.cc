#include "client/cpp/conversation.h"

#include <string>
#include <utility>
#include <vector>

#include "google/protobuf/repeated_ptr_field.h"

namespace footnote::client {
namespace {

void KeepChunking(const v1::Chunking& chunking,
                  google::protobuf::RepeatedPtrField<v1::SearchResult>* hits) {
  for (v1::SearchResult& hit : *hits) {
    if (!hit.text().empty() && !hit.has_chunking()) *hit.mutable_chunking() = chunking;
  }
}

v1::UserTurn UserTurnOf(const v1::AnswerRequest& request) {
  v1::UserTurn turn;
  turn.set_question(request.question());
  *turn.mutable_hits() = request.hits();
  if (request.has_search()) *turn.mutable_search() = request.search();
  *turn.mutable_tool_results() = request.tool_results();
  *turn.mutable_documents() = request.documents();
  *turn.mutable_images() = request.images();
  KeepChunking(request.chunking(), turn.mutable_hits());
  for (v1::ToolResult& result : *turn.mutable_tool_results()) {
    KeepChunking(request.chunking(), result.mutable_hits());
  }
  return turn;
}

v1::AssistantTurn AssistantTurnOf(const v1::Answer& answer) {
  v1::AssistantTurn turn;
  *turn.mutable_blocks() = answer.blocks();
  for (v1::AnswerBlock& block : *turn.mutable_blocks()) {
    if (!block.has_text()) continue;
    block.mutable_text()->clear_recovered();
    for (v1::Citation& citation : *block.mutable_text()->mutable_citations()) {
      // By the id the service finds the source again where earlier turns have been dropped.
      std::string id = std::move(*citation.mutable_source()->mutable_id());
      citation.clear_source();
      if (!id.empty()) citation.mutable_source()->set_id(std::move(id));
      citation.clear_verification();
      citation.clear_reference();
      citation.clear_source_spans();
      citation.clear_answer_span();
    }
  }
  return turn;
}

}  // namespace

std::vector<v1::Turn> NextTurns(const v1::AnswerRequest& request, const v1::Answer& answer) {
  std::vector<v1::Turn> turns;
  if (answer.stop_reason() == v1::STOP_REASON_REFUSAL) return turns;
  v1::UserTurn user = UserTurnOf(request);
  if (user.ByteSizeLong() > 0) *turns.emplace_back().mutable_user() = std::move(user);
  *turns.emplace_back().mutable_assistant() = AssistantTurnOf(answer);
  return turns;
}

}  // namespace footnote::client
