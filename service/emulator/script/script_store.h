// SPDX-License-Identifier: Apache-2.0
// Which script applies to a request, and the bodies that scripts name.
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

// Thread-safe.
class ScriptStore {
 public:
  // `body_directory` is where body_file may read; empty for nowhere.
  explicit ScriptStore(std::string body_directory);

  void AddBody(const std::string& name, std::string bytes);
  absl::Status SetDefault(const std::string& script);
  absl::Status Queue(const std::string& script);
  void Clear();

  // The script in the request's header x-emulator-script; else the next one in the queue, which is
  // taken out; else the default. Fails if the header's is malformed.
  absl::StatusOr<Script> Take(const HttpRequest& request);

  // The bytes that `script.body` or `script.body_file` names. Fails if there are none of that name,
  // and for a path that leads out of the body directory.
  absl::StatusOr<std::shared_ptr<const std::string>> Body(const Script& script);

 private:
  absl::StatusOr<std::shared_ptr<const std::string>> ReadFile(const std::string& path);

  const std::string body_directory_;
  std::mutex mutex_;
  Script default_;
  std::deque<Script> queue_;
  std::map<std::string, std::shared_ptr<const std::string>> bodies_;
  // Files that were read, by path, so that a load test reads each once.
  std::map<std::string, std::shared_ptr<const std::string>> files_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_SCRIPT_SCRIPT_STORE_H_
