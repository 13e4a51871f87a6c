// The tools of one request.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOOLS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOOLS_H_

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/validation/violations.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// Fills the tools of `out`: views of the request.
class Tools {
 public:
  // The pointers must outlive it.
  Tools(CacheBreakpoints* breakpoints, Violations* violations, messages::MessagesRequest* out)
      : breakpoints_(breakpoints), violations_(violations), out_(out) {}

  // First: what the caller offers, its own tools and the API's web search.
  void AddOffered(const v1::AnswerRequest& request, const FieldPath& root);

  // Makes sure that there is a tool `name` that takes a query, to explain a use of it that Footnote
  // wrote for the search at `path`. A tool that is declared for this may not be used: nobody would
  // run it.
  void DeclareSearch(absl::string_view name, const FieldPath& path);

  // Whether the caller offers any.
  bool offers_any() const { return offers_any_; }

 private:
  CacheBreakpoints* const breakpoints_;
  Violations* const violations_;
  messages::MessagesRequest* const out_;
  absl::flat_hash_set<absl::string_view> names_;
  bool offers_any_ = false;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOOLS_H_
