// SPDX-License-Identifier: Apache-2.0
// footnote_server: reads the flags and the configuration, constructs the server, and runs it. The
// only file that knows all concrete types.
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/random/random.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "service/answering/answer_engine.h"
#include "service/config.h"
#include "service/config_policy.h"
#include "service/emulator/emulator.h"
#include "service/limits.h"
#include "service/log.h"
#include "service/out_of_memory.h"
#include "service/rpc/answer_service.h"
#include "service/rpc/memory/memory_limit.h"
#include "service/rpc/memory/mimalloc_control.h"
#include "service/rpc/server.h"
#include "service/upstream/credentials/static_credentials.h"
#include "service/upstream/curl/curl_http_client.h"
#include "service/upstream/http/proxy_url.h"
#include "service/upstream/http_messages_transport.h"
#include "service/upstream/platform/anthropic_platform.h"
#include "service/upstream/retry/retrying_transport.h"
#include "service/upstream/routes.h"
#include "service/upstream/worker_pool.h"
#include "service/version.h"

namespace footnote {
namespace {

constexpr char kDescription[] =
    R"(Answers questions from search results and documents of the caller over gRPC
(footnote.v1.AnswerService) with the Claude Messages API and verified citations.

The API key comes from ANTHROPIC_API_KEY or from the file that the configuration names;
--upstream=emulator needs none. The server prints "listening on ADDRESS" when it is ready and logs
JSON lines to standard error. On SIGTERM, SIGINT or SIGHUP it completes the calls in flight and
exits; a second signal cancels them.)";

constexpr char kExamples[] = R"(Examples:
  footnote_server --upstream=emulator --listen=127.0.0.1:0
  ANTHROPIC_API_KEY=... footnote_server --model=claude-opus-5-5
  footnote_server --config=/etc/footnote/server.textproto

Exit status: 0 after a regular shutdown, 1 if the server cannot start, or had to end because it
could not accept connections any more, 2 for invalid flags.)";

constexpr absl::string_view kEmulatorApiVersion = "2026-10-21";

// What POSIX guarantees to a process.
constexpr int64_t kMinOpenFiles = 20;

constexpr int kFailed = 1;
constexpr int kInvalidFlags = 2;

// Raises the soft limit on open files, often 1024, because each call needs a socket. Returns it.
int64_t RaiseFileLimit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return kMinOpenFiles;
  const rlimit raised = {limit.rlim_max, limit.rlim_max};
  const bool is_raised = setrlimit(RLIMIT_NOFILE, &raised) == 0;
  return static_cast<int64_t>(
      std::min(is_raised ? limit.rlim_max : limit.rlim_cur, rlim_t{INT_MAX}));
}

// Blocks the signals that end the server, before any thread starts, so that only WaitForEnd
// receives them. Returns the signals.
sigset_t BlockEndSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return signals;
}

// True if another of `signals` was received.
bool HasAnotherSignal(const sigset_t& signals) {
  const timespec now = {};
  return sigtimedwait(&signals, nullptr, &now) > 0;
}

std::string WaitForEnd(const sigset_t& signals) {
  int signal = 0;
  sigwait(&signals, &signal);
  return absl::StrCat("SIG", sigabbrev_np(signal));
}

upstream::CurlHttpClientOptions HttpOptions(const config::v1::HttpClientConfig& config,
                                            int max_connections) {
  upstream::CurlHttpClientOptions options;
  options.connect_timeout = ToDuration(config.connect_timeout());
  options.max_response_bytes = config.max_response_bytes();
  options.loop_threads = config.loop_threads();
  options.max_idle_connections = config.max_idle_connections();
  options.http_version = config.http_version() == config::v1::HttpClientConfig::HTTP_VERSION_2_TLS
                             ? upstream::CurlHttpClientOptions::HttpVersion::k2Tls
                             : upstream::CurlHttpClientOptions::HttpVersion::k1_1;
  options.ca_file = config.ca_file();
  options.max_connections = max_connections;
  options.proxy = config.proxy();
  return options;
}

upstream::RouteTimeouts Timeouts(const config::v1::RouteConfig& config) {
  upstream::RouteTimeouts timeouts;
  timeouts.request_timeout = ToLimit(config.request_timeout());
  timeouts.stream_timeout = ToLimit(config.stream_timeout());
  timeouts.first_byte_timeout = ToLimit(config.first_byte_timeout());
  timeouts.idle_timeout = ToLimit(config.idle_timeout());
  return timeouts;
}

