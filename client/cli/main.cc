// SPDX-License-Identifier: Apache-2.0
// The `footnote` program: parses the flags, makes the request, and runs the command.
#include <csignal>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/cli/arguments.h"
#include "client/cli/commands.h"
#include "client/cli/error_report.h"
#include "client/cli/history/history_lock.h"
#include "client/cli/interrupt.h"
#include "client/cli/request.h"
#include "client/cli/text/printable.h"
#include "client/cli/text/text_files.h"
#include "client/cpp/answer_client.h"

namespace footnote::client {
namespace {

// The time for which another run may use a conversation: that of its answer.
constexpr absl::Duration kMaxHistoryWait = absl::Minutes(10);

void Note(const std::string& line) {
  std::cerr << "footnote: note: " << PrintableLine(line) << "\n";
}

absl::StatusOr<ConnectOptions> ConnectOptionsOf(const Arguments& arguments) {
  ConnectOptions options;
  if (arguments.tls) options.security = Security::kTls;
  if (arguments.plaintext) options.security = Security::kPlaintext;
  if (arguments.ca_file.empty()) return options;
  if (arguments.plaintext || (!arguments.tls && IsLocalTarget(arguments.server))) {
    return absl::InvalidArgumentError("--ca: the connection is not encrypted; add --tls");
  }
  absl::StatusOr<std::string> pem = ReadFile(arguments.ca_file);
  if (!pem.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--ca: ", arguments.ca_file, ": ", pem.status().message()));
  }
  if (!absl::StrContains(*pem, "-----BEGIN CERTIFICATE-----")) {
    return absl::InvalidArgumentError(
        absl::StrCat("--ca: ", arguments.ca_file, ": does not contain a certificate in PEM form"));
  }
  options.ca_certificates = *std::move(pem);
  return options;
}

int FailUsage(const absl::Status& status) {
  std::cerr << ReportUsage(status.message());
  return kExitUsage;
}

int Run(const Arguments& arguments) {
  absl::StatusOr<ConnectOptions> connect = ConnectOptionsOf(arguments);
  if (!connect.ok()) return FailUsage(connect.status());
  // From before the history is read until it is written.
  std::optional<HistoryLock> lock;
  if (arguments.remember) {
    const std::string& file = arguments.history_file;
    absl::StatusOr<HistoryLock> taken = HistoryLock::Take(file, kMaxHistoryWait, [&file] {
      Note(absl::StrCat("waiting for another process that extends ", file));
    });
    if (!taken.ok()) return FailUsage(taken.status());
    lock.emplace(*std::move(taken));
  }
  absl::StatusOr<v1::AnswerRequest> request = MakeRequest(arguments, std::cin, Note);
  if (!request.ok()) return FailUsage(request.status());
  v1::ResolveAnswerRequest resolve;
  if (arguments.command == Arguments::Command::kResolve) {
    *resolve.mutable_request() = *request;
    if (absl::Status status = ReadMessage(arguments, std::cin, &resolve); !status.ok()) {
      return FailUsage(status);
    }
  }
  // From here on Ctrl-C cancels the call; before, it ends the program.
  CallOptions options;
  options.timeout = arguments.deadline;
  options.metadata = arguments.metadata;
  const InterruptWatch watch(options.cancel);
  const AnswerClient client(arguments.server, *connect);
  const Connection connection{client, options, watch};
  switch (arguments.command) {
    case Arguments::Command::kAsk:
      return arguments.stream ? AskLive(arguments, *request, connection)
                              : Ask(arguments, *request, connection);
    case Arguments::Command::kResolve:
      return Resolve(arguments, resolve, connection);
    case Arguments::Command::kPreview:
      break;
  }
  return Preview(arguments, *request, connection);
}

}  // namespace
}  // namespace footnote::client

int main(int argc, char** argv) {
  // A write to a closed standard output then fails with EPIPE, and the call is cancelled.
  std::signal(SIGPIPE, SIG_IGN);
  const footnote::client::ParsedArguments parsed = footnote::client::ParseArguments(argc, argv);
  std::cout << parsed.out;
  std::cerr << parsed.err;
  return parsed.arguments ? footnote::client::Run(*parsed.arguments) : parsed.exit_code;
}
