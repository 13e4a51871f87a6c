// SPDX-License-Identifier: Apache-2.0
#include "client/cli/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <utility>

#include "client/cli/arguments.h"

namespace footnote::client {
namespace {

sigset_t Interrupts() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  return signals;
}

}  // namespace

InterruptWatch::InterruptWatch(CancelToken token) {
  const sigset_t signals = Interrupts();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  watcher_ = std::thread([this, token = std::move(token)] { Watch(token); });
}

InterruptWatch::~InterruptWatch() {
  stopping_ = true;
  pthread_kill(watcher_.native_handle(), SIGINT);  // wakes sigwait
  watcher_.join();
  const sigset_t signals = Interrupts();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

void InterruptWatch::Watch(const CancelToken& token) {
  const sigset_t signals = Interrupts();
  int signal = 0;
  while (sigwait(&signals, &signal) == 0 && !stopping_) {
    if (interrupted_.exchange(true)) _exit(kExitInterrupted);
    token.Cancel();
  }
}

}  // namespace footnote::client
