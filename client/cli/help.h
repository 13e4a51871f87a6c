// What `footnote --help` says beside the flags.
#ifndef FOOTNOTE_CLIENT_CLI_HELP_H_
#define FOOTNOTE_CLIENT_CLI_HELP_H_

namespace footnote::client {

extern const char kAbout[];
extern const char kFooter[];

// Under the flags of a command: what is its own, then what all commands share.
extern const char kAskFooter[];
extern const char kResolveFooter[];
extern const char kInputFooter[];

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_HELP_H_
