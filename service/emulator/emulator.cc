// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/emulator.h"

#include <utility>

#include "service/emulator/http/http_server.h"
#include "service/emulator/router.h"
#include "service/emulator/script/script_store.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {

class Emulator::Impl {
 public:
  explicit Impl(const EmulatorOptions& options)
      : host(options.listen.substr(0, options.listen.rfind(':'))),
        scripts(options.body_directory),
        recorder(options.max_recorded_requests, options.max_recorded_bytes),
        router(options.validation, &scripts, &recorder) {}

  const std::string host;
  ScriptStore scripts;
  Recorder recorder;
  Router router;
  // The last member, so that it stops before the objects that it uses are destroyed.
  std::unique_ptr<HttpServer> server;
};

absl::StatusOr<std::unique_ptr<Emulator>> Emulator::Start(const EmulatorOptions& options) {
  auto impl = std::make_unique<Impl>(options);
  Router* const router = &impl->router;
  HttpServer::Options server_options;
  server_options.listen = options.listen;
  server_options.abstract_socket = options.abstract_socket;
  server_options.max_body_bytes = options.max_body_bytes;
  server_options.refuse = [router](int status) { return router->Refuse(status); };
  absl::StatusOr<std::unique_ptr<HttpServer>> server =
      HttpServer::Start(std::move(server_options),
                        [router](const HttpRequest& request) { return router->Handle(request); });
  if (!server.ok()) return server.status();
  impl->server = *std::move(server);
  return std::unique_ptr<Emulator>(new Emulator(std::move(impl)));
}

Emulator::Emulator(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Emulator::~Emulator() = default;

int Emulator::port() const { return impl_->server->port(); }

std::string Emulator::base_url() const {
  return Concat({"http://", impl_->host, ":", std::to_string(port())});
}

void Emulator::AddBody(const std::string& name, std::string bytes) {
  impl_->scripts.AddBody(name, std::move(bytes));
}

absl::Status Emulator::SetDefaultScript(const std::string& script) {
  return impl_->scripts.SetDefault(script);
}

absl::Status Emulator::QueueScript(const std::string& script) {
  return impl_->scripts.Queue(script);
}

void Emulator::ClearScripts() { impl_->scripts.Clear(); }

std::vector<RecordedRequest> Emulator::Requests() const { return impl_->recorder.Requests(); }

void Emulator::ClearRequests() { impl_->recorder.Clear(); }

int64_t Emulator::cancelled() const { return impl_->recorder.cancelled(); }

bool Emulator::AwaitRequests(
    const std::function<bool(const std::deque<RecordedRequest>&)>& predicate,
    std::chrono::milliseconds timeout) const {
  return impl_->recorder.Await(predicate, timeout);
}

}  // namespace footnote::emulator
