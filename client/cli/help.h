// SPDX-License-Identifier: Apache-2.0
// The help texts of `footnote` other than those of the flags.
#ifndef FOOTNOTE_CLIENT_CLI_HELP_H_
#define FOOTNOTE_CLIENT_CLI_HELP_H_

namespace footnote::client {

extern const char kAbout[];
extern const char kFooter[];

// After the flags of a command: first its own footer, then the one that all commands share.
extern const char kAskFooter[];
extern const char kResolveFooter[];
extern const char kInputFooter[];

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_HELP_H_
