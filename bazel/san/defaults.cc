// Options and suppressions of the sanitizers, linked into every binary of a sanitizer build, so
// that no environment variable or path is needed.
//
// The system's libraries are not instrumented. TSan therefore sees neither their locks nor the
// hand-over of a call from one of gRPC's threads to another, and would report every one. Left out
// is what only they touch, or code inlined from their headers; a race whose top frame is our own
// code is still reported. For it to be told from a hand-over, our code locks with std::mutex, not
// absl::Mutex, and a reactor's own fields are announced with __tsan_release(this) before it starts
// an operation and __tsan_acquire(this) in its reaction. A race wholly inside std:: templates goes
// unseen: test such classes without gRPC.

#define FOOTNOTE_SANITIZER_HOOK extern "C" __attribute__((visibility("default"), used))

// The names are the sanitizers' to choose.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)

FOOTNOTE_SANITIZER_HOOK const char* __asan_default_options() {
  return "check_initialization_order=1:detect_leaks=1:detect_stack_use_after_return=1:"
         "strict_string_checks=1";
}

FOOTNOTE_SANITIZER_HOOK const char* __ubsan_default_options() { return "print_stacktrace=1"; }

FOOTNOTE_SANITIZER_HOOK const char* __tsan_default_options() {
  return "halt_on_error=0:history_size=4:second_deadlock_stack=1";
}

// One line for each library: a pattern that matches two loaded libraries ends the process. The
// others are anchored: without ^, grpc:: would match the parameters of our own handlers.
FOOTNOTE_SANITIZER_HOOK const char* __tsan_default_suppressions() {
  return R"(
called_from_lib:libabsl_base.so
called_from_lib:libabsl_civil_time.so
called_from_lib:libabsl_cord.so
called_from_lib:libabsl_cord_internal.so
called_from_lib:libabsl_cordz_info.so
called_from_lib:libabsl_graphcycles_internal.so
called_from_lib:libabsl_hash.so
called_from_lib:libabsl_malloc_internal.so
called_from_lib:libabsl_raw_hash_set.so
called_from_lib:libabsl_stacktrace.so
called_from_lib:libabsl_status.so
called_from_lib:libabsl_statusor.so
called_from_lib:libabsl_str_format_internal.so
called_from_lib:libabsl_strings.so
called_from_lib:libabsl_strings_internal.so
called_from_lib:libabsl_symbolize.so
called_from_lib:libabsl_synchronization.so
called_from_lib:libabsl_time.so
called_from_lib:libabsl_time_zone.so
called_from_lib:libaddress_sorting.so
called_from_lib:libcares.so
called_from_lib:libcrypto.so
called_from_lib:libgpr.so
called_from_lib:libgrpc++.so
called_from_lib:libgrpc++_reflection.so
called_from_lib:libgrpc.so
called_from_lib:libprotobuf.so
called_from_lib:libssl.so
called_from_lib:libupb.so
race_top:^grpc::
race_top:^void grpc::
race_top:^std::
race_top:^void std::
race_top:^google::protobuf::
race_top:^footnote::config::v1::
race_top:^footnote::v1::
race_top:^operator delete
)";
}

// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
