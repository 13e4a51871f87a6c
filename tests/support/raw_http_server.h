// SPDX-License-Identifier: Apache-2.0
// A server for tests that sends exactly the given bytes, valid HTTP or not.
#ifndef FOOTNOTE_TESTS_SUPPORT_RAW_HTTP_SERVER_H_
#define FOOTNOTE_TESTS_SUPPORT_RAW_HTTP_SERVER_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace footnote::testing_support {

struct RawRequest {
  // The 1-based number of the connection, in the order of acceptance.
  int connection = 0;
  // From the request line to the empty line, inclusive.
  std::string head;
  std::string body;
};

struct RawReply {
  // Sent unchanged. Empty to send nothing.
  std::string bytes;
  // True if the reply waits for Release.
  bool hold = false;
  // The size of the pieces in which the reply is sent, in bytes; 0 for one piece.
  size_t piece = 0;
  // True to close the connection afterwards.
  bool close = false;
};

// Returns a response with `status`, a content-length header, `headers`, each of which ends in CRLF,
// and `body`.
std::string HttpReply(const std::string& body, const std::string& headers = "",
                      const std::string& status = "200 OK");

// Listens on 127.0.0.1 and serves any number of connections in one thread.
class RawHttpServer {
 public:
  // Called on the server's thread with each complete request. With `at_head`, called when the head
  // is complete, with an empty body; the body is then read and dropped.
  using Handler = std::function<RawReply(const RawRequest&)>;
  explicit RawHttpServer(Handler handler, bool at_head = false);
  ~RawHttpServer();
  RawHttpServer(const RawHttpServer&) = delete;
  RawHttpServer& operator=(const RawHttpServer&) = delete;

  std::string url() const;

  // Sends the held replies, and holds no later ones.
  void Release();

  // Sends `bytes` on every open connection.
  void SendToAll(const std::string& bytes);

  // Each waits for at most 30 s and returns true if the event occurred.
  bool WaitForRequests(size_t count);
  // Waits until `count` connections were closed.
  bool WaitForClosed(int count);
  // Waits until no connection is open.
  bool WaitForAllClosed();

  std::vector<RawRequest> requests();
  int accepted();
  int closed();

 private:
  struct Connection {
    int number = 0;
    std::string in;
    size_t to_skip = 0;  // bytes left of a body that is dropped
    std::string out;
    size_t piece = 0;
    bool close_after = false;
    std::vector<RawReply> held;
  };

  void Run();
  void Accept();
  void Read(int fd);
  void Handle(int fd);
  void Send(int fd, RawReply reply);
  void Write(int fd);
  void Close(int fd);
  void ReleaseHeld();
  void SendPending();
  void Watch(int fd, bool writing);
  template <typename Predicate>
  bool WaitFor(Predicate predicate);

  const Handler handler_;
  const bool at_head_;
  int listener_ = -1;
  int epoll_ = -1;
  int wake_up_ = -1;
  int port_ = 0;
  // By file descriptor. Only used by the server's thread.
  std::map<int, Connection> connections_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::vector<RawRequest> requests_;
  int accepted_ = 0;
  int closed_ = 0;
  bool released_ = false;
  std::string pending_bytes_;  // of SendToAll
  bool stopping_ = false;

  std::thread thread_;
};

}  // namespace footnote::testing_support

#endif  // FOOTNOTE_TESTS_SUPPORT_RAW_HTTP_SERVER_H_
