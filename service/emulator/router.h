// SPDX-License-Identifier: Apache-2.0
// Dispatches HTTP requests to the endpoints of the API and of the emulator.
#ifndef FOOTNOTE_SERVICE_EMULATOR_ROUTER_H_
#define FOOTNOTE_SERVICE_EMULATOR_ROUTER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "service/emulator/http/http_message.h"
#include "service/emulator/payload.h"
#include "service/emulator/recorder.h"
#include "service/emulator/reply/prompt_cache.h"
#include "service/emulator/request/parsed_request.h"
#include "service/emulator/rules/validator.h"
#include "service/emulator/script/script_store.h"

namespace footnote::emulator {

// The endpoints:
//
//   POST   /v1/messages                replies with JSON, or with a stream if `stream` is true
//   POST   /v1/messages/count_tokens   replies with {"input_tokens":N}
//   GET    /emulator/health            replies with {"status":"ok"}
//   GET    /emulator/requests          replies with the recorded requests as JSON lines
//   DELETE /emulator/requests          deletes the recorded requests
//   POST   /emulator/scripts           queues one script per line of the body
//   DELETE /emulator/scripts           clears the queue and the default script
//
// Requests to /emulator are not recorded. Other paths get the status 404, other methods 405. Not
// thread-safe.
class Router {
 public:
  // `scripts` and `recorder` must outlive the router and the replies that it returned.
  Router(const ValidationOptions& validation, ScriptStore* scripts, Recorder* recorder);

  // Returns the reply to `request`, and records a request to the API.
  HttpReply Handle(const HttpRequest& request);

  // Returns the reply to a request that could not be read. `status` is 413 or 400.
  HttpReply Refuse(int status) const;

 private:
  Answer HandleApi(const HttpRequest& request, uint64_t seed);
  Answer HandleMessages(const HttpRequest& request, Endpoint endpoint, const Script& script,
                        uint64_t seed);
  Payload HandleValid(const ParsedRequest& request, Endpoint endpoint, const Script& script,
                      uint64_t seed);
  Answer HandleEmulatorEndpoint(const HttpRequest& request, std::string_view path);
  Answer QueueScripts(std::string_view lines);

  const ValidationOptions validation_;
  ScriptStore* const scripts_;
  Recorder* const recorder_;
  PromptCache cache_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_ROUTER_H_
