// SPDX-License-Identifier: Apache-2.0
// Validation of the tools of a request, and their form in the Messages API.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOOLS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOOLS_H_

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer_request.pb.h"
#include "footnote/v1/tool.pb.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/validation/field.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// Sets the tools of one request, as views of the caller's request.
class Tools {
 public:
  // The pointers must outlive the object.
  Tools(CacheBreakpoints* breakpoints, messages::MessagesRequest* out)
      : breakpoints_(breakpoints), out_(out) {}

  // Adds the tools of `request`, the value of `root`, in the caller's order. Must be called first.
  void AddOffered(const v1::AnswerRequest& request, const Field& root);

  // Adds a tool `name` that takes a query, unless there is a tool with this name: it declares the
  // tool use that Footnote writes for the search with the field `search`. If the request offers no
  // tool, the model must not use this one either, since no one runs it.
  void DeclareSearch(absl::string_view name, const Field& search);

  // True if the request offers a tool.
  bool offers_any() const { return offers_any_; }
  // True if there is a tool with this name.
  bool Offers(absl::string_view name) const { return names_.contains(name); }
  // The web search of the request, or null.
  const v1::WebSearch* web_search() const { return web_search_; }

 private:
  void AddCustom(const v1::CustomTool& tool, const v1::Tool& parent, const Field& field);
  void AddWebSearch(const v1::WebSearch& search, const v1::Tool& parent, const Field& field);

  CacheBreakpoints* const breakpoints_;
  messages::MessagesRequest* const out_;
  absl::flat_hash_set<absl::string_view> names_;
  const v1::WebSearch* web_search_ = nullptr;
  bool offers_any_ = false;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOOLS_H_
