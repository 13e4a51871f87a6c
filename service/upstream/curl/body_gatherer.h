// Joins what libcurl hands out piece by piece. A part of CurlHttpClient.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_BODY_GATHERER_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_BODY_GATHERER_H_

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "service/upstream/http/http_client.h"

namespace footnote::upstream {

// libcurl calls back for each chunk of a chunked body, though it has read many at once; a server
// that streams events sends each as a chunk of its own. Their observer hears them together, once
// libcurl has returned or kMaxBytes are there. One gatherer serves all transfers of a thread, since
// libcurl reads them one after another. Not thread-safe.
class BodyGatherer {
 public:
  static constexpr size_t kMaxBytes = 64 << 10;

  // To be called before Add: hands on what would have to go first.
  void MakeRoom(const HttpObserver* observer, size_t size) {
    if (observer != observer_ || bytes_.size() + size > kMaxBytes) HandOn();
  }

  // More of the body of `observer`, which must live until the next HandOn.
  void Add(HttpObserver* observer, absl::string_view bytes) {
    observer_ = observer;
    bytes_.append(bytes.data(), bytes.size());
  }

  // Calls the observer, if there is anything for it.
  void HandOn() {
    HttpObserver* const observer = std::exchange(observer_, nullptr);
    if (observer == nullptr) return;
    observer->OnBody(bytes_);
    bytes_.clear();
  }

 private:
  HttpObserver* observer_ = nullptr;
  std::string bytes_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_BODY_GATHERER_H_
