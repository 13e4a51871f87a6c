// SPDX-License-Identifier: Apache-2.0
// The fields of a user turn, whether it is an earlier turn or the present one.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_USER_TURN_VIEW_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_USER_TURN_VIEW_H_

#include <string>

#include "absl/strings/string_view.h"
#include "footnote/v1/content.pb.h"
#include "footnote/v1/conversation.pb.h"
#include "google/protobuf/repeated_field.h"
#include "service/answering/building/validation/field.h"

namespace footnote::answering::building {

// A view of the fields that AnswerRequest and UserTurn share.
struct UserTurnView {
  // `message` is an AnswerRequest or a UserTurn, and must outlive the view.
  template <typename Message>
  explicit UserTurnView(const Message& message)
      : question(message.question()),
        documents(message.documents()),
        search_results(message.search_results()),
        images(message.images()),
        tool_results(message.tool_results()),
        content(message.content()),
        search(message.search()),
        has_search(message.has_search()) {}

  const std::string& question;
  const google::protobuf::RepeatedPtrField<v1::Document>& documents;
  const google::protobuf::RepeatedPtrField<v1::SearchResult>& search_results;
  const google::protobuf::RepeatedPtrField<v1::Image>& images;
  const google::protobuf::RepeatedPtrField<v1::ToolResult>& tool_results;
  const google::protobuf::RepeatedPtrField<v1::UserContent>& content;
  const v1::Search& search;
  const bool has_search;

  // Returns true if no field is set.
  bool IsEmpty() const;
  // Returns true if the turn has search results, documents or images, also in `content` or in tool
  // results.
  bool HasSources() const;
  // Returns true if the caller determines the order of the blocks.
  bool IsOrdered() const { return !content.empty(); }
  // Returns true if the search results are sent in the result of a tool use.
  bool IsByTool() const { return search.delivery() == v1::Search::DELIVERY_TOOL_RESULT; }
};

// Checks that `user`, the value of `field`, does not set flat fields together with `content`.
void CheckContentIsAlone(const UserTurnView& user, const Field& field);

// Checks the `search` of `user`, the value of `field`.
void CheckSearch(const UserTurnView& user, const Field& field);

// Returns the text that is sent if there are no search results; empty for none. `finds_otherwise`
// is true if a turn without search results and without an outcome counts as a turn without a
// search.
absl::string_view TextWithoutSearchResults(const UserTurnView& user, bool finds_otherwise);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_USER_TURN_VIEW_H_
