// SPDX-License-Identifier: Apache-2.0
// Which answer an HTTP request gets: the API's endpoints, and the emulator's own.
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

//   POST   /v1/messages                JSON, or a stream for `stream: true`
//   POST   /v1/messages/count_tokens
//   GET    /emulator/health            {"status":"ok"}
//   GET    /emulator/requests          JSON lines, see recorder.h
//   DELETE /emulator/requests          forgets them
//   POST   /emulator/scripts           queues scripts, one a line
//   DELETE /emulator/scripts           forgets the queue and the default
//
// Requests under /emulator are not recorded. Called from one thread.
class Router {
 public:
  // Keeps the pointers, which must outlive it.
  Router(const ValidationOptions& validation, ScriptStore* scripts, Recorder* recorder);

  HttpReply Handle(const HttpRequest& request);

  // The reply to a request that could not be read: 413 or 400.
  HttpReply Refuse(int status) const;

 private:
  Answer HandleApi(const HttpRequest& request, uint64_t seed);
  Answer HandleMessages(const HttpRequest& request, Endpoint endpoint, const Script& script,
                        uint64_t seed);
  Payload HandleValid(const ParsedRequest& request, Endpoint endpoint, const Script& script,
                      uint64_t seed);
  Answer HandleOwn(const HttpRequest& request, std::string_view path);
  Answer QueueScripts(std::string_view lines);

  const ValidationOptions validation_;
  ScriptStore* const scripts_;
  Recorder* const recorder_;
  PromptCache cache_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_ROUTER_H_
