// What ThreadSanitizer has to be told, since the gRPC library itself is not instrumented. Builds
// with --config=tsan define FOOTNOTE_TSAN.
#ifndef FOOTNOTE_CLIENT_CPP_HANDOVER_H_
#define FOOTNOTE_CLIENT_CPP_HANDOVER_H_

#ifdef FOOTNOTE_TSAN
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#endif

namespace footnote::client {

// gRPC passes a reactor from one of its threads to another. HandOver goes before an operation is
// started, TakeOver first in the reaction to its end. Both do nothing in other builds.
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

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_HANDOVER_H_
