// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/curl_loop.h"

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace footnote::upstream {
namespace {

using Clock = std::chrono::steady_clock;

// The loop of this thread; null on other threads.
thread_local const CurlLoop* this_threads_loop = nullptr;

TransferResult ShutdownEnd() {
  TransferResult end;
  end.cause = TransferResult::Cause::kShutdown;
  end.message = "the client was shut down";
  return end;
}

uint32_t EpollEvents(int curl_poll) {
  switch (curl_poll) {
    case CURL_POLL_IN:
      return EPOLLIN;
    case CURL_POLL_OUT:
      return EPOLLOUT;
    case CURL_POLL_INOUT:
      return EPOLLIN | EPOLLOUT;
    default:
      return 0;
  }
}

int CurlEvents(uint32_t epoll_events) {
  int events = 0;
  if (epoll_events & (EPOLLIN | EPOLLHUP)) events |= CURL_CSELECT_IN;
  if (epoll_events & EPOLLOUT) events |= CURL_CSELECT_OUT;
  if (epoll_events & EPOLLERR) events |= CURL_CSELECT_ERR;
  return events;
}

// Makes writing to a closed connection an error instead of a signal. Threads inherit the mask.
class BlockSigpipe {
 public:
  BlockSigpipe() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, &before_);
  }
  ~BlockSigpipe() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockSigpipe(const BlockSigpipe&) = delete;
  BlockSigpipe& operator=(const BlockSigpipe&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

OwnedFd::~OwnedFd() {
  if (fd_ >= 0) close(fd_);
}

absl::StatusOr<std::unique_ptr<CurlLoop>> CurlLoop::Create(const CurlHttpClientOptions& options,
                                                           HostResolver* resolver) {
  std::unique_ptr<CurlLoop> loop(new CurlLoop(options, resolver));
  if (absl::Status status = loop->Init(); !status.ok()) return status;
  return loop;
}

CurlLoop::CurlLoop(const CurlHttpClientOptions& options, HostResolver* resolver)
    : options_(options),
      resolver_(*resolver),
      epoll_(epoll_create1(EPOLL_CLOEXEC)),
      wake_up_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      multi_(curl_multi_init()) {}

absl::Status CurlLoop::Init() {
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.fd = wake_up_.get();
  if (epoll_.get() < 0 || wake_up_.get() < 0 ||
      epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_up_.get(), &event) != 0) {
    return absl::ResourceExhaustedError(absl::StrCat("cannot poll: ", std::strerror(errno)));
  }
  if (multi_ == nullptr) return absl::ResourceExhaustedError("cannot make a curl multi handle");

  CURLM* multi = multi_.get();
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, &CurlLoop::OnSocket);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, &CurlLoop::OnTimer);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, this);
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, long{options_.max_idle_connections});
  curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS,
                    long{options_.max_connections / options_.loop_threads});

  const BlockSigpipe block_sigpipe;
  try {
    thread_ = std::thread([this] { Run(); });
  } catch (const std::system_error& error) {
    return absl::ResourceExhaustedError(absl::StrCat("cannot start a thread: ", error.what()));
  }
  return absl::OkStatus();
}

CurlLoop::~CurlLoop() {
  Stop();
  Join();
}

void CurlLoop::Start(HttpTransferId id, HttpRequest request, HttpObserver* observer) {
  Command command{Command::Kind::kStart, id};
  command.observer = observer;
  command.request = std::make_unique<HttpRequest>(std::move(request));
  Push(std::move(command));
}

void CurlLoop::CancelAfter(HttpTransferId id, absl::Duration delay) {
  Command command{Command::Kind::kCancel, id};
  command.delay = delay;
  Push(std::move(command));
}

void CurlLoop::Pause(HttpTransferId id) {
  // Immediate if an observer calls it. The command is added to the queue too, so that an earlier
  // Resume, which waits there, does not undo it.
  if (this_threads_loop == this) {
    if (CurlTransfer* const transfer = Find(id)) transfer->Pause();
  }
  Push(Command{Command::Kind::kPause, id});
}

void CurlLoop::Resume(HttpTransferId id) { Push(Command{Command::Kind::kResume, id}); }

void CurlLoop::RunAfter(TimerId id, absl::Duration delay, std::function<void()> action) {
  switch (actions_.Add(id, After(Clock::now(), delay), std::move(action))) {
    case TimerQueue::Added::kIsNext:
      return WakeUp();
    case TimerQueue::Added::kWaits:
      return;
    case TimerQueue::Added::kClosed:
      return action();
  }
}

void CurlLoop::Push(Command command) {
  bool was_empty = false;
  HttpObserver* refused = nullptr;
  {
    const absl::MutexLock lock(&mutex_);
    if (closed_) {
      refused = command.observer;
    } else {
      was_empty = queue_.empty();
      queue_.push_back(std::move(command));
    }
  }
  if (refused != nullptr) refused->OnEnd(ShutdownEnd());
  // If the queue was not empty, a wake-up is already in progress.
  if (was_empty) WakeUp();
}

void CurlLoop::WakeUp() { eventfd_write(wake_up_.get(), 1); }

