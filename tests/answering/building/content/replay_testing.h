// SPDX-License-Identifier: Apache-2.0
// Conversations for the tests of earlier answers.
#ifndef FOOTNOTE_TESTS_ANSWERING_BUILDING_CONTENT_REPLAY_TESTING_H_
#define FOOTNOTE_TESTS_ANSWERING_BUILDING_CONTENT_REPLAY_TESTING_H_

#include <string>
#include <vector>

#include "footnote/v1/answer_request.pb.h"
#include "footnote/v1/conversation.pb.h"
#include "tests/answering/test_support.h"

namespace footnote::answering::building {

// Returns the conversation in which `turn` answered the question of `request`.
inline v1::AnswerRequest Continued(const v1::AnswerRequest& request,
                                   const v1::AssistantTurn& turn) {
  v1::AnswerRequest next;
  *next.mutable_turns() = request.turns();
  v1::UserTurn* user = next.add_turns()->mutable_user();
  user->set_question(request.question());
  *user->mutable_search_results() = request.search_results();
  *user->mutable_documents() = request.documents();
  *next.add_turns()->mutable_assistant() = turn;
  next.set_question("And then?");
  return next;
}

inline v1::AnswerRequest Continued(const v1::AnswerRequest& request, const v1::Answer& answer) {
  v1::AssistantTurn turn;
  *turn.mutable_blocks() = answer.blocks();
  return Continued(request, turn);
}

// Returns a conversation whose first answer is `turn` in text format.
inline v1::AnswerRequest AfterTurn(const std::string& turn) {
  return Continued(TwoHits(), FromText<v1::AssistantTurn>(turn));
}

// Returns the message that is sent for the first answer of `request`.
inline Json Replayed(const v1::AnswerRequest& request) { return SentJson(request)["messages"][1]; }

// Returns a conversation whose second answer cites, by id, the second search result, kb-2, and the
// second document, doc.
inline v1::AnswerRequest TwoTurns() {
  return FromText<v1::AnswerRequest>(R"pb(
    turns {
      user {
        question: "P"
        search_results { id: "kb-1" source: "s" title: "t" text: "One." }
        documents { text: "Old." }
      }
    }
    turns { assistant { blocks { text { text: "A" } } } }
    turns {
      user {
        question: "Q"
        search_results { id: "kb-2" source: "s" title: "t" text: "Two." }
        documents { id: "doc" text: "New." }
      }
    }
    turns {
      assistant {
        blocks {
          text {
            text: "B"
            citations {
              cited_text: "Two."
              source { kind: KIND_SEARCH_RESULT id: "kb-2" api_index: 1 }
              location {
                search_result {
                  search_result_index: 1
                  start_block_index: 0
                  end_block_index: 1
                  source: "s"
                }
              }
            }
            citations {
              cited_text: "New."
              source { kind: KIND_DOCUMENT id: "doc" api_index: 1 }
              location { character { document_index: 1 start_char_index: 0 end_char_index: 4 } }
            }
          }
        }
      }
    }
    question: "R"
  )pb");
}

// Returns the indices that the last answer of `request` cites.
inline std::vector<int> CitedIndices(const v1::AnswerRequest& request) {
  std::vector<int> indices;
  const Json messages = SentJson(request)["messages"];
  const Json text = messages[messages.size() - 2]["content"][0];
  for (const Json& citation : text.value("citations", Json::array())) {
    indices.push_back(citation.contains("search_result_index") ? citation["search_result_index"]
                                                               : citation["document_index"]);
  }
  return indices;
}

// Returns the text of the last turn of `request`, which is an answer.
inline v1::AnswerText* LastText(v1::AnswerRequest* request) {
  return request->mutable_turns(request->turns_size() - 1)
      ->mutable_assistant()
      ->mutable_blocks(0)
      ->mutable_text();
}

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_TESTS_ANSWERING_BUILDING_CONTENT_REPLAY_TESTING_H_
