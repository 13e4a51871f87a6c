// SPDX-License-Identifier: Apache-2.0
// Reports to ThreadSanitizer the order that gRPC creates, since the library is not instrumented.
//
// Each function here interposes a function of a shared library, calls it, and reports the order
// that it creates: locks, completion queues, and the end of a server's call. Everything that gRPC
// passes between threads goes through these, including code that is inlined from its headers. It
// reports no more than an instrumented library would, so races of Footnote's code are still found.
#ifdef FOOTNOTE_TSAN

#include <dlfcn.h>
#include <grpc/grpc.h>  // the system header: as a dep, every binary would load the library

#include <cstdint>
#include <cstdio>
#include <cstdlib>

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): TSan defines the names.
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

// Mangled names in Debian's libraries.
#define ABSL_MUTEX_LOCK "_ZN4absl7debian35Mutex4LockEv"
#define ABSL_MUTEX_TRY_LOCK "_ZN4absl7debian35Mutex7TryLockEv"
#define ABSL_MUTEX_UNLOCK "_ZN4absl7debian35Mutex6UnlockEv"
#define ABSL_COND_VAR_WAIT "_ZN4absl7debian37CondVar4WaitEPNS0_5MutexE"
#define ABSL_COND_VAR_WAIT_WITH_DEADLINE \
  "_ZN4absl7debian37CondVar16WaitWithDeadlineEPNS0_5MutexENS0_4TimeE"
#define ABSL_COND_VAR_WAIT_WITH_TIMEOUT \
  "_ZN4absl7debian37CondVar15WaitWithTimeoutEPNS0_5MutexENS0_8DurationE"
#define GRPC_CQ_END_OP                                                      \
  "_Z14grpc_cq_end_opP21grpc_completion_queuePvN4absl7debian36StatusEPFvS1" \
  "_P18grpc_cq_completionES1_S6_b"
#define GRPC_CALL_ON_CANCEL \
  "_ZN4grpc8internal18ServerCallbackCall12CallOnCancelEPNS0_13ServerReactorE"
#define GRPC_SCHEDULE_ON_DONE "_ZN4grpc8internal18ServerCallbackCall14ScheduleOnDoneEb"
#define GRPC_SERVER_UNREF "_ZN4grpc6Server23UnrefWithPossibleNotifyEv"
#define GRPC_SERVER_AWAIT_UNREFS "_ZN4grpc6Server18UnrefAndWaitLockedEv"

namespace {

// Returns the library's function of that name, which has the type of `ours`.
template <typename Function>
Function* Own(Function* /*ours*/, const char* name) {
  void* const own = dlsym(RTLD_NEXT, name);
  if (own == nullptr) {
    std::fprintf(stderr, "bazel/san: no library has %s\n", name);
    std::abort();
  }
  return reinterpret_cast<Function*>(own);
}

grpc_event Ended(grpc_event event) {
  if (event.type == GRPC_OP_COMPLETE && event.tag != nullptr) __tsan_acquire(event.tag);
  return event;
}

// The counter of the unfinished parts of a server's call, which code of the headers (visible to
// TSan) and of the library decrements. It is located after another counter and the pointer to the
// virtual functions. The last part calls OnDone.
void* CounterOf(void* call) { return static_cast<char*>(call) + sizeof(void*) + sizeof(int); }

// Have the calling convention of absl::Duration and absl::Time.
struct Duration {
  int64_t high;
  uint32_t low;
};

}  // namespace

// ---- locks ----

