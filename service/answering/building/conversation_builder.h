// The turns of a conversation, as the API's messages.
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
#include "footnote/v1/answer_service.pb.h"
#include "footnote/v1/conversation.pb.h"
#include "service/answering/building/content/content_builder.h"
#include "service/answering/building/content/opaque_block.h"
#include "service/answering/building/tools.h"
#include "service/answering/building/user_turn_view.h"
#include "service/answering/building/validation/violations.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// Builds the messages of one request, which stands at `root` of what the caller sent. Used once.
class ConversationBuilder {
 public:
  // The pointers must outlive the builder. `out` gets the messages: views of the request and of
  // this builder.
  ConversationBuilder(ContentBuilder* content, Tools* tools, Violations* violations,
                      messages::MessagesRequest* out)
      : content_(content), tools_(tools), violations_(violations), out_(out) {}

  // The earlier turns and the present one, and the tools that they need beside those that are
  // offered.
  void AddTurns(const v1::AnswerRequest& request, const FieldPath& root);

  // The message that each turn starts with, the present one last; where nothing is sent of a turn,
  // the one that comes next.
  const std::vector<size_t>& turn_starts() const { return turn_starts_; }

 private:
  // A turn of the user's side, and what its place in the conversation says of it.
  struct UserTurn {
    UserTurnView side;
    // Whether the assistant's next turn uses a tool.
    bool led_to_tool_use;
  };

  void AddUserTurn(const UserTurn& turn, int number, const FieldPath& path);
  void AddAssistantTurn(const v1::AssistantTurn& assistant, const FieldPath& path);
  void AddToolResults(const UserTurnView& user, int turn, const FieldPath& path,
                      std::vector<messages::ContentBlockParam>* content);
  void AddHitsAsToolResult(const UserTurn& turn, int number, const FieldPath& path);
  // TextInPlaceOfHits, here.
  absl::string_view InPlaceOfHits(const UserTurn& turn) const;
  // Adds a violation, `problem` and the ids, if a tool use still waits for its result.
  void CheckNothingPending(const FieldPath& path, absl::string_view problem);
  // Takes account of what the assistant's turn at `path` has of the API's own tools.
  void FollowServerTools(const std::vector<ServerToolPart>& parts, const FieldPath& path);
  // Checks that `turn` may come while a use of the API's own tools waits for its result.
  void CheckServerTools(const UserTurn& turn, const FieldPath& path);
  // Whether the last turn may be an answer that paused, which goes on if nothing is sent behind it.
  bool IsPaused() const;
  // Checks that the tools are offered that the last turn is using.
  void CheckGoesOn(const v1::AnswerRequest& request, const FieldPath& root);
  // The ids of those that wait, as many as an error has room for.
  std::string PendingServerTools() const;
  void AddMessage(messages::Role role, std::vector<messages::ContentBlockParam> content);
  // Keeps a string that no message of the caller's holds.
  absl::string_view Keep(std::string text);

  ContentBuilder* const content_;
  Tools* const tools_;
  Violations* const violations_;
  messages::MessagesRequest* const out_;

  // Whether a turn so far had anything to answer from.
  bool had_sources_ = false;
  // Every tool use so far.
  absl::flat_hash_set<absl::string_view> tool_use_ids_;
  // Those of the last assistant turn that wait for a result. Sorted, so that they are always named
  // in the same order.
  absl::btree_set<absl::string_view> pending_;
  // The uses of the API's own tools, and which, that wait for a result. The API takes assistant
  // turns in a row for one, so that they may get it in the next.
  absl::btree_map<std::string, std::string> pending_server_tools_;
  // Those that a user's turn has come after.
  absl::btree_set<std::string> left_server_tools_;
  // The last assistant turn with any of these.
  std::string pending_server_tools_in_;
  // Why nothing but tool results may come before the assistant's next message; empty if anything
  // may. The API takes the user's turns in a row for one, too.
  std::string only_results_because_;
  // Whether the last turn is an assistant's whose last block is of such a tool.
  bool ends_in_server_tool_ = false;
  std::vector<size_t> turn_starts_;
  std::deque<std::string> kept_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONVERSATION_BUILDER_H_
