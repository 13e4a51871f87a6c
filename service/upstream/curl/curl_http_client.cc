// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/curl_http_client.h"

#include <curl/curl.h>

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "service/upstream/curl/certificate_file.h"
#include "service/upstream/curl/curl_loop.h"

namespace footnote::upstream {

absl::StatusOr<std::unique_ptr<CurlHttpClient>> CurlHttpClient::Create(
    const CurlHttpClientOptions& options) {
  // Never undone, because this process may have other users of libcurl.
  static const CURLcode kInitialized = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (kInitialized != CURLE_OK) return absl::InternalError(curl_easy_strerror(kInitialized));

  if (!options.ca_file.empty()) {
    if (absl::Status status = CheckCertificateFile(options.ca_file); !status.ok()) return status;
  }

  HostResolver::Options resolver_options;
  if (options.lookup) resolver_options.lookup = options.lookup;
  auto resolver = std::make_unique<HostResolver>(std::move(resolver_options));
  std::vector<std::unique_ptr<CurlLoop>> loops;
  for (int i = 0; i < options.loop_threads; ++i) {
    absl::StatusOr<std::unique_ptr<CurlLoop>> loop = CurlLoop::Create(options, resolver.get());
    if (!loop.ok()) return loop.status();
    loops.push_back(*std::move(loop));
  }
  if (loops.empty()) return absl::InvalidArgumentError("loop_threads must be at least 1");
  return std::unique_ptr<CurlHttpClient>(new CurlHttpClient(std::move(resolver), std::move(loops)));
}

CurlHttpClient::CurlHttpClient(std::unique_ptr<HostResolver> resolver,
                               std::vector<std::unique_ptr<CurlLoop>> loops)
    : loops_(std::move(loops)), resolver_(std::move(resolver)) {}

CurlHttpClient::~CurlHttpClient() {
  // All loops end their transfers before the first is destroyed, because an observer may start
  // another.
  for (const auto& loop : loops_) loop->Stop();
  for (const auto& loop : loops_) loop->Join();
}

HttpTransferId CurlHttpClient::Start(HttpRequest request, HttpObserver* observer) {
  const HttpTransferId id = NextId();
  LoopOf(id).Start(id, std::move(request), observer);
  return id;
}

void CurlHttpClient::Cancel(HttpTransferId id) { CancelAfter(id, absl::ZeroDuration()); }

void CurlHttpClient::CancelAfter(HttpTransferId id, absl::Duration delay) {
  if (id != 0) LoopOf(id).CancelAfter(id, delay);
}

void CurlHttpClient::Pause(HttpTransferId id) {
  if (id != 0) LoopOf(id).Pause(id);
}

void CurlHttpClient::Resume(HttpTransferId id) {
  if (id != 0) LoopOf(id).Resume(id);
}

TimerId CurlHttpClient::RunAfter(absl::Duration delay, std::function<void()> action) {
  const TimerId id = NextId();
  LoopOf(id).RunAfter(id, delay, std::move(action));
  return id;
}

bool CurlHttpClient::Forget(TimerId id) { return id != 0 && LoopOf(id).Forget(id); }

}  // namespace footnote::upstream
