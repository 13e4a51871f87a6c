// SPDX-License-Identifier: Apache-2.0
// One thread that drives many transfers. A part of CurlHttpClient.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_LOOP_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_LOOP_H_

#include <curl/curl.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "service/upstream/curl/body_gatherer.h"
#include "service/upstream/curl/curl_http_client.h"
#include "service/upstream/curl/curl_transfer.h"
#include "service/upstream/curl/due_times.h"
#include "service/upstream/curl/host_resolver.h"
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

// The thread waits on epoll for libcurl's sockets, for the next due time (of libcurl's timer, a
// limit of a transfer, or an action), and for an eventfd that signals a command in the queue. Only
// the thread uses anything except the queues. Observers are called while libcurl is not on the
// stack and, for OnHead and OnBody, also from its callbacks; transfers that they start or cancel
// wait in the queue until libcurl has returned.
class CurlLoop {
 public:
  // `resolver` must outlive the thread of the loop.
  static absl::StatusOr<std::unique_ptr<CurlLoop>> Create(const CurlHttpClientOptions& options,
                                                          HostResolver* resolver);
  ~CurlLoop();
  CurlLoop(const CurlLoop&) = delete;
  CurlLoop& operator=(const CurlLoop&) = delete;

  // Thread-safe. After Stop, the observer receives kShutdown before Start returns.
  void Start(HttpTransferId id, HttpRequest request, HttpObserver* observer);
  void CancelAfter(HttpTransferId id, absl::Duration delay);
  void Pause(HttpTransferId id);
  void Resume(HttpTransferId id);
  void RunAfter(TimerId id, absl::Duration delay, std::function<void()> action);
  bool Forget(TimerId id) { return actions_.Forget(id); }

  // Makes the thread end all transfers with kShutdown and exit; Join waits for it.
  void Stop();
  void Join();

 private:
  struct MultiDeleter {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
  };

  struct Command {
    enum class Kind { kStart, kConnect, kCancel, kPause, kResume };
    Kind kind;
    HttpTransferId id;
    // kStart.
    HttpObserver* observer = nullptr;
    std::unique_ptr<HttpRequest> request = nullptr;
    // kConnect.
    HostAddressesPtr addresses = nullptr;
    // kCancel.
    absl::Duration delay = absl::ZeroDuration();
  };

  CurlLoop(const CurlHttpClientOptions& options, HostResolver* resolver);
  absl::Status Init();

  void Push(Command command);
  void WakeUp();

  // On the loop thread.
  void Run();
  // Executes the queued commands. Returns false when the loop must stop; no command is added after
  // that.
  bool RunCommands();
  void Begin(Command command);
  // Makes the transfer wait for the addresses of its host, or connect if they are known.
  void LookUp(CurlTransfer* transfer);
  void Connect(CurlTransfer* transfer, const HostAddresses& addresses);
  void AddToMulti(CurlTransfer* transfer);
  CurlTransfer* Find(HttpTransferId id);
  void CancelOne(CurlTransfer* transfer, absl::Duration delay);
  // Schedules a check of the transfer's limits.
  void WatchLimits(CurlTransfer* transfer, SteadyTime now);
  void Continue(HttpTransferId id);
  void WaitForEvents();
  // Makes libcurl handle a socket or its timer.
  void Act(curl_socket_t socket, int events);
  void RunTimer();
  void RunLimits();
  void RunActions(std::vector<TimerQueue::Action> actions);
  void FinishDone();
  // Removes the transfer from libcurl, then delivers its result.
  void Finish(CurlTransfer* transfer, std::optional<CURLcode> result,
              TransferResult::Cause otherwise);
  void FinishAll();

  // Callbacks of libcurl.
  static int OnSocket(CURL* easy, curl_socket_t socket, int what, void* self, void* known);
  static int OnTimer(CURLM* multi, long timeout_ms, void* self);

  const CurlHttpClientOptions options_;
  HostResolver& resolver_;
  const OwnedFd epoll_;
  const OwnedFd wake_up_;

  absl::Mutex mutex_;
  std::vector<Command> queue_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;  // the thread no longer reads the queue

  TimerQueue actions_;

  BodyGatherer gatherer_;
  std::unique_ptr<CURLM, MultiDeleter> multi_;
  // The time of libcurl's timer.
  std::optional<SteadyTime> timer_;
  absl::flat_hash_map<HttpTransferId, std::unique_ptr<CurlTransfer>> running_;
  // The times at which to check the limits of transfers. An entry whose time is not the transfer's
  // check_at() is obsolete.
  DueTimes limits_;
  // Easy handles for reuse, at most options_.max_idle_connections.
  std::vector<std::unique_ptr<CurlTransfer>> idle_;

  std::thread thread_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_LOOP_H_
