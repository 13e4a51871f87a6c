// SPDX-License-Identifier: Apache-2.0
#include "service/out_of_memory.h"

#include <unistd.h>

#include <cstdlib>
#include <new>

namespace footnote {
namespace {

thread_local const char* this_threads_field = nullptr;
thread_local absl::string_view this_threads_id;

// A line of limited size on the stack.
class Line {
 public:
  void Add(absl::string_view text) {
    for (const char c : text) {
      if (size_ < sizeof(bytes_) - 1) bytes_[size_++] = c;
    }
  }
  // Adds `text` without characters that a JSON string would have to escape.
  void AddPlain(absl::string_view text) {
    for (const char c : text.substr(0, 128)) {
      const bool is_plain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
      Add(is_plain ? absl::string_view(&c, 1) : "?");
    }
  }
  void Write() {
    bytes_[size_++] = '\n';
    // Nothing else can be done if it fails.
    if (write(STDERR_FILENO, bytes_, size_) < 0) size_ = 0;
  }

 private:
  char bytes_[512];
  size_t size_ = 0;
};

[[noreturn]] void OnOutOfMemory() {
  Line line;
  line.Add(R"({"level":"critical","event":"out_of_memory")");
  if (this_threads_field != nullptr && !this_threads_id.empty()) {
    line.Add(",\"");
    line.AddPlain(this_threads_field);
    line.Add("\":\"");
    line.AddPlain(this_threads_id);
    line.Add("\"");
  }
  line.Add("}");
  line.Write();
  std::abort();
}

}  // namespace

void InstallOutOfMemoryHandler() { std::set_new_handler(&OnOutOfMemory); }

OutOfMemoryScope::OutOfMemoryScope(const char* field, absl::string_view id)
    : outer_field_(this_threads_field), outer_id_(this_threads_id) {
  this_threads_field = field;
  this_threads_id = id;
}

OutOfMemoryScope::~OutOfMemoryScope() {
  this_threads_field = outer_field_;
  this_threads_id = outer_id_;
}

}  // namespace footnote