upstream::RetryOptions RetryOptions(const config::v1::RetryConfig& config) {
  upstream::RetryOptions options;
  options.max_attempts = config.max_attempts();
  options.backoff.initial = ToDuration(config.initial_backoff());
  options.backoff.maximum = ToDuration(config.max_backoff());
  options.max_server_wait = ToDuration(config.max_server_wait());
  options.budget.per_call = config.budget_per_call();
  options.budget.capacity = config.budget_capacity();
  return options;
}

// Returns a uniformly distributed number in [0, 1).
double Chance() {
  thread_local absl::BitGen bits;
  return absl::Uniform(bits, 0.0, 1.0);
}

// The objects that one route consists of.
struct RouteParts {
  std::unique_ptr<emulator::Emulator> emulator;  // null for other platforms
  std::unique_ptr<upstream::Platform> platform;
  std::unique_ptr<upstream::CredentialsSource> credentials;
};

// Returns the name of an abstract socket that no other emulator of this machine has.
std::string NewSocketName() {
  absl::BitGen bits;
  return absl::StrCat("footnote-emulator-", getpid(), "-",
                      absl::Hex(absl::Uniform<uint64_t>(bits), absl::kZeroPad16));
}

absl::StatusOr<RouteParts> MakeRoute(const config::v1::RouteConfig& config,
                                     const std::string& proxy, const Secret& api_key) {
  RouteParts parts;
  upstream::AnthropicPlatform::Options options;
  options.user_agent = absl::StrCat("footnote/", kVersion);
  options.headers.assign(config.headers().begin(), config.headers().end());
  options.base_url = config.anthropic().url();
  options.api_version = config.anthropic().api_version();
  if (const auto read = upstream::ReadProxyUrl(proxy)) options.other_secrets = read->secrets;
  if (config.has_emulator()) {
    // No TCP port: any user of this machine could read requests from it.
    emulator::EmulatorOptions emulator_options;
    emulator_options.abstract_socket = NewSocketName();
    absl::StatusOr<std::unique_ptr<emulator::Emulator>> started =
        emulator::Emulator::Start(emulator_options);
    if (!started.ok()) return started.status();
    parts.emulator = *std::move(started);
    options.base_url = "http://localhost";
    options.abstract_unix_socket = emulator_options.abstract_socket;
    options.api_version = std::string(kEmulatorApiVersion);
  }
  parts.platform = std::make_unique<upstream::AnthropicPlatform>(std::move(options));
  parts.credentials = std::make_unique<upstream::StaticCredentials>(api_key);
  return parts;
}

upstream::Routes RoutesOf(const config::v1::ServerConfig& config,
                          const std::vector<RouteParts>& parts) {
  std::vector<upstream::Route> routes;
  for (int i = 0; i < config.routes_size(); ++i) {
    const config::v1::RouteConfig& route = config.routes(i);
    routes.push_back({route.name(),
                      parts[i].platform.get(),
                      parts[i].credentials.get(),
                      Timeouts(route),
                      {route.forwarded_metadata().begin(), route.forwarded_metadata().end()}});
  }
  return upstream::Routes(std::move(routes));
}

answering::building::RequestDefaults Defaults(const config::v1::ServerConfig& config) {
  answering::building::RequestDefaults defaults;
  defaults.model = config.defaults().model();
  defaults.max_tokens = config.defaults().max_tokens();
  for (const v1::ModelChoice& choice : config.defaults().fallback_models()) {
    defaults.fallback_models.push_back({choice.model(), choice.route()});
  }
  for (const config::v1::RouteConfig& route : config.routes()) {
    defaults.routes.push_back(route.name());
  }
  defaults.policy = PolicyOf(config.policy());
  return defaults;
}

answering::resolving::AnswerLimits AnswerLimits(const config::v1::LimitsConfig& config) {
  answering::resolving::AnswerLimits limits;
  limits.max_bytes = config.max_answer_bytes();
  limits.max_citations = config.max_answer_citations();
  return limits;
}

// Returns the routes as the log shows them: "NAME=URL" or "NAME=emulator", separated by spaces.
std::string Describe(const config::v1::ServerConfig& config) {
  return absl::StrJoin(
      config.routes(), " ", [](std::string* out, const config::v1::RouteConfig& route) {
        absl::StrAppend(out, route.name(), "=",
                        route.has_emulator() ? kEmulatorUpstream : route.anthropic().url());
      });
}

// Ends the server like a signal when it cannot accept connections any more.
class ListenerWatch {
 public:
  void Gone(const absl::Status& reason) {
    LogError("listener_gone", {{"reason", reason.message()}});
    {
      const absl::MutexLock lock(&mutex_);
      reason_ = reason;
    }
    kill(getpid(), SIGTERM);
  }
  absl::Status reason() const {
    const absl::MutexLock lock(&mutex_);
    return reason_;
  }

