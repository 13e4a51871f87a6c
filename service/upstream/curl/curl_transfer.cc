// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/curl_transfer.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "service/upstream/http/http_header.h"

namespace footnote::upstream {
namespace {

using Cause = TransferResult::Cause;
using Clock = std::chrono::steady_clock;

// The maximum total size of the header lines of a response, including interim responses and
// trailers.
constexpr size_t kMaxHeadBytes = 256 << 10;

// libcurl keeps both, the latter if the request was larger than that, until the response has ended.
struct BufferSizes {
  long receive;
  long send;
};
constexpr BufferSizes kBuffers = {16 << 10, 64 << 10};
// While events are rare only the first page of the one is touched; the other is libcurl's least.
constexpr BufferSizes kStreamBuffers = {32 << 10, 16 << 10};

struct CauseRow {
  CURLcode code;
  Cause cause;
};

constexpr CauseRow kCauses[] = {
    {CURLE_OK, Cause::kComplete},
    // The URL.
    {CURLE_URL_MALFORMAT, Cause::kInvalidRequest},
    // No connection. The only limit of time that libcurl knows is that to connect.
    {CURLE_OPERATION_TIMEDOUT, Cause::kConnectTimeout},
    {CURLE_COULDNT_RESOLVE_PROXY, Cause::kConnect},
    {CURLE_COULDNT_RESOLVE_HOST, Cause::kConnect},
    {CURLE_COULDNT_CONNECT, Cause::kConnect},
    {CURLE_INTERFACE_FAILED, Cause::kConnect},
    {CURLE_PROXY, Cause::kConnect},
    {CURLE_OUT_OF_MEMORY, Cause::kConnect},
    {CURLE_SSL_CONNECT_ERROR, Cause::kConnect},
    {CURLE_SSL_ENGINE_INITFAILED, Cause::kConnect},
    {CURLE_SSL_CERTPROBLEM, Cause::kConnect},
    {CURLE_SSL_CIPHER, Cause::kConnect},
    {CURLE_PEER_FAILED_VERIFICATION, Cause::kConnect},
    {CURLE_SSL_CACERT_BADFILE, Cause::kConnect},
    {CURLE_SSL_ISSUER_ERROR, Cause::kConnect},
    // The connection broke.
    {CURLE_ABORTED_BY_CALLBACK, Cause::kConnectionLost},
    {CURLE_PARTIAL_FILE, Cause::kConnectionLost},
    {CURLE_GOT_NOTHING, Cause::kConnectionLost},
    {CURLE_SEND_ERROR, Cause::kConnectionLost},
    {CURLE_RECV_ERROR, Cause::kConnectionLost},
    {CURLE_HTTP2, Cause::kConnectionLost},
    {CURLE_HTTP2_STREAM, Cause::kConnectionLost},
    // Not HTTP.
    {CURLE_UNSUPPORTED_PROTOCOL, Cause::kProtocol},
    {CURLE_WEIRD_SERVER_REPLY, Cause::kProtocol},
    {CURLE_BAD_CONTENT_ENCODING, Cause::kProtocol},
};

Cause CauseOf(CURLcode code) {
  const auto* row = std::find_if(std::begin(kCauses), std::end(kCauses),
                                 [code](const CauseRow& r) { return r.code == code; });
  return row == std::end(kCauses) ? Cause::kProtocol : row->cause;
}

bool IsLoopback(const std::string& url) {
  struct Deleter {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
  };
  const std::unique_ptr<CURLU, Deleter> parsed(curl_url());
  char* host = nullptr;
  if (parsed == nullptr || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK ||
      curl_url_get(parsed.get(), CURLUPART_HOST, &host, 0) != CURLUE_OK) {
    return false;
  }
  const std::string name = host;
  curl_free(host);
  in_addr v4;
  const bool is_v4_loopback =
      inet_pton(AF_INET, name.c_str(), &v4) == 1 && ntohl(v4.s_addr) >> 24 == IN_LOOPBACKNET;
  return is_v4_loopback || name == "[::1]" || absl::EqualsIgnoreCase(name, "localhost");
}

// Converts to milliseconds, at least 1: for libcurl, 0 means no limit. Rounded up, so that a limit
// has passed when libcurl reports it.
long Milliseconds(absl::Duration duration) {
  constexpr int64_t kMax = 1'000'000'000;  // about 11 days; libcurl wants an int
  const int64_t ms = absl::ToInt64Milliseconds(absl::Ceil(duration, absl::Milliseconds(1)));
  return static_cast<long>(std::clamp<int64_t>(ms, 1, kMax));
}

}  // namespace

CurlTransfer::CurlTransfer(const CurlHttpClientOptions& options, BodyGatherer* gatherer)
    : options_(options), gatherer_(*gatherer), easy_(curl_easy_init()) {
  if (easy_ != nullptr) SetFixedOptions();
}

void CurlTransfer::SetFixedOptions() {
  CURL* easy = easy_.get();
  curl_easy_setopt(easy, CURLOPT_PRIVATE, this);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &CurlTransfer::OnHeaderLine);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &CurlTransfer::OnData);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &CurlTransfer::OnRequest);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);

  curl_easy_setopt(easy, CURLOPT_POST, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  // Decompresses any supported encoding, but requests none.
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "identity");
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION,
                   options_.http_version == CurlHttpClientOptions::HttpVersion::k2Tls
                       ? long{CURL_HTTP_VERSION_2TLS}
                       : long{CURL_HTTP_VERSION_1_1});

  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(easy, CURLOPT_SSLVERSION, long{CURL_SSLVERSION_TLSv1_2});
  if (!options_.ca_file.empty()) {
    curl_easy_setopt(easy, CURLOPT_CAINFO, options_.ca_file.c_str());
    curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr);  // replaces those of the system
  }

  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, Milliseconds(options_.connect_timeout));
  curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(easy, CURLOPT_TCP_KEEPIDLE, 60L);
  curl_easy_setopt(easy, CURLOPT_TCP_KEEPINTVL, 60L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  // Otherwise cancelling a transfer during its name lookup blocks until the resolver has answered.
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
}

