// SPDX-License-Identifier: Apache-2.0
// The commands of `footnote`: each makes one call and prints its result to standard output.
#ifndef FOOTNOTE_CLIENT_CLI_COMMANDS_H_
#define FOOTNOTE_CLIENT_CLI_COMMANDS_H_

#include "client/cli/arguments.h"
#include "client/cli/interrupt.h"
#include "client/cpp/answer_client.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// The connection of a command. The referenced objects must outlive the command.
struct Connection {
  const AnswerClient& client;
  const CallOptions& options;  // `interrupt` cancels their token
  const InterruptWatch& interrupt;
};

// Each command returns the program's exit code. Errors and notes go to standard error.
int Ask(const Arguments& arguments, const v1::AnswerRequest& request, const Connection& connection);
int AskLive(const Arguments& arguments, const v1::AnswerRequest& request,
            const Connection& connection);
int Resolve(const Arguments& arguments, const v1::ResolveAnswerRequest& request,
            const Connection& connection);
int Preview(const Arguments& arguments, const v1::AnswerRequest& request,
            const Connection& connection);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_COMMANDS_H_
