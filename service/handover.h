// What ThreadSanitizer has to be told when the gRPC library itself is not instrumented.
#ifndef FOOTNOTE_SERVICE_HANDOVER_H_
#define FOOTNOTE_SERVICE_HANDOVER_H_

#if defined(__SANITIZE_THREAD__)
#define FOOTNOTE_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FOOTNOTE_TSAN 1
#endif
#endif

#ifdef FOOTNOTE_TSAN
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#endif

namespace footnote {

// gRPC passes a reactor from one of its threads to another. HandOver goes before a reactor starts
// an operation, TakeOver first in the reaction to its end. Both do nothing in other builds.
inline void HandOver([[maybe_unused]] void* reactor) {
#ifdef FOOTNOTE_TSAN
  __tsan_release(reactor);
#endif
}

inline void TakeOver([[maybe_unused]] void* reactor) {
#ifdef FOOTNOTE_TSAN
  __tsan_acquire(reactor);
#endif
}

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_HANDOVER_H_
