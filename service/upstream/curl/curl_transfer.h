// SPDX-License-Identifier: Apache-2.0
// One transfer on a reusable libcurl easy handle. A part of CurlHttpClient.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_TRANSFER_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_TRANSFER_H_

#include <curl/curl.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "service/upstream/curl/body_gatherer.h"
#include "service/upstream/curl/curl_http_client.h"
#include "service/upstream/curl/due_times.h"
#include "service/upstream/curl/transfer_limits.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/http/url_target.h"

namespace footnote::upstream {

// Usage: Begin, drive the handle, End; repeated. The response body of a request that `streams`
// passes through the gatherer, whose HandOn must be called whenever libcurl has returned. Not
// thread-safe.
class CurlTransfer {
 public:
  // Both must outlive it.
  CurlTransfer(const CurlHttpClientOptions& options, BodyGatherer* gatherer);
  CurlTransfer(const CurlTransfer&) = delete;
  CurlTransfer& operator=(const CurlTransfer&) = delete;

  // Prepares the handle for `request`. If it cannot be sent, returns the result; the observer has
  // not been called then.
  std::optional<TransferResult> Begin(HttpTransferId id, HttpRequest request,
                                      HttpObserver* observer);

  // The place to which the transfer connects. If it needs a look-up, SetAddresses must follow
  // Begin; it returns false if memory is exhausted.
  const UrlTarget& target() const { return target_; }
  bool SetAddresses(const std::vector<std::string>& addresses);
  // Replaces the limit of the options: a part of it was used.
  void SetConnectTimeout(absl::Duration timeout);

  // Returns the result of the transfer, from libcurl's `result` or else with the cause `otherwise`.
  // Releases the request. Does not call the observer.
  TransferResult End(std::optional<CURLcode> result, TransferResult::Cause otherwise);

  // While paused, libcurl keeps the next part of the body, and the connection is not read. Resume
  // only sets a flag: Continue, outside of any callback of libcurl, reads the part that libcurl
  // kept.
  void Pause();
  void Resume();
  bool must_continue() const { return left_with_libcurl_ && !paused_; }
  // Calls the observer directly or through the gatherer. An error ends the transfer.
  CURLcode Continue();

  TransferLimits& limits() { return limits_; }
  // The time at which the loop checks the limits next.
  SteadyTime check_at() const { return check_at_; }
  void set_check_at(SteadyTime time) { check_at_ = time; }

  HttpTransferId id() const { return id_; }
  HttpObserver* observer() const { return observer_; }
  CURL* easy() const { return easy_.get(); }

  // Returns the transfer of a handle.
  static CurlTransfer* Of(CURL* easy);

 private:
  struct EasyDeleter {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
  };
  struct ListDeleter {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };
  using StringList = std::unique_ptr<curl_slist, ListDeleter>;

  void SetFixedOptions();
  bool SetHeaders(const std::vector<std::pair<std::string, std::string>>& headers);
  // Determines the place to which the request connects: its host, a proxy or a socket.
  void SetTarget(const HttpRequest& request);
  bool WasSent() const;

  // Callbacks of libcurl; a return value other than `size * count`, or for OnData
  // CURL_WRITEFUNC_PAUSE, ends the transfer.
  static size_t OnHeaderLine(char* data, size_t size, size_t count, void* self);
  static size_t OnData(char* data, size_t size, size_t count, void* self);
  static int OnRequest(void* self, char* peer_address, char* own_address, int peer_port,
                       int own_port);
  // True if libcurl may send the request now. libcurl automatically sends it again if a kept
  // connection was closed; a server that has processed the request would process it twice.
  bool MaySend();
  bool HandleHeaderLine(absl::string_view line);
  size_t HandleData(absl::string_view bytes);
  // Releases the body before the end. A layer that may send it again must keep a reference.
  void NoteResponseStarted();

  const CurlHttpClientOptions& options_;
  BodyGatherer& gatherer_;
  // The place to which the last request connected.
  std::string target_url_;
  std::string socket_;
  UrlTarget target_;

  HttpTransferId id_ = 0;
  HttpObserver* observer_ = nullptr;
  std::shared_ptr<const std::string> body_;  // null after its release
  TransferLimits limits_;
  SteadyTime check_at_;
  bool paused_ = false;
  bool left_with_libcurl_ = false;  // true if libcurl kept a part of the body in a pause

  bool streams_ = false;
  bool response_started_ = false;
  bool head_done_ = false;
  size_t head_bytes_ = 0;
  std::vector<std::pair<std::string, std::string>> headers_;
  int64_t body_bytes_ = 0;
  // The time at which the request was first sent.
  std::optional<SteadyTime> first_sent_;
  // The cause if a callback ended the transfer.
  std::optional<TransferResult::Cause> refused_;

  StringList header_list_;
  StringList address_list_;
  std::unique_ptr<CURL, EasyDeleter> easy_;  // last, because it refers to the members above
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_TRANSFER_H_
