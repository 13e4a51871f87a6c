// SPDX-License-Identifier: Apache-2.0
// Validation of the API's web search.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_WEB_SEARCH_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_WEB_SEARCH_H_

#include "absl/strings/string_view.h"
#include "footnote/v1/tool.pb.h"
#include "service/answering/building/validation/field.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// The API's name of the tool.
inline constexpr absl::string_view kWebSearchName = "web_search";

// Checks `search`, the value of `field`, and returns its form in the API, without a cache
// breakpoint: views of `search`.
messages::WebSearchParam BuildWebSearch(const v1::WebSearch& search, const Field& field);

// Returns true if a request with `search` offers the API's tool `name`: the search itself, or a
// tool that it runs.
bool WebSearchOffers(const v1::WebSearch& search, absl::string_view name);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_WEB_SEARCH_H_
