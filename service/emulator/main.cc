// SPDX-License-Identifier: Apache-2.0
// The command footnote_emulator, which serves the emulator of the Messages API.
#include <pthread.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "service/emulator/emulator.h"
#include "service/emulator/script/script.h"

namespace {

// Blocks SIGINT and SIGTERM, so that sigwait can receive them, and returns both. Threads that are
// started later inherit the mask.
sigset_t BlockStopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

}  // namespace

int main(int argc, char** argv) {
  footnote::emulator::EmulatorOptions options;
  CLI::App app(
      "A strict, deterministic emulator of the Messages API. It quotes the sources of a request "
      "and "
      "uses no language model.");
  app.add_option("--listen", options.listen, "address and port; port 0 selects a free port")
      ->capture_default_str();
  app.add_option("--bodies", options.body_directory,
                 "directory of the files for the script key body_file");
  app.add_flag("--any-model", options.validation.any_model,
               "accept model IDs that do not have the form of Claude's");
  app.add_flag("--one-citation-setting", options.validation.citations.one_setting_for_all,
               "require the same citations setting for documents and search results");
  app.add_option("--record", options.max_recorded_requests, "maximum number of requests to keep")
      ->capture_default_str();
  app.footer(
      "The request header x-emulator-script specifies the faults of the reply:\n"
      "  x-emulator-script: status=529; retry_after=2\n"
      "  x-emulator-script: event_ms=50; error_after=9; error_type=api_error\n"
      "service/emulator/README.md describes the keys: " +
      footnote::emulator::ScriptKeys() + ".");
  CLI11_PARSE(app, argc, argv);

  const sigset_t stop_signals = BlockStopSignals();
  absl::StatusOr<std::unique_ptr<footnote::emulator::Emulator>> emulator =
      footnote::emulator::Emulator::Start(options);
  if (!emulator.ok()) {
    std::cerr << "footnote_emulator: " << emulator.status().message() << std::endl;
    return 1;
  }
  const std::string address = (*emulator)->base_url().substr(std::string("http://").size());
  std::cout << "emulator listening on " << address << std::endl;
  int signal = 0;
  sigwait(&stop_signals, &signal);
  return 0;
}
