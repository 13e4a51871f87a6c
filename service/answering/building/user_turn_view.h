// What the user's side sent in one turn.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_USER_TURN_VIEW_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_USER_TURN_VIEW_H_

#include <string>

#include "absl/strings/string_view.h"
#include "footnote/v1/content.pb.h"
#include "footnote/v1/conversation.pb.h"
#include "google/protobuf/repeated_field.h"
#include "service/answering/building/validation/violations.h"

namespace footnote::answering::building {

// What an AnswerRequest and a UserTurn have in common; views of it.
struct UserTurnView {
  // `message` is one of them.
  template <typename Message>
  explicit UserTurnView(const Message& message)
      : question(message.question()),
        documents(message.documents()),
        hits(message.hits()),
        images(message.images()),
        tool_results(message.tool_results()),
        search(message.search()),
        has_search(message.has_search()) {}

  const std::string& question;
  const google::protobuf::RepeatedPtrField<v1::Document>& documents;
  const google::protobuf::RepeatedPtrField<v1::SearchResult>& hits;
  const google::protobuf::RepeatedPtrField<v1::Image>& images;
  const google::protobuf::RepeatedPtrField<v1::ToolResult>& tool_results;
  const v1::Search& search;
  const bool has_search;

  // Whether nothing at all was sent.
  bool IsEmpty() const;
  // Whether it has anything to answer from: hits, documents or pictures, in tool results as well.
  bool HasSources() const;
  // Whether the hits go into the result of a tool use.
  bool IsByTool() const { return search.delivery() == v1::Search::DELIVERY_TOOL_RESULT; }
};

// Checks what `user`, at `path`, says of its search.
void CheckSearch(const UserTurnView& user, const FieldPath& path, Violations* violations);

// What the model is told in place of hits; empty for nothing. `finds_otherwise` is whether a turn
// without hits that says nothing of a search is taken to have had none.
absl::string_view TextInPlaceOfHits(const UserTurnView& user, bool finds_otherwise);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_USER_TURN_VIEW_H_
