// SPDX-License-Identifier: Apache-2.0
// The turns of a conversation as messages of the API.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONVERSATION_BUILDER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONVERSATION_BUILDER_H_

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer_request.pb.h"
#include "footnote/v1/conversation.pb.h"
#include "service/answering/building/content/content_builder.h"
#include "service/answering/building/content/opaque_block.h"
#include "service/answering/building/content/replay.h"
#include "service/answering/building/tools.h"
#include "service/answering/building/user_turn_view.h"
#include "service/answering/building/validation/field.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// Builds the messages of one request. Used once.
class ConversationBuilder {
 public:
  // The pointers must outlive the builder. `out` receives the messages: views of the request and of
  // `kept`, which receives strings that the request does not contain.
  ConversationBuilder(ContentBuilder* content, Tools* tools, std::deque<std::string>* kept,
                      messages::MessagesRequest* out)
      : content_(content),
        replay_(&content->sources(), kept),
        tools_(tools),
        kept_(*kept),
        out_(out) {}

  // Adds the earlier turns and the present one, and the tools that they require in addition to
  // those that the caller offers. `root` is the field of `request`.
  void AddTurns(const v1::AnswerRequest& request, const Field& root);

  // The index of the first message of each turn, the present turn last. A turn without messages has
  // the index of the next message.
  const std::vector<size_t>& turn_starts() const { return turn_starts_; }

 private:
  // A user turn and its context.
  struct UserTurn {
    UserTurnView view;
    // True if the next turn of the assistant uses a tool.
    bool led_to_tool_use;
  };

  void AddUserTurn(const UserTurn& turn, int number, const Field& field);
  void AddAssistantTurn(const v1::AssistantTurn& assistant, const Field& field);
  // Adds documents, search results, images and the question, in this order.
  void AddFlatContent(const UserTurn& turn, int number, const Field& field,
                      std::vector<messages::ContentBlockParam>* content);
  void AddToolResults(const UserTurnView& user, int turn, const Field& field,
                      std::vector<messages::ContentBlockParam>* content);
  void AddSearchAsToolUse(const UserTurn& turn, int number, const Field& field);
  // Returns TextWithoutSearchResults for this turn.
  absl::string_view TextWithoutSearchResultsOf(const UserTurn& turn) const;
  // Reports a violation, `problem` followed by the ids, if a tool use has no result yet.
  void CheckNothingPending(const Field& field, absl::string_view problem);
  // Records the server tools of the assistant turn at `field`.
  void FollowServerTools(const std::vector<ServerToolPart>& parts, const Field& field);
  // Checks that `turn` is allowed while the use of a server tool has no result.
  void CheckServerTools(const UserTurn& turn, const Field& field);
  // Reports `only_results_because_` to each field of `turn` other than tool results.
  void CheckOnlyResults(const UserTurn& turn, const Field& field);
  // Returns true if the last turn may be an answer that paused, which continues if nothing follows
  // it.
  bool IsPaused() const;
  // Checks that the server tools that the last turn is using are offered.
  void CheckContinues(const Field& root);
  // Returns the ids of the server tool uses without a result, as many as fit into an error.
  std::string PendingServerTools() const;
  void AddMessage(messages::Role role, std::vector<messages::ContentBlockParam> content);
  // Keeps a string that the request does not contain.
  absl::string_view Keep(std::string text);

  ContentBuilder* const content_;
  AssistantReplay replay_;
  Tools* const tools_;
  std::deque<std::string>& kept_;
  messages::MessagesRequest* const out_;

  // True if a turn so far had sources.
  bool had_sources_ = false;
  // The ids of all tool uses so far.
  absl::flat_hash_set<absl::string_view> tool_use_ids_;
  // The ids of the tool uses of the last assistant turn that have no result yet. Sorted, so that
  // errors are deterministic.
  absl::btree_set<absl::string_view> pending_;
  // The uses of server tools without a result: id and name. The API joins consecutive assistant
  // turns, so the result may be in the next one.
  absl::btree_map<std::string, std::string> pending_server_tools_;
  // The ids of those that a user turn followed.
  absl::btree_set<std::string> left_server_tools_;
  // The path of the last assistant turn with a pending server tool.
  std::string pending_server_tools_in_;
  // The reason why only tool results are allowed before the next assistant message; empty if all
  // content is. The API also joins consecutive user turns.
  std::string only_results_because_;
  // True if the last turn is an assistant turn whose last block belongs to a server tool.
  bool ends_in_server_tool_ = false;
  std::vector<size_t> turn_starts_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONVERSATION_BUILDER_H_
