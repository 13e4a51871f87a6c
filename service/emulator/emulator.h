// SPDX-License-Identifier: Apache-2.0
// A strict, deterministic emulator of the Messages API for tests, without a language model.
//
//   absl::StatusOr<std::unique_ptr<Emulator>> emulator = Emulator::Start({});
//   std::string url = (*emulator)->base_url();  // "http://127.0.0.1:40123"
//   ... POST url + "/v1/messages" ...
//   std::vector<RecordedRequest> sent = (*emulator)->Requests();
//
// README.md in this folder describes the limitations, the checks and the scripts. All methods are
// thread-safe. Several emulators in one process are independent.
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
  // address:port; port 0 selects a free port. Should be a loopback address, because the emulator
  // accepts any key.
  std::string listen = "127.0.0.1:0";
  // The name of an abstract Unix socket to listen on instead of `listen`, for processes of this
  // user only.
  std::string abstract_socket;
  ValidationOptions validation;
  // The directory of the files for the script key body_file; empty to permit none.
  std::string body_directory;
  // Requests with larger bodies get the status 413.
  size_t max_body_bytes = 32u << 20;
  // The maximum number of requests that are kept, and of bytes of their bodies.
  size_t max_recorded_requests = 1000;
  size_t max_recorded_bytes = 64u << 20;
};

class Emulator {
 public:
  // Returns an emulator that listens. Returns InvalidArgument if `listen` is malformed, and
  // Unavailable if the emulator cannot listen on it.
  static absl::StatusOr<std::unique_ptr<Emulator>> Start(const EmulatorOptions& options);

  // Closes all connections immediately.
  ~Emulator();

  Emulator(const Emulator&) = delete;
  Emulator& operator=(const Emulator&) = delete;

  // The port on which the emulator listens; 0 for a Unix socket.
  int port() const;

  // The URL without a path, such as "http://127.0.0.1:40123". Not for a Unix socket.
  std::string base_url() const;

  // Registers a body for the script key `body`, or replaces it.
  void AddBody(const std::string& name, std::string bytes);

  // Sets the script (see script/script.h) of requests without another script. Returns
  // InvalidArgument if it is malformed.
  absl::Status SetDefaultScript(const std::string& script);

  // Appends a script to the queue. Each request without the header x-emulator-script removes the
  // first script of the queue and uses it. Returns InvalidArgument if the script is malformed.
  absl::Status QueueScript(const std::string& script);

  // Resets the default script and clears the queue.
  void ClearScripts();

  // Returns the requests to the API that are kept, oldest first.
  std::vector<RecordedRequest> Requests() const;

  // Removes the requests that are kept, and sets cancelled() to 0.
  void ClearRequests();

  // The number of clients that disconnected before their reply was complete, since the start or the
  // last call of ClearRequests.
  int64_t cancelled() const;

  // Waits until `predicate` returns true for the requests that are kept. Returns false if this does
  // not happen before `timeout`. The predicate is called with a lock held: it must not call the
  // emulator.
  bool AwaitRequests(const std::function<bool(const std::deque<RecordedRequest>&)>& predicate,
                     std::chrono::milliseconds timeout) const;

 private:
  class Impl;
  explicit Emulator(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EMULATOR_H_
