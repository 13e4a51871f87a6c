// What ThreadSanitizer has to be told when the gRPC library itself is not instrumented. Builds with
// --config=tsan define FOOTNOTE_TSAN.
#ifndef FOOTNOTE_SERVICE_RPC_HANDOVER_H_
#define FOOTNOTE_SERVICE_RPC_HANDOVER_H_

#ifdef FOOTNOTE_TSAN
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#endif

namespace footnote {

// gRPC passes a service to its threads, and a reactor from one of them to another. HandOver goes
// before a server or an operation is started, TakeOver first in a handler or in the reaction to the
// operation's end. Both do nothing in other builds.
inline void HandOver([[maybe_unused]] void* passed) {
#ifdef FOOTNOTE_TSAN
  __tsan_release(passed);
#endif
}

inline void TakeOver([[maybe_unused]] void* passed) {
#ifdef FOOTNOTE_TSAN
  __tsan_acquire(passed);
#endif
}

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_RPC_HANDOVER_H_
