// One transfer on a libcurl easy handle that serves many, one after another. A part of
// CurlHttpClient.
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
#include "service/upstream/curl/body_gatherer.h"
#include "service/upstream/curl/curl_http_client.h"
#include "service/upstream/curl/due_times.h"
#include "service/upstream/curl/transfer_limits.h"
#include "service/upstream/http/http_client.h"

namespace footnote::upstream {

// Begin, drive the handle, End; then again. The body of a request that `streams` goes through the
// gatherer, which has to hand on whenever libcurl has returned. Not thread-safe.
class CurlTransfer {
 public:
  // Both must outlive it.
  CurlTransfer(const CurlHttpClientOptions& options, BodyGatherer* gatherer);
  CurlTransfer(const CurlTransfer&) = delete;
  CurlTransfer& operator=(const CurlTransfer&) = delete;

  // Makes the handle ready to send `request`. If it cannot be sent, says how the transfer ended;
  // the observer has heard nothing then.
  std::optional<TransferResult> Begin(HttpTransferId id, HttpRequest request,
                                      HttpObserver* observer);

  // How the transfer ended: by libcurl's `result`, or else for the reason `otherwise`. Forgets the
  // request. Does not call the observer.
  TransferResult End(std::optional<CURLcode> result, TransferResult::Cause otherwise);

  // While paused, libcurl's next piece of the body is left with it, and the connection is not read.
  // Resume is only noted: Continue, outside of any callback of libcurl, makes up for what was left.
  void Pause();
  void Resume();
  bool must_continue() const { return left_with_libcurl_ && !paused_; }
  // Calls the observer, or leaves that to the gatherer. An error ends the transfer.
  CURLcode Continue();

  TransferLimits& limits() { return limits_; }
  // When the loop looks at the limits next.
  SteadyTime check_at() const { return check_at_; }
  void set_check_at(SteadyTime time) { check_at_ = time; }

  HttpTransferId id() const { return id_; }
  HttpObserver* observer() const { return observer_; }
  CURL* easy() const { return easy_.get(); }

  // The transfer whose handle it is.
  static CurlTransfer* Of(CURL* easy);

 private:
  struct EasyDeleter {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
  };
  struct ListDeleter {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };
  using HeaderList = std::unique_ptr<curl_slist, ListDeleter>;

  void SetFixedOptions();
  bool SetHeaders(const std::vector<std::pair<std::string, std::string>>& headers);
  // Turns the environment's proxy off for loopback addresses.
  void SetProxyFor(const std::string& url);

  // Callbacks of libcurl; a return value other than `size * count`, or for OnData
  // CURL_WRITEFUNC_PAUSE, ends the transfer.
  static size_t OnHeaderLine(char* data, size_t size, size_t count, void* self);
  static size_t OnData(char* data, size_t size, size_t count, void* self);
  static int OnRequest(void* self, char* peer_address, char* own_address, int peer_port,
                       int own_port);
  // Whether libcurl may send the request now. It does so again, by itself, where a kept connection
  // was closed; a server that has worked on the request would do the work twice.
  bool MaySend();
  bool HandleHeaderLine(absl::string_view line);
  size_t HandleData(absl::string_view bytes);
  // Lets the body go. This is the one place that does so before the end: a layer that may send it
  // again has to keep its own.
  void NoteResponseStarted();

  const CurlHttpClientOptions& options_;
  BodyGatherer& gatherer_;
  std::string proxy_checked_url_;

  HttpTransferId id_ = 0;
  HttpObserver* observer_ = nullptr;
  std::shared_ptr<const std::string> body_;  // null once it is let go of
  TransferLimits limits_;
  SteadyTime check_at_;
  bool paused_ = false;
  bool left_with_libcurl_ = false;  // a piece of the body, when it was paused

  bool streams_ = false;
  bool begun_ = false;
  bool response_started_ = false;
  bool head_done_ = false;
  size_t head_bytes_ = 0;
  std::vector<std::pair<std::string, std::string>> headers_;
  int64_t body_bytes_ = 0;
  // When the request was first sent.
  std::optional<SteadyTime> first_sent_;
  // Why a callback ended the transfer.
  std::optional<TransferResult::Cause> refused_;

  HeaderList header_list_;
  std::unique_ptr<CURL, EasyDeleter> easy_;  // last: it points to what is above
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_TRANSFER_H_