extern "C" {

void AbslMutexLock(void* mutex) asm(ABSL_MUTEX_LOCK);
void AbslMutexLock(void* mutex) {
  static auto* const own = Own(AbslMutexLock, ABSL_MUTEX_LOCK);
  own(mutex);
  __tsan_acquire(mutex);
}

bool AbslMutexTryLock(void* mutex) asm(ABSL_MUTEX_TRY_LOCK);
bool AbslMutexTryLock(void* mutex) {
  static auto* const own = Own(AbslMutexTryLock, ABSL_MUTEX_TRY_LOCK);
  const bool locked = own(mutex);
  if (locked) __tsan_acquire(mutex);
  return locked;
}

void AbslMutexUnlock(void* mutex) asm(ABSL_MUTEX_UNLOCK);
void AbslMutexUnlock(void* mutex) {
  static auto* const own = Own(AbslMutexUnlock, ABSL_MUTEX_UNLOCK);
  __tsan_release(mutex);
  own(mutex);
}

void AbslCondVarWait(void* changed, void* mutex) asm(ABSL_COND_VAR_WAIT);
void AbslCondVarWait(void* changed, void* mutex) {
  static auto* const own = Own(AbslCondVarWait, ABSL_COND_VAR_WAIT);
  __tsan_release(mutex);
  own(changed, mutex);
  __tsan_acquire(mutex);
}

bool AbslCondVarWaitWithTimeout(void* changed, void* mutex,
                                Duration timeout) asm(ABSL_COND_VAR_WAIT_WITH_TIMEOUT);
bool AbslCondVarWaitWithTimeout(void* changed, void* mutex, Duration timeout) {
  static auto* const own = Own(AbslCondVarWaitWithTimeout, ABSL_COND_VAR_WAIT_WITH_TIMEOUT);
  __tsan_release(mutex);
  const bool timed_out = own(changed, mutex, timeout);
  __tsan_acquire(mutex);
  return timed_out;
}

bool AbslCondVarWaitWithDeadline(void* changed, void* mutex,
                                 Duration deadline) asm(ABSL_COND_VAR_WAIT_WITH_DEADLINE);
bool AbslCondVarWaitWithDeadline(void* changed, void* mutex, Duration deadline) {
  static auto* const own = Own(AbslCondVarWaitWithDeadline, ABSL_COND_VAR_WAIT_WITH_DEADLINE);
  __tsan_release(mutex);
  const bool timed_out = own(changed, mutex, deadline);
  __tsan_acquire(mutex);
  return timed_out;
}

// ---- completion queues: the start of an operation, its end, and its delivery ----

grpc_call_error grpc_call_start_batch(grpc_call* call, const grpc_op* ops, size_t count, void* tag,
                                      void* reserved) {
  static auto* const own = Own(grpc_call_start_batch, "grpc_call_start_batch");
  if (tag != nullptr) __tsan_release(tag);
  return own(call, ops, count, tag, reserved);
}

void GrpcCqEndOp(grpc_completion_queue* queue, void* tag, void* status, void* done, void* argument,
                 void* completion, bool internal) asm(GRPC_CQ_END_OP);
void GrpcCqEndOp(grpc_completion_queue* queue, void* tag, void* status, void* done, void* argument,
                 void* completion, bool internal) {
  static auto* const own = Own(GrpcCqEndOp, GRPC_CQ_END_OP);
  if (tag != nullptr) __tsan_release(tag);
  own(queue, tag, status, done, argument, completion, internal);
}

grpc_event grpc_completion_queue_next(grpc_completion_queue* queue, gpr_timespec deadline,
                                      void* reserved) {
  static auto* const own = Own(grpc_completion_queue_next, "grpc_completion_queue_next");
  return Ended(own(queue, deadline, reserved));
}

grpc_event grpc_completion_queue_pluck(grpc_completion_queue* queue, void* tag,
                                       gpr_timespec deadline, void* reserved) {
  static auto* const own = Own(grpc_completion_queue_pluck, "grpc_completion_queue_pluck");
  return Ended(own(queue, tag, deadline, reserved));
}

// ---- the end of a server's call, and of the server ----

// The caller decrements the counter after OnCancel.
void GrpcCallOnCancel(void* call, void* reactor) asm(GRPC_CALL_ON_CANCEL);
void GrpcCallOnCancel(void* call, void* reactor) {
  static auto* const own = Own(GrpcCallOnCancel, GRPC_CALL_ON_CANCEL);
  own(call, reactor);
  __tsan_release(CounterOf(call));
}

void GrpcScheduleOnDone(void* call, bool inlined) asm(GRPC_SCHEDULE_ON_DONE);
void GrpcScheduleOnDone(void* call, bool inlined) {
  static auto* const own = Own(GrpcScheduleOnDone, GRPC_SCHEDULE_ON_DONE);
  __tsan_acquire(CounterOf(call));
  own(call, inlined);
}

// Every call releases its server; a server that shuts down waits for that.
void GrpcServerUnref(void* server) asm(GRPC_SERVER_UNREF);
void GrpcServerUnref(void* server) {
  static auto* const own = Own(GrpcServerUnref, GRPC_SERVER_UNREF);
  __tsan_release(server);
  own(server);
}

void GrpcServerAwaitUnrefs(void* server) asm(GRPC_SERVER_AWAIT_UNREFS);
void GrpcServerAwaitUnrefs(void* server) {
  static auto* const own = Own(GrpcServerAwaitUnrefs, GRPC_SERVER_AWAIT_UNREFS);
  own(server);
  __tsan_acquire(server);
}

}  // extern "C"

#endif  // FOOTNOTE_TSAN
