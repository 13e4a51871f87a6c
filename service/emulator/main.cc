// SPDX-License-Identifier: Apache-2.0
// footnote_emulator: the Messages API on this machine, without a model or a key.
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

// SIGINT and SIGTERM, blocked so that they can be waited for. Threads started later inherit that.
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
      "The Messages API on this machine, strict and deterministic. It quotes what it is given; it "
      "is no language model.");
  app.add_option("--listen", options.listen, "address:port; port 0 takes any free one")
      ->capture_default_str();
  app.add_option("--bodies", options.body_directory,
                 "directory whose files scripts may serve (body_file=...)");
  app.add_flag("--any-model", options.validation.any_model,
               "take model ids that do not look like claude-*");
  app.add_flag("--one-citation-setting", options.validation.citations.one_setting_for_all,
               "documents and search results must have the same citations setting");
  app.add_option("--record", options.max_recorded_requests, "how many requests to keep")
      ->capture_default_str();
  app.footer(
      "A request says in its header x-emulator-script what is to go wrong with it:\n"
      "  x-emulator-script: status=529; retry_after=2\n"
      "  x-emulator-script: event_ms=50; error_after=9; error_type=api_error\n"
      "service/emulator/README.md explains the keys: " +
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
