// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/curl_transfer.h"

#include <algorithm>
#include <chrono>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "service/upstream/curl/curl_cause.h"
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

  // Empty: no proxy, and none of the environment.
  curl_easy_setopt(easy, CURLOPT_PROXY, options_.proxy.c_str());
  curl_easy_setopt(easy, CURLOPT_NOPROXY, "");

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
  SetTarget(request);
  curl_easy_setopt(easy, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body_->data());
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body_->size()));
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, header_list_.get());
  const BufferSizes& buffers = request.streams ? kStreamBuffers : kBuffers;
  curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, buffers.receive);
  curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, buffers.send);
  streams_ = request.streams;
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

void CurlTransfer::SetTarget(const HttpRequest& request) {
  SetConnectTimeout(options_.connect_timeout);
  if (request.url == target_url_ && request.abstract_unix_socket == socket_) return;
  target_url_ = request.url;
  socket_ = request.abstract_unix_socket;
  target_ = ReadUrlTarget(request.url).value_or(UrlTarget());
  // A proxy elsewhere cannot reach this machine's own addresses.
  const bool through_proxy = !options_.proxy.empty() && !target_.is_loopback && socket_.empty();
  curl_easy_setopt(easy_.get(), CURLOPT_PROXY, through_proxy ? options_.proxy.c_str() : "");
  curl_easy_setopt(easy_.get(), CURLOPT_ABSTRACT_UNIX_SOCKET,
                   socket_.empty() ? nullptr : socket_.c_str());
  // The proxy looks up the host.
  if (through_proxy) target_ = ReadUrlTarget(options_.proxy).value_or(UrlTarget());
  if (!socket_.empty()) target_.needs_lookup = false;
}

void CurlTransfer::SetConnectTimeout(absl::Duration timeout) {
  curl_easy_setopt(easy_.get(), CURLOPT_CONNECTTIMEOUT_MS, Milliseconds(timeout));
}

bool CurlTransfer::SetAddresses(const std::vector<std::string>& addresses) {
  // The certificate and the host header are those of the name in the URL.
  std::string entry = absl::StrCat(target_.host, ":", target_.port, ":");
  absl::string_view separator;
  for (const std::string& address : addresses) {
    const bool is_v6 = address.find(':') != std::string::npos;
    absl::StrAppend(&entry, separator, is_v6 ? "[" : "", address, is_v6 ? "]" : "");
    separator = ",";
  }
  address_list_.reset(curl_slist_append(nullptr, entry.c_str()));
  curl_easy_setopt(easy_.get(), CURLOPT_RESOLVE, address_list_.get());
  return address_list_ != nullptr;
}

TransferResult CurlTransfer::End(std::optional<CURLcode> result, Cause otherwise) {
  TransferResult end;
  end.response_started = response_started_;
  end.sent = WasSent();
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
    end.cause = CauseOf(*result, end.sent);
    if (*result != CURLE_OK) end.message = curl_easy_strerror(*result);
  }
  if (end.cause == Cause::kTooLarge) end.max_response_bytes = options_.max_response_bytes;

  if (easy_ != nullptr) {
    curl_easy_setopt(easy_.get(), CURLOPT_POSTFIELDS, "");
    curl_easy_setopt(easy_.get(), CURLOPT_HTTPHEADER, nullptr);
    curl_easy_setopt(easy_.get(), CURLOPT_RESOLVE, nullptr);
  }
  header_list_.reset();
  address_list_.reset();
  id_ = 0;
  observer_ = nullptr;
  body_.reset();
  limits_ = TransferLimits();
  paused_ = false;
  left_with_libcurl_ = false;
  response_started_ = false;
  head_done_ = false;
  head_bytes_ = 0;
  headers_.clear();
  body_bytes_ = 0;
  refused_.reset();
  first_sent_.reset();
  return end;
}

bool CurlTransfer::WasSent() const {
  // Also counts the bytes that asked a proxy for a connection, before the request.
  long request_bytes = 0;
  if (easy_ != nullptr) curl_easy_getinfo(easy_.get(), CURLINFO_REQUEST_SIZE, &request_bytes);
  return first_sent_.has_value() && request_bytes > 0;
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
