// The API's own web search.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_WEB_SEARCH_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_WEB_SEARCH_H_

#include "absl/strings/string_view.h"
#include "footnote/v1/conversation.pb.h"
#include "service/answering/building/validation/violations.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// The name that the tool has in the API.
inline constexpr absl::string_view kWebSearchName = "web_search";

// Checks `search`, at `path`, and returns what is sent of it, but for its cache mark: views of it.
messages::WebSearchParam BuildWebSearch(const v1::WebSearch& search, const FieldPath& path,
                                        Violations* violations);

// Whether a request with `search` offers the API's tool `name`: the search itself, or what it runs
// inside.
bool WebSearchOffers(const v1::WebSearch& search, absl::string_view name);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_WEB_SEARCH_H_