std::optional<TransferResult> CurlTransfer::Begin(HttpTransferId id, HttpRequest request,
                                                  HttpObserver* observer) {
  id_ = id;
  observer_ = observer;
  const auto fail = [this](Cause cause, absl::string_view why) {
    TransferResult end = End(std::nullopt, cause);
    end.message = std::string(why);
    return end;
  };
  if (easy_ == nullptr) return fail(Cause::kConnect, "out of memory");
  if (!SetHeaders(request.headers)) {
    return fail(Cause::kInvalidRequest, "a header's name or value is not valid");
  }
  const SteadyTime now = Clock::now();
  limits_ = TransferLimits(request, absl::Now(), now);
  if (const std::optional<Cause> passed = limits_.Passed(now)) {
    return fail(*passed, "the time was up before the start");
  }

  CURL* easy = easy_.get();
  body_ = std::move(request.body);
  SetProxyFor(request.url);
  curl_easy_setopt(easy, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body_->data());
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body_->size()));
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, header_list_.get());
  const BufferSizes& buffers = request.streams ? kStreamBuffers : kBuffers;
  curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, buffers.receive);
  curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, buffers.send);
  streams_ = request.streams;
  begun_ = true;
  return std::nullopt;
}

bool CurlTransfer::SetHeaders(const std::vector<std::pair<std::string, std::string>>& headers) {
  // Otherwise libcurl waits for the server's permission to send a large body.
  header_list_.reset(curl_slist_append(nullptr, "Expect:"));
  if (header_list_ == nullptr) return false;
  for (const auto& [name, value] : headers) {
    if (!IsValidHeaderName(name) || !IsValidHeaderValue(value)) return false;
    // A name with a colon and nothing after it would remove the header.
    const std::string line =
        value.empty() ? absl::StrCat(name, ";") : absl::StrCat(name, ": ", value);
    // The list's head stays as it is.
    if (curl_slist_append(header_list_.get(), line.c_str()) == nullptr) return false;
  }
  return true;
}

void CurlTransfer::SetProxyFor(const std::string& url) {
  if (url == proxy_checked_url_) return;
  curl_easy_setopt(easy_.get(), CURLOPT_PROXY, IsLoopback(url) ? "" : nullptr);
  proxy_checked_url_ = url;
}

