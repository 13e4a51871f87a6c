// SPDX-License-Identifier: Apache-2.0
// Options and suppressions of the sanitizers, linked into every binary of a sanitizer build, so
// that no environment variable or path is needed.
//
// The system's libraries are not instrumented. grpc_order.cc reports to TSan the order that gRPC
// creates. The suppressions here cover only what the libraries do internally, in memory that only
// they access. No suppression matches a frame of Footnote: what TSan reports there is a race, also
// in reactors and in std:: templates. TSan names std::mutex in reports, but not absl::Mutex.

#define FOOTNOTE_SANITIZER_HOOK extern "C" __attribute__((visibility("default"), used))

// The sanitizers define the names.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)

FOOTNOTE_SANITIZER_HOOK const char* __asan_default_options() {
  return "check_initialization_order=1:detect_leaks=1:detect_stack_use_after_return=1:"
         "strict_string_checks=1";
}

FOOTNOTE_SANITIZER_HOOK const char* __ubsan_default_options() { return "print_stacktrace=1"; }

FOOTNOTE_SANITIZER_HOOK const char* __tsan_default_options() {
  return "halt_on_error=0:history_size=4:second_deadlock_stack=1";
}

// One line for each library: a pattern that matches two loaded libraries ends the process.
//
// The last line: std::shared_ptr counts the references of a channel. Its code is inlined into the
// library, where TSan does not see it, and into Footnote. So the end of the last context frees
// memory that an earlier owner still seems to own.
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
called_from_lib:libssl.so
called_from_lib:libupb.so
race:^void std::_Destroy<grpc::ClientContext>
)";
}

// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
