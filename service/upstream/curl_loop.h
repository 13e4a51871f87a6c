// One thread that drives many transfers. A part of CurlHttpClient.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_LOOP_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_LOOP_H_

#include <curl/curl.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "service/upstream/curl_http_client.h"
#include "service/upstream/curl_transfer.h"
#include "service/upstream/http_client.h"

namespace footnote::upstream {

// A file descriptor, closed when destroyed.
class OwnedFd {
 public:
  explicit OwnedFd(int fd) : fd_(fd) {}
  ~OwnedFd();
  OwnedFd(const OwnedFd&) = delete;
  OwnedFd& operator=(const OwnedFd&) = delete;
  int get() const { return fd_; }

 private:
  const int fd_;
};

// The thread waits on epoll for three things: libcurl's sockets, libcurl's timer, and an eventfd
// that says that the queue of commands is no longer empty. Everything but the queue belongs to the
// thread alone. Observers are called while libcurl is not on the stack or, for OnHead and OnBody,
// from its callbacks; what they start or cancel waits in the queue until libcurl has returned.
class CurlLoop {
 public:
  static absl::StatusOr<std::unique_ptr<CurlLoop>> Create(const CurlHttpClientOptions& options);
  ~CurlLoop();
  CurlLoop(const CurlLoop&) = delete;
  CurlLoop& operator=(const CurlLoop&) = delete;

  // Thread-safe. After Stop took effect the observer hears kShutdown before Start returns.
  void Start(HttpTransferId id, HttpRequest request, HttpObserver* observer);
  void Cancel(HttpTransferId id);

  // Asks the thread to end all transfers with kShutdown and to finish; Join waits until it has.
  void Stop();
  void Join();

 private:
  struct MultiDeleter {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
  };

  struct Command {
    HttpTransferId id = 0;
    // Null to cancel.
    HttpObserver* observer = nullptr;
    HttpRequest request;
  };

  explicit CurlLoop(const CurlHttpClientOptions& options);
  absl::Status Init();

  void Push(Command command);

  // On the loop thread.
  void Run();
  // Carries out what is queued; false once the loop has to stop, after which nothing is queued.
  bool RunCommands();
  void Begin(Command command);
  void CancelNow(HttpTransferId id);
  void WaitForEvents();
  void RunTimer();
  void FinishDone();
  // Takes the transfer from libcurl, then tells its observer.
  void Finish(CurlTransfer* transfer, std::optional<CURLcode> result, HttpEnd::Cause otherwise);
  void FinishAll();

  // Callbacks of libcurl.
  static int OnSocket(CURL* easy, curl_socket_t socket, int what, void* self, void* known);
  static int OnTimer(CURLM* multi, long timeout_ms, void* self);

  const CurlHttpClientOptions options_;
  const OwnedFd epoll_;
  const OwnedFd wake_up_;

  std::mutex mutex_;
  std::vector<Command> queue_;  // guarded by mutex_
  bool stopping_ = false;       // guarded by mutex_
  bool closed_ = false;         // guarded by mutex_: the thread reads the queue no more

  std::unique_ptr<CURLM, MultiDeleter> multi_;
  // libcurl's one timer.
  std::optional<std::chrono::steady_clock::time_point> timer_;
  absl::flat_hash_map<HttpTransferId, std::unique_ptr<CurlTransfer>> running_;
  // Easy handles for reuse, at most options_.max_idle_connections.
  std::vector<std::unique_ptr<CurlTransfer>> idle_;

  std::thread thread_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_LOOP_H_
