// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_SERVICE_VERSION_H_
#define FOOTNOTE_SERVICE_VERSION_H_

#include "absl/strings/string_view.h"

namespace footnote {

// The release, as in CHANGELOG.md.
inline constexpr absl::string_view kVersion = "0.1.0";

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_VERSION_H_
