// SPDX-License-Identifier: Apache-2.0
// The Messages API over HTTP on this machine, without a model: strict, deterministic, scriptable.
//
//   absl::StatusOr<std::unique_ptr<Emulator>> emulator = Emulator::Start({});
//   std::string url = (*emulator)->base_url();  // "http://127.0.0.1:40123"
//   ... POST url + "/v1/messages" ...
//   std::vector<RecordedRequest> sent = (*emulator)->Requests();
//
// What it does not reproduce, what it checks and how it is scripted: README.md beside this file.
// All methods are thread-safe. Several emulators in one process do not know of each other.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EMULATOR_H_
#define FOOTNOTE_SERVICE_EMULATOR_EMULATOR_H_

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/emulator/recorder.h"
#include "service/emulator/rules/validator.h"

namespace footnote::emulator {

struct EmulatorOptions {
  // address:port; port 0 takes any free one. Keep it on loopback: any key is let in.
  std::string listen = "127.0.0.1:0";
  ValidationOptions validation;
  // Where the script key body_file may read. Empty: nowhere.
  std::string body_directory;
  // Bodies over it get a 413.
  size_t max_body_bytes = 32u << 20;
  // How many requests are kept, and how many bytes of bodies.
  size_t max_recorded_requests = 1000;
  size_t max_recorded_bytes = 64u << 20;
};

class Emulator {
 public:
  // Returns once it listens. Fails if `listen` is malformed or taken.
  static absl::StatusOr<std::unique_ptr<Emulator>> Start(const EmulatorOptions& options);

  // Closes all connections at once.
  ~Emulator();

  Emulator(const Emulator&) = delete;
  Emulator& operator=(const Emulator&) = delete;

  int port() const;
  // "http://127.0.0.1:40123", with the address of `listen`.
  std::string base_url() const;

  // Registers a body for the script key `body`, in place of one of that name.
  void AddBody(const std::string& name, std::string bytes);

  // Scripts (see script/script.h) for requests that bring none of their own: the next request takes
  // the first one queued, and when none is left the default applies. Fail if the script is
  // malformed.
  absl::Status SetDefaultScript(const std::string& script);
  absl::Status QueueScript(const std::string& script);
  // Forgets the default and the queue.
  void ClearScripts();

  // The requests of the API that came in, oldest first, as far as they are kept.
  std::vector<RecordedRequest> Requests() const;
  void ClearRequests();

  // How many clients went away while their reply waited or was being written.
  int64_t cancelled() const;

  // Waits until `predicate` holds for the kept requests; false if `timeout` came first. The
  // predicate is called with a lock held: it must not call the emulator.
  bool AwaitRequests(const std::function<bool(const std::deque<RecordedRequest>&)>& predicate,
                     std::chrono::milliseconds timeout) const;

 private:
  class Impl;
  explicit Emulator(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EMULATOR_H_
