#include "service/emulator/emulator.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/emulator/requests.h"

namespace footnote::emulator {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kPatience(20'000);

struct Response {
  CURLcode result = CURLE_OK;
  long status = 0;
  std::string body;
  std::string headers;
};

size_t Append(char* data, size_t size, size_t count, void* out) {
  static_cast<std::string*>(out)->append(data, size * count);
  return size * count;
}

// One client with a connection of its own that is kept alive.
class Client {
 public:
  explicit Client(std::string base_url) : base_url_(std::move(base_url)) {
    static const CURLcode initialized = curl_global_init(CURL_GLOBAL_DEFAULT);
    EXPECT_EQ(initialized, CURLE_OK);
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

  // How many connections the last request had to open.
  long new_connections() const { return new_connections_; }

 private:
  const std::string base_url_;
  CURL* curl_ = nullptr;
  long new_connections_ = 0;
};

const std::string kHi =
    R"({"model":"claude-opus-5","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]})";

class EmulatorTest : public testing::Test {
 protected:
  void StartWith(EmulatorOptions options) {
    client_.reset();
    absl::StatusOr<std::unique_ptr<Emulator>> emulator = Emulator::Start(options);
    ASSERT_TRUE(emulator.ok()) << emulator.status();
    emulator_ = *std::move(emulator);
    client_ = std::make_unique<Client>(emulator_->base_url());
  }
  void SetUp() override { StartWith({}); }

  bool AwaitState(RecordedRequest::State state) {
    return emulator_->AwaitRequests(
        [state](const std::deque<RecordedRequest>& requests) {
          return !requests.empty() && requests.back().state == state;
        },
        kPatience);
  }

  std::unique_ptr<Emulator> emulator_;
  std::unique_ptr<Client> client_;
};

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The value of a header, or "".
std::string HeaderOf(const Response& response, const std::string& name) {
  const size_t start = response.headers.find("\r\n" + name + ": ");
  if (start == std::string::npos) return "";
  const size_t value = start + name.size() + 4;
  return response.headers.substr(value, response.headers.find("\r\n", value) - value);
}

TEST_F(EmulatorTest, AnswersAQuestionWithACitation) {
  const Response response =
      client_->Post(Body(User("[" + Hit(Text("Carry-over is at most 5 days."), Cited()) + "," +
                              Text("carry-over?") + "]")));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(HeaderOf(response, "content-type"), "application/json");
  EXPECT_TRUE(Contains(response.body, R"("cited_text":"Carry-over is at most 5 days.")"));
}

TEST_F(EmulatorTest, AnErrorCarriesTheRequestIdOfItsHeader) {
  const Response response = client_->Post("{}");
  EXPECT_EQ(response.status, 400);
  const std::string id = HeaderOf(response, "request-id");
  EXPECT_EQ(id.substr(0, 6), "req_01");
  EXPECT_EQ(
      response.body,
      R"({"type":"error","error":{"type":"invalid_request_error","message":"model: Field required"},"request_id":")" +
          id + "\"}");
}

TEST_F(EmulatorTest, EqualRequestsGetEqualRepliesFromTwoEmulators) {
  const Response first = client_->Post(kHi);
  StartWith({});
  EXPECT_EQ(client_->Post(kHi).body, first.body);
}

TEST_F(EmulatorTest, CountsTokensByItsRule) {
  const Response response = client_->Send(
      "POST", "/v1/messages/count_tokens",
      R"({"model":"claude-opus-5","messages":[{"role":"user","content":"123456789"}]})");
  EXPECT_EQ(response.body, R"({"input_tokens":3})");
}

TEST_F(EmulatorTest, SaysHonestlyThatItDoesNotStream) {
  const Response response = client_->Post(Body(User("[" + Text("Hi") + "]"), R"("stream":true)"));
  EXPECT_EQ(response.status, 400);
  EXPECT_TRUE(Contains(response.body, "this emulator has no streaming yet"));
}