TransferResult CurlTransfer::End(std::optional<CURLcode> result, Cause otherwise) {
  TransferResult end;
  end.response_started = response_started_;
  if (!result.has_value()) {
    end.cause = otherwise;
    end.message = otherwise == Cause::kCancelled  ? "cancelled"
                  : otherwise == Cause::kShutdown ? "shut down"
                                                  : "timed out";
  } else if (refused_.has_value()) {
    end.cause = *refused_;
    end.message = *refused_ == Cause::kTooLarge ? "the body is too large" : "the head is too large";
  } else if (*result == CURLE_OK && !head_done_) {
    // libcurl does not mind when the connection is closed within the head.
    end.cause = Cause::kConnectionLost;
    end.message = "the head broke off";
  } else {
    end.cause = CauseOf(*result);
    if (*result != CURLE_OK) end.message = curl_easy_strerror(*result);
  }
  if (end.cause == Cause::kTooLarge) end.max_response_bytes = options_.max_response_bytes;

  if (easy_ != nullptr) {
    long request_bytes = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_REQUEST_SIZE, &request_bytes);
    end.sent = begun_ && request_bytes > 0;
    curl_easy_setopt(easy_.get(), CURLOPT_POSTFIELDS, "");
    curl_easy_setopt(easy_.get(), CURLOPT_HTTPHEADER, nullptr);
  }
  header_list_.reset();
  id_ = 0;
  observer_ = nullptr;
  body_.reset();
  limits_ = TransferLimits();
  paused_ = false;
  left_with_libcurl_ = false;
  begun_ = false;
  response_started_ = false;
  head_done_ = false;
  head_bytes_ = 0;
  headers_.clear();
  body_bytes_ = 0;
  refused_.reset();
  first_sent_.reset();
  return end;
}

CurlTransfer* CurlTransfer::Of(CURL* easy) {
  char* self = nullptr;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &self);
  return reinterpret_cast<CurlTransfer*>(self);
}

int CurlTransfer::OnRequest(void* self, char*, char*, int, int) {
  return static_cast<CurlTransfer*>(self)->MaySend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

bool CurlTransfer::MaySend() {
  const SteadyTime now = Clock::now();
  if (!first_sent_.has_value()) {
    first_sent_ = now;
    return true;
  }
  return now - *first_sent_ <= absl::ToChronoNanoseconds(options_.max_resend_age);
}

size_t CurlTransfer::OnHeaderLine(char* data, size_t size, size_t count, void* self) {
  const size_t bytes = size * count;
  return static_cast<CurlTransfer*>(self)->HandleHeaderLine({data, bytes}) ? bytes : 0;
}

size_t CurlTransfer::OnData(char* data, size_t size, size_t count, void* self) {
  return static_cast<CurlTransfer*>(self)->HandleData({data, size * count});
}

bool CurlTransfer::HandleHeaderLine(absl::string_view line) {
  NoteResponseStarted();
  head_bytes_ += line.size();
  if (head_bytes_ > kMaxHeadBytes) {
    refused_ = Cause::kProtocol;
    return false;
  }
  if (head_done_) return true;  // a trailer
  line = absl::StripAsciiWhitespace(line);
  if (line.empty()) {
    long status = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
    if (status >= 200) {
      head_done_ = true;
      observer_->OnHead(static_cast<int>(status), std::move(headers_));
    }
    headers_.clear();  // of an interim response
    return true;
  }
  const size_t colon = line.find(':');
  if (colon == absl::string_view::npos) return true;  // the status line
  headers_.emplace_back(absl::AsciiStrToLower(line.substr(0, colon)),
                        absl::StripAsciiWhitespace(line.substr(colon + 1)));
  return true;
}

size_t CurlTransfer::HandleData(absl::string_view bytes) {
  NoteResponseStarted();
  limits_.NoteBody(Clock::now());
  // May call the observer, which may pause.
  if (streams_) gatherer_.MakeRoom(observer_, bytes.size());
  if (paused_) {
    left_with_libcurl_ = true;
    return CURL_WRITEFUNC_PAUSE;
  }
  body_bytes_ += static_cast<int64_t>(bytes.size());
  if (body_bytes_ > options_.max_response_bytes) {
    refused_ = Cause::kTooLarge;
    return bytes.size() + 1;  // 0 would be no failure where nothing came
  }
  if (streams_) {
    gatherer_.Add(observer_, bytes);
  } else {
    observer_->OnBody(bytes);
  }
  return bytes.size();
}

void CurlTransfer::NoteResponseStarted() {
  response_started_ = true;
  if (body_ == nullptr) return;
  // A server may answer before it has read everything; libcurl may then still be sending.
  curl_off_t sent = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_SIZE_UPLOAD_T, &sent);
  if (sent == static_cast<curl_off_t>(body_->size())) body_.reset();
}

void CurlTransfer::Pause() {
  paused_ = true;
  limits_.NotePause();
}

void CurlTransfer::Resume() {
  if (!paused_) return;
  paused_ = false;
  limits_.NoteResume(Clock::now());
}

CURLcode CurlTransfer::Continue() {
  left_with_libcurl_ = false;
  const CURLcode result = curl_easy_pause(easy_.get(), CURLPAUSE_CONT);
  // libcurl reports this for a transfer that has failed meanwhile, whose end is in progress.
  return result == CURLE_BAD_FUNCTION_ARGUMENT ? CURLE_OK : result;
}

}  // namespace footnote::upstream