 private:
  mutable absl::Mutex mutex_;
  absl::Status reason_ ABSL_GUARDED_BY(mutex_);
};

rpc::ServerOptions Options(const config::v1::ServerConfig& config, const ServerLimits& limits,
                           ListenerWatch* listener) {
  rpc::ServerOptions options;
  options.listen = config.listen();
  options.max_request_bytes = config.limits().max_request_bytes();
  options.unix_socket_mode = config.limits().unix_socket_mode();
  options.connections = limits.connections;
  options.http2 = limits.http2;
  options.rules = limits.rules;
  options.memory_limit_bytes = limits.memory_bytes;
  options.malloc = rpc::MimallocControl();
  options.on_listener_gone = [listener](const absl::Status& reason) { listener->Gone(reason); };
  options.health = !config.disable_health();
  options.reflection = !config.disable_reflection();
  return options;
}

absl::Status Run(const ConfigFlags& flags, const sigset_t& end_signals, int64_t open_files) {
  absl::StatusOr<LoadedConfig> loaded =
      LoadConfig(flags, [](const char* name) -> const char* { return std::getenv(name); });
  if (!loaded.ok()) return loaded.status();
  const config::v1::ServerConfig& config = loaded->config;
  const absl::StatusOr<ServerLimits> limits =
      ComputeLimits(config, {open_files, rpc::ProcessMemoryLimit()});
  if (!limits.ok()) return limits.status();

  std::vector<RouteParts> parts;
  for (int i = 0; i < config.routes_size(); ++i) {
    absl::StatusOr<RouteParts> made =
        MakeRoute(config.routes(i), config.http_client().proxy(), loaded->api_keys[i]);
    if (!made.ok()) return made.status();
    parts.push_back(*std::move(made));
  }
  const upstream::Routes routes = RoutesOf(config, parts);
  absl::StatusOr<std::unique_ptr<upstream::CurlHttpClient>> http = upstream::CurlHttpClient::Create(
      HttpOptions(config.http_client(), limits->upstream_connections));
  if (!http.ok()) return http.status();
  upstream::WorkerPool workers;
  upstream::HttpMessagesTransport direct(&routes, http->get(), http->get(), &workers);
  upstream::RetryingTransport transport(&direct, http->get(), RetryOptions(config.retry()),
                                        &absl::Now, &Chance);
  const answering::AnswerEngine engine(&transport, &routes, Defaults(config),
                                       AnswerLimits(config.limits()));
  rpc::AnswerService service(&engine, {routes.forwarded_headers(), limits->admission});
  ListenerWatch listener;
  absl::StatusOr<std::unique_ptr<rpc::Server>> server =
      rpc::Server::Start(Options(config, *limits, &listener), &service);
  if (!server.ok()) return server.status();

  std::cout << "listening on " << (*server)->address() << std::endl;
  LogInfo("started",
          {{"version", kVersion}, {"address", (*server)->address()}, {"routes", Describe(config)}});
  LogInfo("stopping", {{"signal", WaitForEnd(end_signals)}});
  const int cancelled_calls = (*server)->Drain(ToDuration(config.drain_timeout()),
                                               [&] { return HasAnotherSignal(end_signals); });
  LogSuppressed();
  LogInfo("stopped", {{"cancelled_calls", absl::StrCat(cancelled_calls)}});
  return listener.reason();
}

int Main(int argc, char** argv) {
  CLI::App app{kDescription, "footnote_server"};
  app.footer(kExamples);
  app.set_version_flag("--version", absl::StrCat("footnote_server ", kVersion));
  ConfigFlags flags;
  app.add_option("--config", flags.config,
                 "Configuration file: footnote.config.v1.ServerConfig in protobuf text form");
  app.add_option(
      "--listen", flags.listen,
      "HOST:PORT, :PORT or unix:PATH; port 0 selects a free port (default 127.0.0.1:8080)");
  app.add_option("--upstream", flags.upstream,
                 "URL of the Messages API, or `emulator`; replaces the configured routes (default "
                 "https://api.anthropic.com)");
  app.add_option("--model", flags.model, "Model for requests that do not name one");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kInvalidFlags;
  }

  InstallOutOfMemoryHandler();
  RouteLibraryLogs();
  const int64_t open_files = RaiseFileLimit();
  const sigset_t end_signals = BlockEndSignals();
  // Debian's Abseil detects deadlocks in optimized builds too, which costs time.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  if (const absl::Status status = Run(flags, end_signals, open_files); !status.ok()) {
    std::cerr << "footnote_server: " << status.message() << std::endl;
    return kFailed;
  }
  return 0;
}

}  // namespace
}  // namespace footnote

int main(int argc, char** argv) { return footnote::Main(argc, argv); }