TEST_F(EmulatorTest, UnknownPathsAndMethodsAreErrorsOfTheApisShape) {
  const Response path = client_->Send("POST", "/v1/complete", "{}");
  EXPECT_EQ(path.status, 404);
  EXPECT_TRUE(Contains(path.body, R"("type":"not_found_error")"));
  const Response method = client_->Send("GET", "/v1/messages");
  EXPECT_EQ(method.status, 405);
  EXPECT_EQ(HeaderOf(method, "allow"), "POST");
  EXPECT_EQ(client_->Send("HEAD", "/v1/messages").status, 405);
  EXPECT_EQ(client_->Send("PUT", "/emulator/health", "{}").status, 405);
  EXPECT_EQ(client_->Send("GET", "/emulator/other").status, 404);
}

TEST_F(EmulatorTest, IsHealthy) {
  EXPECT_EQ(client_->Send("GET", "/emulator/health").status, 200);
  EXPECT_TRUE(emulator_->Requests().empty());
}

TEST_F(EmulatorTest, IgnoresTheQuery) {
  EXPECT_EQ(client_->Send("POST", "/v1/messages?beta=true", kHi).status, 200);
}

TEST_F(EmulatorTest, KeepsAConnectionAlive) {
  client_->Post(kHi);
  EXPECT_EQ(client_->new_connections(), 1);
  for (int i = 0; i < 3; ++i) {
    client_->Post(kHi, "delay_ms=1");
    EXPECT_EQ(client_->new_connections(), 0);
  }
  client_->Post("{}");
  EXPECT_EQ(client_->new_connections(), 0);
}

TEST_F(EmulatorTest, ADelayedReplyBlocksNoOther) {
  std::thread waiting([this] {
    Client other(emulator_->base_url());
    EXPECT_NE(other.Post(kHi, "delay_ms=60000").result, CURLE_OK);
  });
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  const auto start = steady_clock::now();
  EXPECT_EQ(client_->Post(kHi).status, 200);
  EXPECT_LT(steady_clock::now() - start, milliseconds(10'000));
  emulator_.reset();  // ends the wait
  waiting.join();
}

TEST_F(EmulatorTest, ADelayComesBeforeTheFirstByte) {
  const auto start = steady_clock::now();
  EXPECT_EQ(client_->Post(kHi, "delay_ms=50").status, 200);
  EXPECT_GE(steady_clock::now() - start, milliseconds(50));
}

TEST_F(EmulatorTest, NoticesAClientThatGoesAwayDuringADelay) {
  EXPECT_EQ(client_->Post(kHi, "delay_ms=60000", 50).result, CURLE_OPERATION_TIMEDOUT);
  EXPECT_TRUE(AwaitState(RecordedRequest::State::kCancelled));
  EXPECT_EQ(emulator_->cancelled(), 1);
}

TEST_F(EmulatorTest, ManyRepliesWaitAtTheSameTime) {
  constexpr int kClients = 200;
  CURLM* multi = curl_multi_init();
  std::vector<CURL*> transfers;
  std::string sink;
  curl_slist* headers = curl_slist_append(nullptr, "x-api-key: k");
  headers = curl_slist_append(headers, "anthropic-version: 2023-06-01");
  headers = curl_slist_append(headers, "x-emulator-script: delay_ms=300");
  const std::string url = emulator_->base_url() + "/v1/messages";
  for (int i = 0; i < kClients; ++i) {
    CURL* transfer = curl_easy_init();
    curl_easy_setopt(transfer, CURLOPT_URL, url.c_str());
    curl_easy_setopt(transfer, CURLOPT_PROXY, "");
    curl_easy_setopt(transfer, CURLOPT_POSTFIELDS, kHi.c_str());
    curl_easy_setopt(transfer, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, Append);
    curl_easy_setopt(transfer, CURLOPT_WRITEDATA, &sink);
    curl_multi_add_handle(multi, transfer);
    transfers.push_back(transfer);
  }
  const auto start = steady_clock::now();
  for (int running = 1; running > 0;) {
    curl_multi_perform(multi, &running);
    curl_multi_poll(multi, nullptr, 0, 100, nullptr);
  }
  // One after the other they would take a minute.
  EXPECT_LT(steady_clock::now() - start, milliseconds(20'000));
  for (CURL* transfer : transfers) {
    long status = 0;
    curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
    EXPECT_EQ(status, 200);
    curl_multi_remove_handle(multi, transfer);
    curl_easy_cleanup(transfer);
  }
  curl_multi_cleanup(multi);
  curl_slist_free_all(headers);
}

TEST_F(EmulatorTest, RecordsWhatWasSentWithoutCredentials) {
  client_->Send("POST", "/v1/messages?beta=true", kHi,
                {"Authorization: Bearer very-secret", "X-Custom: 1"});
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kAnswered));
  const std::vector<RecordedRequest> requests = emulator_->Requests();
  ASSERT_EQ(requests.size(), 1u);
  EXPECT_EQ(requests[0].number, 1);
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].target, "/v1/messages?beta=true");
  EXPECT_EQ(*requests[0].body, kHi);
  EXPECT_EQ(requests[0].status, 200);
  const auto has = [&](const std::string& name, const std::string& value) {
    return std::find(requests[0].headers.begin(), requests[0].headers.end(),
                     std::make_pair(name, value)) != requests[0].headers.end();
  };
  EXPECT_TRUE(has("x-api-key", "[redacted]"));
  EXPECT_TRUE(has("authorization", "Bearer [redacted]"));
  EXPECT_TRUE(has("x-custom", "1"));
}

