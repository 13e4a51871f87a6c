// SPDX-License-Identifier: Apache-2.0
// What the models support, where the API refuses a request of another model.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_MODEL_TRAITS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_MODEL_TRAITS_H_

#include "absl/strings/string_view.h"

namespace footnote::answering::building {

// True if `model`, a name on any platform, is a model of `family`, a name such as "opus-5". The
// family may be followed by a date, but not by another version number: "opus-5" is not the family
// of "claude-opus-5-5".
bool IsOfFamily(absl::string_view model, absl::string_view family);

// These return true for a model that is not known.

// True if `model` accepts search results and cites documents.
bool SupportsCitations(absl::string_view model);
// True if `model` accepts the tool choices `any` and `tool`.
bool SupportsForcedToolUse(absl::string_view model);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_MODEL_TRAITS_H_
