// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/recorder.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"
#include "service/messages/json/json_writer.h"
#include "simdjson.h"

namespace footnote::emulator {
namespace {

constexpr std::string_view kRedacted = "[redacted]";

bool IsCredential(std::string_view header) {
  constexpr std::string_view kHeaders[] = {"authorization",       "x-api-key", "api-key",
                                           "proxy-authorization", "cookie",    "x-goog-api-key",
                                           "x-amz-security-token"};
  return std::find(std::begin(kHeaders), std::end(kHeaders), header) != std::end(kHeaders);
}

// Keeps the scheme "Bearer", so that tests can check it.
std::string Redact(std::string_view header, std::string_view value) {
  constexpr std::string_view kBearer = "Bearer ";
  if (header == "authorization" && value.substr(0, kBearer.size()) == kBearer) {
    return std::string(kBearer).append(kRedacted);
  }
  return std::string(kRedacted);
}

HttpHeaders WithoutCredentials(const HttpHeaders& headers) {
  HttpHeaders kept = headers;
  for (auto& [name, value] : kept) {
    if (IsCredential(name)) value = Redact(name, value);
  }
  return kept;
}

absl::string_view NameOf(RecordedRequest::State state) {
  switch (state) {
    case RecordedRequest::State::kOpen:
      return "open";
    case RecordedRequest::State::kAnswered:
      return "answered";
    case RecordedRequest::State::kCancelled:
      return "cancelled";
  }
  return "";
}

void AppendRequest(const RecordedRequest& request, std::string* out) {
  messages::JsonWriter json(out);
  json.Raw(R"({"number":)");
  json.Int(request.number);
  json.Raw(R"(,"method":)");
  json.String(request.method);
  json.Raw(R"(,"target":)");
  json.String(request.target);
  json.Raw(R"(,"headers":)");
  json.Array(request.headers, [&json](const std::pair<std::string, std::string>& header) {
    json.Raw("[");
    json.String(header.first);
    json.Raw(",");
    json.String(header.second);
    json.Raw("]");
  });
  const std::string& body = *request.body;
  if (simdjson::validate_utf8(body.data(), body.size())) {
    json.Raw(R"(,"body":)");
    json.String(body);
  } else {
    json.Raw(R"(,"body_base64":)");
    json.String(absl::Base64Escape(body));
  }
  json.Raw(R"(,"status":)");
  json.Int(request.status);
  json.Raw(R"(,"bytes_written":)");
  json.Int(static_cast<int64_t>(request.bytes_written));
  json.Raw(R"(,"events_written":)");
  json.Int(static_cast<int64_t>(request.events_written));
  json.Raw(R"(,"state":)");
  json.String(NameOf(request.state));
  json.Raw("}\n");
}

}  // namespace

Recorder::Recorder(size_t max_requests, size_t max_bytes)
    : max_requests_(std::max<size_t>(1, max_requests)), max_bytes_(max_bytes) {}

int64_t Recorder::Add(const HttpRequest& request, int status) {
  RecordedRequest record;
  record.method = request.method;
  record.target = request.target;
  record.headers = WithoutCredentials(request.headers);
  record.body = request.body;
  record.status = status;
  std::lock_guard<std::mutex> lock(mutex_);
  record.number = ++last_number_;
  bytes_ += record.body->size();
  requests_.push_back(std::move(record));
  while (requests_.size() > max_requests_ || (bytes_ > max_bytes_ && requests_.size() > 1)) {
    bytes_ -= requests_.front().body->size();
    requests_.pop_front();
  }
  changed_.notify_all();
  return last_number_;
}

RecordedRequest* Recorder::Find(int64_t number) {
  // The numbers of the requests that are kept are consecutive.
  if (requests_.empty() || number < requests_.front().number) return nullptr;
  return &requests_[static_cast<size_t>(number - requests_.front().number)];
}

void Recorder::NoteWritten(int64_t number, size_t bytes, size_t events) {
  std::lock_guard<std::mutex> lock(mutex_);
  RecordedRequest* request = Find(number);
  if (request == nullptr) return;
  request->bytes_written = bytes;
  request->events_written = events;
  changed_.notify_all();
}

void Recorder::End(int64_t number, bool cancelled) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (cancelled) ++cancelled_;
  if (RecordedRequest* request = Find(number); request != nullptr) {
    request->state =
        cancelled ? RecordedRequest::State::kCancelled : RecordedRequest::State::kAnswered;
  }
  changed_.notify_all();
}

std::vector<RecordedRequest> Recorder::Requests() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return {requests_.begin(), requests_.end()};
}

int64_t Recorder::cancelled() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return cancelled_;
}

void Recorder::Clear() {
  std::lock_guard<std::mutex> lock(mutex_);
  requests_.clear();
  bytes_ = 0;
  cancelled_ = 0;
  changed_.notify_all();
}

bool Recorder::Await(const std::function<bool(const std::deque<RecordedRequest>&)>& predicate,
                     std::chrono::milliseconds timeout) const {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_for(lock, timeout, [&] { return predicate(requests_); });
}

std::string RequestsAsJsonLines(const std::vector<RecordedRequest>& requests) {
  std::string lines;
  for (const RecordedRequest& request : requests) AppendRequest(request, &lines);
  return lines;
}

}  // namespace footnote::emulator