TEST_F(EmulatorTest, GivesTheRecordAsJsonLinesAndForgetsIt) {
  client_->Post(kHi);
  client_->Send("POST", "/v1/messages", "\xff");
  const Response lines = client_->Send("GET", "/emulator/requests");
  EXPECT_EQ(std::count(lines.body.begin(), lines.body.end(), '\n'), 2);
  EXPECT_TRUE(Contains(lines.body, R"({"number":1,"method":"POST","target":"/v1/messages")"));
  EXPECT_TRUE(Contains(lines.body, R"("body":"{\"model\":)"));
  EXPECT_TRUE(Contains(lines.body, R"("body_base64":"/w==","status":400,"state":"answered"})"));
  EXPECT_FALSE(Contains(lines.body, "secret-key"));
  EXPECT_EQ(client_->Send("DELETE", "/emulator/requests").status, 200);
  EXPECT_EQ(client_->Send("GET", "/emulator/requests").body, "");
}

TEST_F(EmulatorTest, KeepsOnlyTheLastRequests) {
  EmulatorOptions options;
  options.max_recorded_requests = 2;
  StartWith(options);
  for (int i = 0; i < 5; ++i) client_->Post(kHi);
  ASSERT_EQ(emulator_->Requests().size(), 2u);
  EXPECT_EQ(emulator_->Requests()[0].number, 4);
}

TEST_F(EmulatorTest, KeepsNoMoreBytesThanItMay) {
  EmulatorOptions options;
  options.max_recorded_bytes = 2 * kHi.size();
  StartWith(options);
  for (int i = 0; i < 5; ++i) client_->Post(kHi);
  EXPECT_EQ(emulator_->Requests().size(), 2u);
}

TEST_F(EmulatorTest, AScriptedErrorHasItsHeaders) {
  const Response response =
      client_->Post(kHi,
                    "status=429; retry_after=2; retry_after_ms=1500; should_retry=true; "
                    "message=Slow down; error_code=enforced_spend_limit_reached");
  EXPECT_EQ(response.status, 429);
  EXPECT_EQ(HeaderOf(response, "retry-after"), "2");
  EXPECT_EQ(HeaderOf(response, "retry-after-ms"), "1500");
  EXPECT_EQ(HeaderOf(response, "x-should-retry"), "true");
  EXPECT_TRUE(Contains(
      response.body,
      R"("error":{"type":"rate_limit_error","message":"Slow down","details":{"error_code":"enforced_spend_limit_reached"}})"));
  const Response overloaded = client_->Post(kHi, "status=529");
  EXPECT_EQ(overloaded.status, 529);
  EXPECT_TRUE(Contains(overloaded.body, R"({"type":"overloaded_error","message":"Overloaded"})"));
}

TEST_F(EmulatorTest, ABadRequestIsRefusedWhateverTheScriptSays) {
  const Response response = client_->Post("{}", "status=529");
  EXPECT_EQ(response.status, 400);
  EXPECT_TRUE(Contains(response.body, "model: Field required"));
  EXPECT_EQ(client_->Post("{}", "status=529; validate=off").status, 529);
}

TEST_F(EmulatorTest, AMalformedScriptIsExplained) {
  const Response response = client_->Post(kHi, "status=oops");
  EXPECT_EQ(response.status, 400);
  EXPECT_TRUE(
      Contains(response.body, "x-emulator-script: status must be a whole number from 200 to 599"));
}

TEST_F(EmulatorTest, ServesARegisteredBodyByteForByte) {
  const std::string bytes("<html>\0\xff", 8);
  emulator_->AddBody("page", bytes);
  const Response response = client_->Post(kHi, "body=page; content_type=text/html; status=502");
  EXPECT_EQ(response.status, 502);
  EXPECT_EQ(response.body, bytes);
  EXPECT_EQ(HeaderOf(response, "content-type"), "text/html");
  EXPECT_EQ(client_->Post("not json", "body=page").status, 400);
  EXPECT_EQ(client_->Post("not json", "body=page; validate=off").body, bytes);
  EXPECT_TRUE(Contains(client_->Post(kHi, "body=other").body, "no body is registered as 'other'"));
}

TEST_F(EmulatorTest, ServesFilesOfItsBodyDirectoryAndNoOthers) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(testing::TempDir()) / "emulator_bodies";
  fs::create_directories(root / "inside/folder");
  std::ofstream(root / "inside/reply.json") << "{\"a\":1}";
  std::ofstream(root / "secret.json") << "secret";
  fs::remove(root / "inside/link.json");
  fs::create_symlink(root / "secret.json", root / "inside/link.json");
  EXPECT_EQ(client_->Post(kHi, "body_file=reply.json").status, 400);
  EmulatorOptions options;
  options.body_directory = root / "inside";
  StartWith(options);
  EXPECT_EQ(client_->Post(kHi, "body_file=reply.json").body, "{\"a\":1}");
  EXPECT_EQ(client_->Post(kHi, "body_file=./reply.json").body, "{\"a\":1}");
  for (const std::string path :
       {"../secret.json", "link.json", "missing.json", ".", "folder", "/etc/passwd"}) {
    const Response response = client_->Post(kHi, "body_file=" + path);
    EXPECT_EQ(response.status, 400) << path;
    EXPECT_TRUE(Contains(response.body, "is no file inside the emulator's body directory")) << path;
  }
}