void CurlLoop::Stop() {
  {
    const absl::MutexLock lock(&mutex_);
    stopping_ = true;
  }
  WakeUp();
}

void CurlLoop::Join() {
  if (thread_.joinable()) thread_.join();
}

void CurlLoop::Run() {
  this_threads_loop = this;
  pthread_setname_np(pthread_self(), "curl_loop");
  while (RunCommands()) {
    RunTimer();
    FinishDone();
    RunLimits();
    RunActions(actions_.TakeDue(Clock::now()));
    WaitForEvents();
  }
  RunActions(actions_.Close());
  FinishAll();
}

bool CurlLoop::RunCommands() {
  std::vector<Command> commands;
  bool stop;
  {
    const absl::MutexLock lock(&mutex_);
    commands.swap(queue_);
    stop = stopping_;
    closed_ = stop;
  }
  std::vector<HttpTransferId> to_continue;
  for (Command& command : commands) {
    if (command.kind == Command::Kind::kStart) {
      if (stop) {
        command.observer->OnEnd(ShutdownEnd());
      } else {
        Begin(std::move(command));
      }
      continue;
    }
    CurlTransfer* const transfer = Find(command.id);
    if (transfer == nullptr) continue;
    if (command.kind == Command::Kind::kConnect) {
      Connect(transfer, *command.addresses);
    } else if (command.kind == Command::Kind::kCancel) {
      CancelOne(transfer, command.delay);
    } else if (command.kind == Command::Kind::kPause) {
      transfer->Pause();
    } else {
      transfer->Resume();
      if (transfer->must_continue()) to_continue.push_back(command.id);
    }
  }
  // Only after all commands: a resumed transfer may have been paused again.
  for (const HttpTransferId id : to_continue) Continue(id);
  return !stop;
}

void CurlLoop::Begin(Command command) {
  std::unique_ptr<CurlTransfer> transfer;
  if (idle_.empty()) {
    transfer = std::make_unique<CurlTransfer>(options_, &gatherer_);
  } else {
    transfer = std::move(idle_.back());
    idle_.pop_back();
  }
  if (const std::optional<TransferResult> failed =
          transfer->Begin(command.id, *std::move(command.request), command.observer)) {
    command.observer->OnEnd(*failed);
    return;
  }
  CurlTransfer* const added = transfer.get();
  running_.emplace(command.id, std::move(transfer));
  added->set_check_at(SteadyTime::max());
  if (added->target().needs_lookup) {
    LookUp(added);
  } else {
    AddToMulti(added);
  }
}

void CurlLoop::LookUp(CurlTransfer* transfer) {
  const SteadyTime now = Clock::now();
  const HttpTransferId id = transfer->id();
  const HostAddressesPtr known =
      resolver_.Resolve(transfer->target().host, [this, id](HostAddressesPtr found) {
        Command command{Command::Kind::kConnect, id};
        command.addresses = std::move(found);
        Push(std::move(command));
      });
  // libcurl's limit applies again from the moment it connects.
  const SteadyTime connect_by = After(now, options_.connect_timeout);
  transfer->limits().ConnectBy(connect_by);
  if (known != nullptr) return Connect(transfer, *known);
  WatchLimits(transfer, now);
}

void CurlLoop::Connect(CurlTransfer* transfer, const HostAddresses& addresses) {
  if (addresses.addresses.empty() || !transfer->SetAddresses(addresses.addresses)) {
    const bool found = !addresses.addresses.empty();
    return Finish(transfer, found ? CURLE_OUT_OF_MEMORY : CURLE_COULDNT_RESOLVE_HOST,
                  TransferResult::Cause::kConnect);
  }
  const std::optional<absl::Duration> left = transfer->limits().NoteConnecting(Clock::now());
  if (left.has_value()) transfer->SetConnectTimeout(*left);
  AddToMulti(transfer);
}

void CurlLoop::AddToMulti(CurlTransfer* transfer) {
  WatchLimits(transfer, Clock::now());
  if (curl_multi_add_handle(multi_.get(), transfer->easy()) != CURLM_OK) {
    Finish(transfer, CURLE_OUT_OF_MEMORY, TransferResult::Cause::kConnect);
  }
}

CurlTransfer* CurlLoop::Find(HttpTransferId id) {
  const auto it = running_.find(id);
  return it == running_.end() ? nullptr : it->second.get();
}

void CurlLoop::CancelOne(CurlTransfer* transfer, absl::Duration delay) {
  if (delay <= absl::ZeroDuration()) {
    Finish(transfer, std::nullopt, TransferResult::Cause::kCancelled);
    return;
  }
  const SteadyTime now = Clock::now();
  transfer->limits().CancelAt(After(now, delay));
  WatchLimits(transfer, now);
}

void CurlLoop::WatchLimits(CurlTransfer* transfer, SteadyTime now) {
  const SteadyTime next = transfer->limits().NextCheck(now);
  if (next >= transfer->check_at()) return;
  transfer->set_check_at(next);
  limits_.Add(next, transfer->id());
}

