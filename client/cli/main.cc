// The `footnote` command: from flags to a request, one call, and the answer on standard output.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/arguments.h"
#include "client/cli/error_report.h"
#include "client/cli/interrupt.h"
#include "client/cli/output/render.h"
#include "client/cli/request.h"
#include "client/cli/text/printable.h"
#include "client/cli/text/text_files.h"
#include "client/cpp/answer_client.h"

namespace footnote::client {
namespace {

void Note(const std::string& line) {
  std::cerr << "footnote: note: " << PrintableLine(line) << "\n";
}

bool WantsColour() {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0') &&
         terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

// Writes what was asked for; a full disk must not look like success.
int Print(absl::string_view text, int exit_code) {
  std::cout << text << std::flush;
  if (std::cout) return exit_code;
  std::cerr << "footnote: error: standard output cannot be written\n";
  return kExitServerError;
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
        absl::StrCat("--ca: ", arguments.ca_file, ": holds no certificate in PEM form"));
  }
  options.ca_certificates = *std::move(pem);
  return options;
}

int Fail(const absl::Status& status, const Arguments& arguments, bool interrupted) {
  if (interrupted) {
    std::cerr << "footnote: interrupted\n";
    return kExitInterrupted;
  }
  const ErrorReport report = ReportError(status, arguments.server);
  std::cerr << report.text;
  return report.exit_code;
}

std::string Render(const Arguments& arguments, const v1::AnswerRequest& request,
                   const v1::Answer& answer) {
  switch (arguments.format) {
    case Arguments::Format::kJson:
      return RenderJson(answer);
    case Arguments::Format::kMarkdown:
      return RenderMarkdown(request, answer);
    case Arguments::Format::kText:
      break;
  }
  return RenderText(request, answer, WantsColour());
}

int Ask(const Arguments& arguments, const v1::AnswerRequest& request, const AnswerClient& client,
        const CallOptions& options, const InterruptWatch& watch) {
  absl::StatusOr<v1::Answer> answer = client.Answer(request, options);
  if (!answer.ok()) return Fail(answer.status(), arguments, watch.interrupted());
  const int exit_code =
      Print(Render(arguments, request, *answer), answer->complete() ? kExitOk : kExitIncomplete);
  if (!answer->complete()) {
    std::cerr << "footnote: note: the answer is incomplete: "
              << v1::StopReason_Name(answer->stop_reason()) << "\n";
  }
  return exit_code;
}

int Preview(const Arguments& arguments, const v1::AnswerRequest& request,
            const AnswerClient& client, const CallOptions& options, const InterruptWatch& watch) {
  absl::StatusOr<v1::PreviewAnswerResponse> preview = client.PreviewAnswer(request, options);
  if (!preview.ok()) return Fail(preview.status(), arguments, watch.interrupted());
  if (arguments.upstream_json) {
    // Byte for byte into a file or pipe; a terminal gets the same value in safe characters.
    const bool is_terminal = isatty(STDOUT_FILENO) == 1;
    return Print(
        is_terminal ? PrintableJson(preview->upstream_json()) + "\n" : preview->upstream_json(),
        kExitOk);
  }
  return Print(arguments.format == Arguments::Format::kJson ? RenderPreviewJson(*preview)
                                                            : RenderPreview(request, *preview),
               kExitOk);
}

int Run(const Arguments& arguments) {
  absl::StatusOr<ConnectOptions> connect = ConnectOptionsOf(arguments);
  absl::StatusOr<v1::AnswerRequest> request =
      connect.ok() ? MakeRequest(arguments, std::cin, Note) : connect.status();
  if (!request.ok()) {
    std::cerr << ReportUsage(request.status().message());
    return kExitUsage;
  }
  CallOptions options;
  options.timeout = arguments.deadline;
  options.metadata = arguments.metadata;
  const InterruptWatch watch(options.cancel);
  const AnswerClient client(arguments.server, *connect);
  return arguments.command == Arguments::Command::kAsk
             ? Ask(arguments, *request, client, options, watch)
             : Preview(arguments, *request, client, options, watch);
}

}  // namespace
}  // namespace footnote::client

int main(int argc, char** argv) {
  const footnote::client::ParsedArguments parsed = footnote::client::ParseArguments(argc, argv);
  std::cout << parsed.out;
  std::cerr << parsed.err;
  return parsed.arguments ? footnote::client::Run(*parsed.arguments) : parsed.exit_code;
}
