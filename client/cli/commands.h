// What the commands of `footnote` do with a request: one call, and its result on standard output.
#ifndef FOOTNOTE_CLIENT_CLI_COMMANDS_H_
#define FOOTNOTE_CLIENT_CLI_COMMANDS_H_

#include "client/cli/arguments.h"
#include "client/cli/interrupt.h"
#include "client/cpp/answer_client.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// How a command reaches the server. What it points to outlives the command.
struct Connection {
  const AnswerClient& client;
  const CallOptions& options;  // whose token `interrupt` cancels
  const InterruptWatch& interrupt;
};

// Each returns the program's exit code. Errors and notes go to standard error.
int Ask(const Arguments& arguments, const v1::AnswerRequest& request, const Connection& connection);
int AskLive(const Arguments& arguments, const v1::AnswerRequest& request,
            const Connection& connection);
int Resolve(const Arguments& arguments, const v1::ResolveAnswerRequest& request,
            const Connection& connection);
int Preview(const Arguments& arguments, const v1::AnswerRequest& request,
            const Connection& connection);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_COMMANDS_H_
