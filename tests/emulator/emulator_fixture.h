// SPDX-License-Identifier: Apache-2.0
// A test fixture with an emulator and an HTTP client.
#ifndef FOOTNOTE_TESTS_EMULATOR_EMULATOR_FIXTURE_H_
#define FOOTNOTE_TESTS_EMULATOR_EMULATOR_FIXTURE_H_

#include <curl/curl.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "service/emulator/emulator.h"

namespace footnote::emulator {

struct Response {
  CURLcode result = CURLE_OK;
  long status = 0;
  std::string body;
  std::string headers;
};

// Appends to the std::string at `out`. For CURLOPT_WRITEFUNCTION.
inline size_t Append(char* data, size_t size, size_t count, void* out) {
  static_cast<std::string*>(out)->append(data, size * count);
  return size * count;
}

// An HTTP client with one connection, which is kept alive.
class Client {
 public:
  explicit Client(std::string base_url) : base_url_(std::move(base_url)) {
    static const CURLcode kInitialized = curl_global_init(CURL_GLOBAL_DEFAULT);
    EXPECT_EQ(kInitialized, CURLE_OK);
    curl_ = curl_easy_init();
  }
  ~Client() { curl_easy_cleanup(curl_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  Response Send(const std::string& method, const std::string& path, const std::string& body = "",
                const std::vector<std::string>& headers = {}, long timeout_ms = 20'000) {
    Response response;
    curl_easy_reset(curl_);
    curl_slist* list = curl_slist_append(nullptr, "x-api-key: secret-key");
    list = curl_slist_append(list, "anthropic-version: 2023-06-01");
    list = curl_slist_append(list, "Content-Type: application/json");
    for (const std::string& header : headers) list = curl_slist_append(list, header.c_str());
    const std::string url = base_url_ + path;
    curl_easy_setopt(curl_, CURLOPT_URL, url.c_str());
    curl_easy_setopt(curl_, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl_, CURLOPT_PROXY, "");
    curl_easy_setopt(curl_, CURLOPT_CUSTOMREQUEST, method.c_str());
    if (method == "HEAD") curl_easy_setopt(curl_, CURLOPT_NOBODY, 1L);
    if (!body.empty()) {
      curl_easy_setopt(curl_, CURLOPT_POSTFIELDS, body.data());
      curl_easy_setopt(curl_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    }
    curl_easy_setopt(curl_, CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(curl_, CURLOPT_TIMEOUT_MS, timeout_ms);
    curl_easy_setopt(curl_, CURLOPT_WRITEFUNCTION, Append);
    curl_easy_setopt(curl_, CURLOPT_WRITEDATA, &response.body);
    curl_easy_setopt(curl_, CURLOPT_HEADERFUNCTION, Append);
    curl_easy_setopt(curl_, CURLOPT_HEADERDATA, &response.headers);
    response.result = curl_easy_perform(curl_);
    curl_easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &response.status);
    curl_easy_getinfo(curl_, CURLINFO_NUM_CONNECTS, &new_connections_);
    curl_slist_free_all(list);
    return response;
  }

  Response Post(const std::string& body, const std::string& script = "", long timeout_ms = 20'000) {
    std::vector<std::string> headers;
    if (!script.empty()) headers.push_back("x-emulator-script: " + script);
    return Send("POST", "/v1/messages", body, headers, timeout_ms);
  }

  // The number of connections that the last request opened.
  long new_connections() const { return new_connections_; }

 private:
  const std::string base_url_;
  CURL* curl_ = nullptr;
  long new_connections_ = 0;
};

// A valid request.
inline const std::string kHi =
    R"({"model":"claude-opus-5","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]})";

// Runs an emulator on a free port, and connects a client to it.
class EmulatorTest : public testing::Test {
 protected:
  void StartWith(const EmulatorOptions& options) {
    client_.reset();
    absl::StatusOr<std::unique_ptr<Emulator>> emulator = Emulator::Start(options);
    ASSERT_TRUE(emulator.ok()) << emulator.status();
    emulator_ = *std::move(emulator);
    client_ = std::make_unique<Client>(emulator_->base_url());
  }
  void SetUp() override { StartWith({}); }

  // Waits until the last request is in `state`. Returns false after a timeout.
  bool AwaitState(RecordedRequest::State state) {
    return emulator_->AwaitRequests(
        [state](const std::deque<RecordedRequest>& requests) {
          return !requests.empty() && requests.back().state == state;
        },
        std::chrono::seconds(20));
  }

  std::unique_ptr<Emulator> emulator_;
  std::unique_ptr<Client> client_;
};

inline bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Returns the value of a header, or "" if it is absent.
inline std::string HeaderOf(const Response& response, const std::string& name) {
  const size_t start = response.headers.find("\r\n" + name + ": ");
  if (start == std::string::npos) return "";
  const size_t value = start + name.size() + 4;
  return response.headers.substr(value, response.headers.find("\r\n", value) - value);
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_EMULATOR_FIXTURE_H_
