// SPDX-License-Identifier: Apache-2.0
// Joins the parts of a body that libcurl delivers. A part of CurlHttpClient.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_BODY_GATHERER_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_BODY_GATHERER_H_

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "service/upstream/http/http_client.h"

namespace footnote::upstream {

// libcurl calls back for each chunk of a chunked body, although it has read many at once, and a
// server sends each event as a separate chunk. The observer receives the chunks together, when
// libcurl has returned or kMaxBytes were received. One gatherer serves all transfers of a thread,
// because libcurl reads them one after another. Not thread-safe.
class BodyGatherer {
 public:
  static constexpr size_t kMaxBytes = 64 << 10;

  // Must be called before Add: delivers the bytes of another observer.
  void MakeRoom(const HttpObserver* observer, size_t size) {
    if (observer != observer_ || bytes_.size() + size > kMaxBytes) HandOn();
  }

  // Adds bytes of the body of `observer`, which must live until the next HandOn.
  void Add(HttpObserver* observer, absl::string_view bytes) {
    observer_ = observer;
    bytes_.append(bytes.data(), bytes.size());
  }

  // Delivers the bytes, if there are any.
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
