// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/memory/mimalloc_control.h"

#include <mimalloc.h>

#include <atomic>
#include <mutex>

namespace footnote::rpc {
namespace {

// Each thread has a heap, which only the thread itself can collect: it does so when it allocates
// after this number has changed.
std::atomic<unsigned> collection{0};

void CollectOwnHeap(bool /*force*/, unsigned long long /*heartbeat*/, void* /*arg*/) {
  thread_local unsigned last = 0;
  const unsigned now = collection.load(std::memory_order_relaxed);
  if (last == now) return;
  last = now;
  mi_collect(/*force=*/true);
}

void Collect() {
  static std::once_flag once;
  std::call_once(once, [] { mi_register_deferred_free(&CollectOwnHeap, nullptr); });
  ++collection;
  mi_collect(/*force=*/true);
}

void ReturnAtOnce(bool at_once) {
  static const long delay = mi_option_get(mi_option_decommit_delay);
  mi_option_set(mi_option_decommit_delay, at_once ? 0 : delay);
}

}  // namespace

MallocControl MimallocControl() { return {&Collect, &ReturnAtOnce}; }

}  // namespace footnote::rpc
