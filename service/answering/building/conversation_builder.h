// The turns of a conversation, as the API's messages.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONVERSATION_BUILDER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONVERSATION_BUILDER_H_

#include <deque>
#include <string>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer_service.pb.h"
#include "footnote/v1/conversation.pb.h"
#include "google/protobuf/repeated_field.h"
#include "service/answering/building/cache_marks.h"
#include "service/answering/building/hit_builder.h"
#include "service/answering/building/violations.h"
#include "service/messages/request.h"

namespace footnote::answering {

// Builds the tools and the messages of one request, which stands at `root` of what the caller sent.
// Used once.
class ConversationBuilder {
 public:
  // The pointers must outlive the builder. `out` gets messages and tools: views of the request and
  // of this builder.
  ConversationBuilder(HitBuilder* hits, CacheMarks* marks, Violations* violations,
                      messages::MessagesRequest* out)
      : hits_(hits), marks_(marks), violations_(violations), out_(out) {}

  // First: the tools that the caller offers.
  void AddTools(const v1::AnswerRequest& request, const FieldPath& root);
  // Then: the earlier turns and the present one, and the tools that they need.
  void AddTurns(const v1::AnswerRequest& request, const FieldPath& root);

 private:
  // What an AnswerRequest and a UserTurn have in common.
  struct UserSide {
    const std::string& question;
    const google::protobuf::RepeatedPtrField<v1::SearchResult>& hits;
    const v1::Search& search;
    const google::protobuf::RepeatedPtrField<v1::ToolResult>& tool_results;
    // Whether the assistant's next turn uses a tool.
    bool led_to_tool_use;
  };

  void AddUserSide(const UserSide& user, int turn, const FieldPath& path);
  void AddAssistantTurn(const v1::AssistantTurn& assistant, const FieldPath& path);
  void AddToolResults(const UserSide& user, int turn, const FieldPath& path,
                      std::vector<messages::ContentBlockParam>* content);
  void AddHitsAtTop(const UserSide& user, int turn, const FieldPath& path,
                    std::vector<messages::ContentBlockParam>* content);
  void AddHitsAsToolResult(const UserSide& user, int turn, const FieldPath& path);
  std::vector<messages::SearchResultParam> BuildHits(
      const google::protobuf::RepeatedPtrField<v1::SearchResult>& hits, HitPlace place,
      const FieldPath& path);
  void CheckSearch(const UserSide& user, const FieldPath& path);
  // What the model is told in place of hits; empty for nothing.
  absl::string_view TextInPlaceOfHits(const UserSide& user) const;
  // Adds a violation, `problem` and the ids, if a tool use still waits for its result.
  void CheckNothingPending(const FieldPath& path, absl::string_view problem);
  void AddMessage(messages::Role role, std::vector<messages::ContentBlockParam> content);
  // Keeps a string that no message of the caller's holds.
  absl::string_view Keep(std::string text);

  HitBuilder* const hits_;
  CacheMarks* const marks_;
  Violations* const violations_;
  messages::MessagesRequest* const out_;

  absl::flat_hash_set<absl::string_view> tool_names_;
  // Whether the caller offers tools of its own.
  bool offers_tools_ = false;
  // Whether a turn so far had hits.
  bool had_hits_ = false;
  // Every tool use so far.
  absl::flat_hash_set<absl::string_view> tool_use_ids_;
  // Those of the last assistant turn that wait for a result. Sorted, so that they are always named
  // in the same order.
  absl::btree_set<absl::string_view> pending_;
  std::deque<std::string> kept_;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONVERSATION_BUILDER_H_