// A process's memory is a file whose first page gives EIO.
TEST_F(EmulatorTest, AFileThatFailsWhileItIsReadIsExplained) {
  EmulatorOptions options;
  options.body_directory = "/proc/self";
  StartWith(options);
  const Response response = client_->Post(kHi, "body_file=mem");
  EXPECT_EQ(response.status, 400);
  EXPECT_TRUE(Contains(response.body, "body_file: 'mem' cannot be read"));
}

TEST_F(EmulatorTest, CutsTheConnectionAfterSoManyBytes) {
  for (size_t size : {size_t{0}, size_t{1}, size_t{20}}) {
    const Response response = client_->Post(kHi, "cut_after=" + std::to_string(size));
    EXPECT_EQ(response.result, CURLE_PARTIAL_FILE) << size;
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body.size(), size);
  }
  const Response whole = client_->Post(kHi, "cut_after=100000");
  EXPECT_EQ(whole.result, CURLE_OK);
}

TEST_F(EmulatorTest, GivesAnyStopReason) {
  EXPECT_TRUE(Contains(client_->Post(kHi, "stop_reason=pause_turn").body,
                       R"("stop_reason":"pause_turn","stop_sequence":null)"));
  const Response refusal = client_->Post(kHi, "stop_reason=refusal");
  EXPECT_TRUE(Contains(refusal.body, R"("content":[],"stop_reason":"refusal")"));
  EXPECT_FALSE(
      Contains(client_->Post(kHi, "stop_reason=refusal; partial=true").body, R"("content":[])"));
}

