// SPDX-License-Identifier: Apache-2.0
// The scripts of an emulator, and the bodies that scripts refer to.
#ifndef FOOTNOTE_SERVICE_EMULATOR_SCRIPT_SCRIPT_STORE_H_
#define FOOTNOTE_SERVICE_EMULATOR_SCRIPT_SCRIPT_STORE_H_

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/emulator/http/http_message.h"
#include "service/emulator/script/script.h"

namespace footnote::emulator {

// This class is thread-safe.
class ScriptStore {
 public:
  // `body_directory` is the directory of the files for the key body_file; empty to permit none.
  explicit ScriptStore(std::string body_directory);

  // Registers a body for the key `body`, or replaces it.
  void AddBody(const std::string& name, std::string bytes);

  // Sets the script of requests without another script. Fails if it is malformed.
  absl::Status SetDefault(const std::string& script);

  // Appends a script for one request to the queue. Fails if it is malformed.
  absl::Status Queue(const std::string& script);

  // Resets the default and clears the queue. Registered bodies remain.
  void Clear();

  // Returns the script in the request header x-emulator-script. Without the header, removes the
  // first script of the queue and returns it, or returns the default if the queue is empty. Fails
  // if the script in the header is malformed.
  absl::StatusOr<Script> Take(const HttpRequest& request);

  // Returns the bytes of `script.body` or `script.body_file`. Fails if there is no such body or
  // file, or if the path is outside of the body directory.
  absl::StatusOr<std::shared_ptr<const std::string>> Body(const Script& script);

 private:
  absl::StatusOr<std::shared_ptr<const std::string>> ReadFile(const std::string& path);

  const std::string body_directory_;
  std::mutex mutex_;
  Script default_;
  std::deque<Script> queue_;
  std::map<std::string, std::shared_ptr<const std::string>> bodies_;
  // Contents of files by path, so that each file is read once.
  std::map<std::string, std::shared_ptr<const std::string>> files_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_SCRIPT_SCRIPT_STORE_H_
