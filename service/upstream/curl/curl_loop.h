// One thread that drives many transfers. A part of CurlHttpClient.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_LOOP_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_LOOP_H_

#include <curl/curl.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "service/upstream/curl/body_gatherer.h"
#include "service/upstream/curl/curl_http_client.h"
#include "service/upstream/curl/curl_transfer.h"
#include "service/upstream/curl/due_times.h"
#include "service/upstream/curl/timer_queue.h"
#include "service/upstream/http/http_client.h"

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

// The thread waits on epoll for libcurl's sockets, for the next time at which something is due
// (libcurl's timer, a limit of a transfer, an action), and for an eventfd that says that the queue
// of commands is no longer empty. Everything but the queues belongs to the thread alone. Observers
// are called while libcurl is not on the stack or, for OnHead and OnBody, from its callbacks too;
// what they start or cancel waits in the queue until libcurl has returned.
class CurlLoop {
 public:
  static absl::StatusOr<std::unique_ptr<CurlLoop>> Create(const CurlHttpClientOptions& options);
  ~CurlLoop();
  CurlLoop(const CurlLoop&) = delete;
  CurlLoop& operator=(const CurlLoop&) = delete;

  // Thread-safe. After Stop took effect the observer hears kShutdown before Start returns.
  void Start(HttpTransferId id, HttpRequest request, HttpObserver* observer);
  void CancelAfter(HttpTransferId id, absl::Duration delay);
  void Pause(HttpTransferId id);
  void Resume(HttpTransferId id);
  void RunAfter(TimerId id, absl::Duration delay, std::function<void()> action);
  bool Forget(TimerId id) { return actions_.Forget(id); }

  // Asks the thread to end all transfers with kShutdown and to finish; Join waits until it has.
  void Stop();
  void Join();

 private:
  struct MultiDeleter {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
  };

  struct Command {
    enum class Kind { kStart, kCancel, kPause, kResume };
    Kind kind;
    HttpTransferId id;
    // kStart.
    HttpObserver* observer = nullptr;
    std::unique_ptr<HttpRequest> request = nullptr;
    // kCancel.
    absl::Duration delay = absl::ZeroDuration();
  };

  explicit CurlLoop(const CurlHttpClientOptions& options);
  absl::Status Init();

  void Push(Command command);
  void WakeUp();

  // On the loop thread.
  void Run();
  // Carries out what is queued; false once the loop has to stop, after which nothing is queued.
  bool RunCommands();
  void Begin(Command command);
  CurlTransfer* Find(HttpTransferId id);
  void CancelOne(CurlTransfer* transfer, absl::Duration delay);
  // Has the transfer's limits looked at when one may have passed.
  void WatchLimits(CurlTransfer* transfer, SteadyTime now);
  void Continue(HttpTransferId id);
  void WaitForEvents();
  // Has libcurl look after a socket, or its timer.
  void Act(curl_socket_t socket, int events);
  void RunTimer();
  void RunLimits();
  void RunActions(std::vector<TimerQueue::Action> actions);
  void FinishDone();
  // Takes the transfer from libcurl, then tells its observer.
  void Finish(CurlTransfer* transfer, std::optional<CURLcode> result,
              TransferResult::Cause otherwise);
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

  TimerQueue actions_;

  BodyGatherer gatherer_;
  std::unique_ptr<CURLM, MultiDeleter> multi_;
  // libcurl's one timer.
  std::optional<SteadyTime> timer_;
  absl::flat_hash_map<HttpTransferId, std::unique_ptr<CurlTransfer>> running_;
  // When to look at the limits of which transfer. An entry whose time is not the transfer's
  // check_at() is void.
  DueTimes limits_;
  // Easy handles for reuse, at most options_.max_idle_connections.
  std::vector<std::unique_ptr<CurlTransfer>> idle_;

  std::thread thread_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_LOOP_H_