TEST_F(EmulatorTest, QueuedScriptsComeBeforeTheDefaultAndAHeaderBeforeBoth) {
  ASSERT_TRUE(emulator_->SetDefaultScript("status=500").ok());
  ASSERT_TRUE(emulator_->QueueScript("status=529").ok());
  ASSERT_TRUE(emulator_->QueueScript("").ok());
  EXPECT_EQ(client_->Post(kHi, "status=418").status, 418);
  EXPECT_EQ(client_->Post(kHi).status, 529);
  EXPECT_EQ(client_->Post(kHi).status, 200);
  EXPECT_EQ(client_->Post(kHi).status, 500);
  emulator_->ClearScripts();
  EXPECT_EQ(client_->Post(kHi).status, 200);
  EXPECT_FALSE(emulator_->QueueScript("x").ok());
  EXPECT_FALSE(emulator_->SetDefaultScript("x=1").ok());
}

TEST_F(EmulatorTest, ScriptsCanBeQueuedOverHttp) {
  EXPECT_EQ(client_->Send("POST", "/emulator/scripts", "status=529\n\nstatus=503").status, 200);
  EXPECT_EQ(client_->Post(kHi).status, 529);
  EXPECT_EQ(client_->Post(kHi).status, 200);
  EXPECT_EQ(client_->Send("DELETE", "/emulator/scripts").status, 200);
  EXPECT_EQ(client_->Post(kHi).status, 200);
  const Response bad = client_->Send("POST", "/emulator/scripts", "status=529\noops");
  EXPECT_EQ(bad.status, 400);
  EXPECT_TRUE(Contains(bad.body, "line 2: 'oops' is not of the form key=value"));
}

TEST_F(EmulatorTest, ABodyOverTheLimitIsA413ThatTheClientCanRead) {
  EmulatorOptions options;
  options.max_body_bytes = 1 << 20;
  StartWith(options);
  for (const std::string expect : {"Expect:", "Expect: 100-continue"}) {
    const Response response =
        client_->Send("POST", "/v1/messages", std::string(8 << 20, ' '), {expect});
    EXPECT_EQ(response.status, 413) << expect;
    EXPECT_TRUE(Contains(response.body, R"("type":"request_too_large")"));
  }
  const Response chunked = client_->Send("POST", "/v1/messages", std::string(8 << 20, ' '),
                                         {"Transfer-Encoding: chunked", "Expect:"});
  EXPECT_EQ(chunked.status, 413);
  EXPECT_EQ(client_->Post(kHi).status, 200);
}

TEST_F(EmulatorTest, TakesALargeBodyAfterContinue) {
  const std::string padding(3 << 20, ' ');
  EXPECT_EQ(client_->Send("POST", "/v1/messages", kHi + padding, {"Expect: 100-continue"}).status,
            200);
}

TEST_F(EmulatorTest, TwoEmulatorsCannotListenOnOnePort) {
  EmulatorOptions options;
  options.listen = "127.0.0.1:" + std::to_string(emulator_->port());
  EXPECT_FALSE(Emulator::Start(options).ok());
  for (const char* listen : {"", "127.0.0.1", "localhost:x", "127.0.0.1:70000", "nowhere:1"}) {
    options.listen = listen;
    EXPECT_EQ(Emulator::Start(options).status().code(), absl::StatusCode::kInvalidArgument)
        << listen;
  }
}

// A bare connection, for what curl would not send.
class RawConnection {
 public:
  explicit RawConnection(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  }
  ~RawConnection() {
    if (socket_ >= 0) close(socket_);
  }

  void Send(const std::string& bytes) {
    EXPECT_EQ(send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }

  // Sends until the server takes no more for `patience`, or `bytes` are sent; says how many were.
  size_t SendUntilStuck(const std::string& bytes, milliseconds patience) {
    const timeval timeout{0, static_cast<suseconds_t>(patience.count() * 1000)};
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
    size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t size = send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (size <= 0) break;
      sent += static_cast<size_t>(size);
    }
    return sent;
  }

