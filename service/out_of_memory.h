// SPDX-License-Identifier: Apache-2.0
// The last words of a server whose memory is exhausted.
#ifndef FOOTNOTE_SERVICE_OUT_OF_MEMORY_H_
#define FOOTNOTE_SERVICE_OUT_OF_MEMORY_H_

#include <cstddef>

#include "absl/strings/string_view.h"

namespace footnote {

// Makes an allocation that fails write a line to the log, with the call of the thread, and end the
// process: no code of this server can continue without memory. What is to be written exists
// already, and is written without allocating.
void InstallOutOfMemoryHandler();

// Names the call on which this thread works, for that line, until the end of the scope.
class OutOfMemoryScope {
 public:
  // `field` is the name of the id in the log; both must live until the end of the scope. Of `id`,
  // only printable ASCII is written.
  OutOfMemoryScope(const char* field, absl::string_view id);
  ~OutOfMemoryScope();
  OutOfMemoryScope(const OutOfMemoryScope&) = delete;
  OutOfMemoryScope& operator=(const OutOfMemoryScope&) = delete;

 private:
  const char* const outer_field_;
  const absl::string_view outer_id_;
};

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_OUT_OF_MEMORY_H_
