// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/conversation.h"

#include <string>
#include <utility>
#include <vector>

namespace footnote::client {
namespace {

void KeepChunking(const v1::Chunking& chunking, v1::SearchResult* search_result) {
  if (search_result->text().empty() || search_result->has_chunking()) return;
  *search_result->mutable_chunking() = chunking;
}

v1::UserTurn UserTurnOf(const v1::AnswerRequest& request) {
  v1::UserTurn turn;
  turn.set_question(request.question());
  *turn.mutable_search_results() = request.search_results();
  if (request.has_search()) *turn.mutable_search() = request.search();
  *turn.mutable_tool_results() = request.tool_results();
  *turn.mutable_documents() = request.documents();
  *turn.mutable_images() = request.images();
  *turn.mutable_content() = request.content();
  for (v1::SearchResult& search_result : *turn.mutable_search_results()) {
    KeepChunking(request.chunking(), &search_result);
  }
  for (v1::ToolResult& result : *turn.mutable_tool_results()) {
    for (v1::SearchResult& search_result : *result.mutable_search_results()) {
      KeepChunking(request.chunking(), &search_result);
    }
  }
  for (v1::UserContent& block : *turn.mutable_content()) {
    if (block.has_search_result()) {
      KeepChunking(request.chunking(), block.mutable_search_result());
    }
  }
  return turn;
}

v1::AssistantTurn AssistantTurnOf(const v1::Answer& answer) {
  v1::AssistantTurn turn;
  *turn.mutable_blocks() = answer.blocks();
  for (v1::AnswerBlock& block : *turn.mutable_blocks()) {
    if (!block.has_text()) continue;
    block.mutable_text()->clear_recovered_citations();
    for (v1::Citation& citation : *block.mutable_text()->mutable_citations()) {
      // The service finds the source by its id even if earlier turns were dropped.
      std::string id = std::move(*citation.mutable_source()->mutable_id());
      citation.clear_source();
      if (!id.empty()) citation.mutable_source()->set_id(std::move(id));
      citation.clear_verification();
      citation.clear_reference_index();
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
