// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/request_id.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"

namespace footnote::answering::building {

void CheckRequestId(absl::string_view request_id, const Field& field) {
  constexpr size_t kMaxBytes = 128;
  if (!field.CheckLength(request_id, kMaxBytes)) return;
  const bool is_printable = std::all_of(request_id.begin(), request_id.end(), [](char c) {
    return absl::ascii_isprint(static_cast<unsigned char>(c));
  });
  if (!is_printable) field.Add(v1::INVALID_CHARACTERS, "must be printable ASCII characters");
}

}  // namespace footnote::answering::building
