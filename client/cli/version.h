// SPDX-License-Identifier: Apache-2.0
// The version that `footnote --version` prints.
#ifndef FOOTNOTE_CLIENT_CLI_VERSION_H_
#define FOOTNOTE_CLIENT_CLI_VERSION_H_

namespace footnote::client {

inline constexpr char kVersion[] = "0.1.0";

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_VERSION_H_