  // Half-closes: no more is sent.
  void Finish() { shutdown(socket_, SHUT_WR); }

  // Closes by a reset, which overtakes what is still to be sent.
  void Reset() {
    const linger at_once{1, 0};
    setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    close(std::exchange(socket_, -1));
  }

  // Reads until `count` replies have started and the last of them seems whole, or to the end.
  std::string ReadUntil(const std::string& end) {
    std::string received;
    char buffer[4096];
    while (!Contains(received, end)) {
      const ssize_t size = recv(socket_, buffer, sizeof(buffer), 0);
      if (size <= 0) break;
      received.append(buffer, static_cast<size_t>(size));
    }
    return received;
  }

 private:
  int socket_;
};

std::string RawPost(const std::string& body, const std::string& headers) {
  return "POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: k\r\nanthropic-version: "
         "2023-06-01\r\n" +
         headers + "content-length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST_F(EmulatorTest, WhatIsNotHttpGetsA400) {
  RawConnection connection(emulator_->port());
  connection.Send("nonsense\r\n\r\n");
  const std::string reply = connection.ReadUntil("no such text");
  EXPECT_EQ(reply.substr(0, 12), "HTTP/1.1 400");
  EXPECT_TRUE(Contains(reply, "The request is not well-formed HTTP."));
}

TEST_F(EmulatorTest, ARequestSentWhileAnotherWaitsIsAnsweredAfterIt) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kHi, "x-emulator-script: delay_ms=100; stop_reason=first\r\n"));
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  connection.Send(RawPost(kHi, "x-emulator-script: stop_reason=second\r\n"));
  const std::string replies = connection.ReadUntil("\"second\"");
  EXPECT_LT(replies.find("\"first\""), replies.find("\"second\""));
  EXPECT_EQ(emulator_->cancelled(), 0);
}

TEST_F(EmulatorTest, ALargeRequestSentWhileAnotherWaitsIsAnsweredAfterIt) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kHi, "x-emulator-script: delay_ms=100; stop_reason=first\r\n"));
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  connection.Send(
      RawPost(kHi + std::string(3 << 20, ' '), "x-emulator-script: stop_reason=second\r\n"));
  const std::string replies = connection.ReadUntil("\"second\"");
  EXPECT_LT(replies.find("\"first\""), replies.find("\"second\""));
}

TEST_F(EmulatorTest, ReadsLittleOfWhatIsSentWhileAReplyWaits) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kHi, "x-emulator-script: delay_ms=60000\r\n"));
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  // Far more than the kernel holds between the two.
  const std::string flood(128 << 20, ' ');
  EXPECT_LT(connection.SendUntilStuck(flood, milliseconds(500)), flood.size());
  connection.Reset();
  EXPECT_TRUE(AwaitState(RecordedRequest::State::kCancelled));
}

TEST_F(EmulatorTest, NoticesAnEndBehindMoreThanItReads) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kHi, "x-emulator-script: delay_ms=60000\r\n"));
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  connection.Send(std::string(96 << 10, ' '));
  connection.Finish();
  EXPECT_TRUE(AwaitState(RecordedRequest::State::kCancelled));
}

TEST_F(EmulatorTest, HeadersThatAreNotUtf8StillGiveJson) {
  RawConnection connection(emulator_->port());
  connection.Send(
      "POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: k\r\n"
      "anthropic-version: \xff\r\ncontent-length: 0\r\n\r\n");
  EXPECT_TRUE(Contains(connection.ReadUntil("request_id"), "anthropic-version: '?' is not"));
}

TEST_F(EmulatorTest, StopsWhileRepliesWait) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kHi, "x-emulator-script: delay_ms=60000\r\n"));
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  emulator_.reset();
  EXPECT_EQ(connection.ReadUntil("anything"), "");
}

}  // namespace
}  // namespace footnote::emulator
