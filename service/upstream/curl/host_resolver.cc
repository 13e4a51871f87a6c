// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/host_resolver.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>

#include <chrono>
#include <csignal>
#include <deque>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

namespace footnote::upstream {
namespace {

// Returns the text of an address; empty if it is not an IP address.
std::string AddressOf(const addrinfo& info) {
  char text[INET6_ADDRSTRLEN] = "";
  const void* address = nullptr;
  if (info.ai_family == AF_INET) {
    address = &reinterpret_cast<const sockaddr_in*>(info.ai_addr)->sin_addr;
  } else if (info.ai_family == AF_INET6) {
    address = &reinterpret_cast<const sockaddr_in6*>(info.ai_addr)->sin6_addr;
  }
  if (address != nullptr) inet_ntop(info.ai_family, address, text, sizeof(text));
  return text;
}

// Blocks all signals in its scope, for the threads that start there: signals are for other threads.
class BlockSignals {
 public:
  BlockSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~BlockSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockSignals(const BlockSignals&) = delete;
  BlockSignals& operator=(const BlockSignals&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

absl::Time SteadyNow() {
  const std::chrono::nanoseconds since_start = std::chrono::steady_clock::now().time_since_epoch();
  return absl::UnixEpoch() + absl::FromChrono(since_start);
}

HostAddresses SystemLookup(const std::string& host) {
  HostAddresses result;
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int code = getaddrinfo(host.c_str(), nullptr, &hints, &found); code != 0) {
    result.error = gai_strerror(code);
    return result;
  }
  for (const addrinfo* info = found; info != nullptr; info = info->ai_next) {
    std::string address = AddressOf(*info);
    if (!address.empty()) result.addresses.push_back(std::move(address));
  }
  freeaddrinfo(found);
  if (result.addresses.empty()) result.error = "the host has no address";
  return result;
}

class HostResolver::State : public std::enable_shared_from_this<State> {
 public:
  explicit State(Options options) : options_(std::move(options)) {}

  HostAddressesPtr Resolve(const std::string& host, Callback done) {
    const absl::MutexLock lock(&mutex_);
    Entry& entry = entries_[host];
    const absl::Duration age = options_.now() - entry.looked_up_at;
    if (entry.known != nullptr && age < UseTime(*entry.known)) {
      if (age >= options_.ttl && options_.now() >= entry.refresh_after) LookUp(host, &entry);
      return entry.known;
    }
    LookUp(host, &entry);
    // Without a thread there is no look-up: the entry has its failure.
    if (!entry.in_progress) return entry.known;
    entry.waiting.push_back(std::move(done));
    return nullptr;
  }

  void Close() {
    const absl::MutexLock lock(&mutex_);
    closed_ = true;
    queue_.clear();
    entries_.clear();  // with everything that waits
  }

 private:
  struct Entry {
    HostAddressesPtr known;
    absl::Time looked_up_at = absl::InfinitePast();
    absl::Time refresh_after = absl::InfinitePast();
    bool in_progress = false;
    std::vector<Callback> waiting;
  };

  absl::Duration UseTime(const HostAddresses& known) const {
    return known.addresses.empty() ? options_.failure_ttl : 2 * options_.ttl;
  }

  // Starts a look-up unless one is in progress.
  void LookUp(const std::string& host, Entry* entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (entry->in_progress) return;
    entry->in_progress = true;
    queue_.push_back(host);
    if (threads_ == options_.max_threads) return;
    try {
      const BlockSignals block_signals;
      std::thread([self = shared_from_this()] { self->Run(); }).detach();
      ++threads_;
    } catch (const std::system_error&) {
      if (threads_ > 0) return;  // another thread looks it up
      queue_.clear();
      entry->in_progress = false;
      Note({{}, "no thread is left for a look-up"}, entry);
    }
  }

  void Run() {
    pthread_setname_np(pthread_self(), "host_resolver");
    mutex_.Lock();
    while (!queue_.empty()) {
      const std::string host = std::move(queue_.front());
      queue_.pop_front();
      mutex_.Unlock();
      HostAddresses found = options_.lookup(host);
      mutex_.Lock();
      if (closed_) break;
      Entry& entry = entries_[host];
      entry.in_progress = false;
      // A failure does not replace addresses that may still be used, for which nobody waits.
      if (found.addresses.empty() && entry.known != nullptr && entry.waiting.empty()) {
        entry.refresh_after = options_.now() + options_.failure_ttl;
      } else {
        Note(std::move(found), &entry);
      }
    }
    --threads_;
    mutex_.Unlock();
  }

  // Sets the result of a look-up, and delivers it.
  void Note(HostAddresses found, Entry* entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    entry->known = std::make_shared<const HostAddresses>(std::move(found));
    entry->looked_up_at = options_.now();
    const std::vector<Callback> waiting = std::exchange(entry->waiting, {});
    for (const Callback& done : waiting) done(entry->known);
  }

  const Options options_;
  absl::Mutex mutex_;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  int threads_ ABSL_GUARDED_BY(mutex_) = 0;
  std::deque<std::string> queue_ ABSL_GUARDED_BY(mutex_);  // the hosts to look up
  absl::flat_hash_map<std::string, Entry> entries_ ABSL_GUARDED_BY(mutex_);
};

HostResolver::HostResolver(Options options) : state_(std::make_shared<State>(std::move(options))) {}

HostResolver::~HostResolver() { state_->Close(); }

HostAddressesPtr HostResolver::Resolve(const std::string& host, Callback done) {
  return state_->Resolve(host, std::move(done));
}

}  // namespace footnote::upstream
