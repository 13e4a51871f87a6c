// SPDX-License-Identifier: Apache-2.0
#include "client/cli/commands.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "client/cli/error_hint.h"
#include "client/cli/error_report.h"
#include "client/cli/history/history_file.h"
#include "client/cli/output/answer_lines.h"
#include "client/cli/output/html/page.h"
#include "client/cli/output/live_render.h"
#include "client/cli/output/render.h"
#include "client/cli/standard_output.h"
#include "client/cli/text/printable.h"
#include "client/cpp/conversation.h"

namespace footnote::client {
namespace {

bool WantsColour() {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0') &&
         terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

// Returns the maximum number of columns of a line of standard output. Files and pipes have a fixed
// width, so that the output does not depend on the terminal.
size_t OutputColumns() {
  constexpr size_t kDefaultColumns = 120;
  constexpr size_t kMinColumns = 40;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefaultColumns;
  return std::max<size_t>(size.ws_col, kMinColumns);
}

// Returns `exit_code`, or the exit code for an error of standard output.
int ExitCode(StandardOutput::State state, int exit_code) {
  switch (state) {
    case StandardOutput::State::kOpen:
      return exit_code;
    case StandardOutput::State::kClosed:
      return kExitOutputClosed;
    case StandardOutput::State::kFailed:
      break;
  }
  std::cerr << "footnote: error: standard output cannot be written\n";
  return kExitServerError;
}

int Print(absl::string_view text, int exit_code) {
  StandardOutput out(STDOUT_FILENO);
  out.Append(text);
  return ExitCode(out.Flush(), exit_code);
}

// The progress of a call before it failed.
struct Progress {
  bool received = false;
  bool written = false;
};

int Fail(const absl::Status& status, const Arguments& arguments, const Connection& connection,
         const Progress& progress = {}) {
  if (connection.interrupt.interrupted()) {
    std::cerr << "footnote: interrupted\n";
    return kExitInterrupted;
  }
  const ErrorReport report =
      ReportError(status, {arguments.command, arguments.server, progress.received});
  std::cerr << report.text;
  if (progress.written) std::cerr << "footnote: note: the output above is not a complete answer\n";
  return report.exit_code;
}

std::string Render(const Arguments& arguments, const v1::AnswerRequest& request,
                   const v1::Answer& answer) {
  switch (arguments.format) {
    case Arguments::Format::kJson:
      return RenderJson(answer);
    case Arguments::Format::kMarkdown:
      return RenderMarkdown(request, answer);
    case Arguments::Format::kHtml:
      return RenderHtml(request, answer);
    case Arguments::Format::kText:
      break;
  }
  return RenderText(request, answer, WantsColour());
}

std::unique_ptr<LiveRenderer> NewLiveRenderer(const Arguments& arguments,
                                              const v1::AnswerRequest& request) {
  switch (arguments.format) {
    case Arguments::Format::kJson:
      return NewLiveJson();
    case Arguments::Format::kMarkdown:
      return NewLiveMarkdown(request);
    case Arguments::Format::kHtml:  // the flags exclude it
    case Arguments::Format::kText:
      break;
  }
  return NewLiveText(request, WantsColour());
}

int ExitCodeOf(const v1::Answer& answer) { return answer.complete() ? kExitOk : kExitIncomplete; }

// Called after the answer is printed.
void NoteIfIncomplete(const v1::Answer& answer) {
  if (answer.complete()) return;
  std::cerr << "footnote: note: the answer is incomplete: " << StopOf(answer) << "\n";
}

// Adds the answer to the history file if --remember is set. Called after the answer is printed.
// Returns `exit_code`, unless the file cannot be written.
int Remember(const Arguments& arguments, const v1::AnswerRequest& request, const v1::Answer& answer,
             int exit_code) {
  if (!arguments.remember) return exit_code;
  // A tool use must be followed by its result, which the program does not have.
  if (!answer.complete() || answer.stop_reason() == v1::STOP_REASON_TOOL_USE) {
    std::cerr << "footnote: note: " << PrintableLine(arguments.history_file)
              << " is not changed: " << StopOf(answer) << "\n";
    return exit_code;
  }
  Turns turns = request.turns();
  for (v1::Turn& turn : NextTurns(request, answer)) *turns.Add() = std::move(turn);
  const absl::Status status = WriteHistory(arguments.history_file, turns);
  if (status.ok()) return exit_code;
  std::cerr << ReportUsage(status.message());
  return kExitServerError;
}

int PrintAnswer(const absl::StatusOr<v1::Answer>& answer, const Arguments& arguments,
                const v1::AnswerRequest& request, const Connection& connection) {
  if (!answer.ok()) return Fail(answer.status(), arguments, connection);
  const int exit_code = Print(Render(arguments, request, *answer), ExitCodeOf(*answer));
  NoteIfIncomplete(*answer);
  return Remember(arguments, request, *answer, exit_code);
}

}  // namespace

int Ask(const Arguments& arguments, const v1::AnswerRequest& request,
        const Connection& connection) {
  return PrintAnswer(connection.client.Answer(request, connection.options), arguments, request,
                     connection);
}

int AskLive(const Arguments& arguments, const v1::AnswerRequest& request,
            const Connection& connection) {
  StandardOutput out(STDOUT_FILENO);
  const std::unique_ptr<LiveRenderer> renderer = NewLiveRenderer(arguments, request);
  bool received = false;
  const absl::StatusOr<v1::Answer> answer = connection.client.StreamAnswer(
      request,
      [&](const v1::AnswerEvent& event) {
        received = true;
        out.Append(renderer->Take(event));
      },
      connection.options,
      [&] {
        // Cancels the answer if its output cannot be written.
        if (out.Flush() != StandardOutput::State::kOpen) connection.options.cancel.Cancel();
      });
  if (answer.ok()) {
    out.Append(renderer->Finish(*answer));
    const int exit_code = ExitCode(out.Flush(), ExitCodeOf(*answer));
    if (exit_code != kExitOutputClosed) NoteIfIncomplete(*answer);
    return Remember(arguments, request, *answer, exit_code);
  }
  if (const auto state = out.EndLine(); state != StandardOutput::State::kOpen) {
    return ExitCode(state, kExitOk);
  }
  return Fail(answer.status(), arguments, connection, {received, out.written()});
}

int Resolve(const Arguments& arguments, const v1::ResolveAnswerRequest& request,
            const Connection& connection) {
  return PrintAnswer(connection.client.ResolveAnswer(request, connection.options), arguments,
                     request.request(), connection);
}

int Preview(const Arguments& arguments, const v1::AnswerRequest& request,
            const Connection& connection) {
  v1::PreviewAnswerRequest preview_request;
  *preview_request.mutable_request() = request;
  preview_request.set_stream(arguments.stream);
  const absl::StatusOr<v1::PreviewAnswerResponse> preview =
      connection.client.PreviewAnswer(preview_request, connection.options);
  if (!preview.ok()) return Fail(preview.status(), arguments, connection);
  if (arguments.upstream_json) {
    // Byte for byte to a file or pipe; to a terminal the same JSON value in printable characters.
    const bool is_terminal = isatty(STDOUT_FILENO) == 1;
    return Print(
        is_terminal ? PrintableJson(preview->upstream_json()) + "\n" : preview->upstream_json(),
        kExitOk);
  }
  return Print(arguments.format == Arguments::Format::kJson
                   ? RenderPreviewJson(*preview)
                   : RenderPreview(request, *preview, OutputColumns()),
               kExitOk);
}

}  // namespace footnote::client