void CurlLoop::Continue(HttpTransferId id) {
  CurlTransfer* const transfer = Find(id);
  if (transfer == nullptr || !transfer->must_continue()) return;
  const CURLcode result = transfer->Continue();
  gatherer_.HandOn();
  if (result != CURLE_OK) Finish(transfer, result, TransferResult::Cause::kComplete);
}

void CurlLoop::WaitForEvents() {
  int timeout_ms = -1;
  SteadyTime next = SteadyTime::max();
  for (const std::optional<SteadyTime>& due : {timer_, limits_.Earliest(), actions_.Earliest()}) {
    if (due.has_value()) next = std::min(next, *due);
  }
  if (next != SteadyTime::max()) {
    // Rounded up, so that the thread does not spin during the last millisecond.
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now()).count();
    timeout_ms = static_cast<int>(std::clamp<int64_t>(left, 0, 3'600'000));
  }
  std::array<epoll_event, 256> events;
  const int n = epoll_wait(epoll_.get(), events.data(), events.size(), timeout_ms);
  for (int i = 0; i < n; ++i) {
    const int fd = events[i].data.fd;
    if (fd == wake_up_.get()) {
      eventfd_t ignored;
      eventfd_read(fd, &ignored);
      continue;
    }
    Act(fd, CurlEvents(events[i].events));
  }
}

void CurlLoop::Act(curl_socket_t socket, int events) {
  int still_running;
  curl_multi_socket_action(multi_.get(), socket, events, &still_running);
  gatherer_.HandOn();
}

void CurlLoop::RunTimer() {
  if (!timer_.has_value() || Clock::now() < *timer_) return;
  timer_.reset();
  Act(CURL_SOCKET_TIMEOUT, 0);
}

void CurlLoop::RunLimits() {
  const SteadyTime now = Clock::now();
  while (const std::optional<DueTimes::Entry> entry = limits_.TakeDue(now)) {
    CurlTransfer* const transfer = Find(entry->id);
    if (transfer == nullptr || transfer->check_at() != entry->due) continue;
    if (const std::optional<TransferResult::Cause> passed = transfer->limits().Passed(now)) {
      Finish(transfer, std::nullopt, *passed);
    } else {
      transfer->set_check_at(SteadyTime::max());
      WatchLimits(transfer, now);
    }
  }
}

void CurlLoop::RunActions(std::vector<TimerQueue::Action> actions) {
  for (const TimerQueue::Action& action : actions) action();
}

void CurlLoop::FinishDone() {
  int left;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    // Both are invalid after the handle is removed.
    const CURLcode result = message->data.result;
    Finish(CurlTransfer::Of(message->easy_handle), result, TransferResult::Cause::kComplete);
  }
}

void CurlLoop::Finish(CurlTransfer* transfer, std::optional<CURLcode> result,
                      TransferResult::Cause otherwise) {
  // Closes the connection unless the response was received completely.
  curl_multi_remove_handle(multi_.get(), transfer->easy());
  const auto it = running_.find(transfer->id());
  std::unique_ptr<CurlTransfer> owned = std::move(it->second);
  running_.erase(it);
  HttpObserver* const observer = owned->observer();
  const TransferResult end = owned->End(result, otherwise);
  limits_.Shed(running_.size(), [this](const DueTimes::Entry& entry) {
    CurlTransfer* const waiting = Find(entry.id);
    return waiting != nullptr && waiting->check_at() == entry.due;
  });
  if (idle_.size() < static_cast<size_t>(options_.max_idle_connections)) {
    idle_.push_back(std::move(owned));
  }
  observer->OnEnd(end);
}

void CurlLoop::FinishAll() {
  while (!running_.empty()) {
    Finish(running_.begin()->second.get(), std::nullopt, TransferResult::Cause::kShutdown);
  }
}

int CurlLoop::OnSocket(CURL* /*easy*/, curl_socket_t socket, int what, void* self, void* known) {
  CurlLoop& loop = *static_cast<CurlLoop*>(self);
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(loop.epoll_.get(), EPOLL_CTL_DEL, socket, nullptr);
    return 0;
  }
  epoll_event event = {};
  event.events = EpollEvents(what);
  event.data.fd = socket;
  const int operation = known == nullptr ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  int failed = epoll_ctl(loop.epoll_.get(), operation, socket, &event);
  // A descriptor that was closed and came again need not be known here as it is there.
  if (failed != 0 && errno == EEXIST) {
    failed = epoll_ctl(loop.epoll_.get(), EPOLL_CTL_MOD, socket, &event);
  } else if (failed != 0 && errno == ENOENT) {
    failed = epoll_ctl(loop.epoll_.get(), EPOLL_CTL_ADD, socket, &event);
  }
  // -1 makes libcurl end all transfers of this loop: none could be driven reliably any more.
  if (failed != 0) return -1;
  curl_multi_assign(loop.multi_.get(), socket, self);
  return 0;
}

int CurlLoop::OnTimer(CURLM* /*multi*/, long timeout_ms, void* self) {
  auto& timer = static_cast<CurlLoop*>(self)->timer_;
  timer.reset();
  if (timeout_ms >= 0) timer = Clock::now() + std::chrono::milliseconds(timeout_ms);
  return 0;
}

}  // namespace footnote::upstream
