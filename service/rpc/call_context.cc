// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/call_context.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "service/status/errors.h"
#include "service/status/rich_status.h"

namespace footnote::rpc {

std::function<void()> UnreadEnd(grpc_call* call) {
  if (call == nullptr) return nullptr;
  grpc_call_ref(call);
  return [call] {
    // The trailers pass what the caller does not read, as flow control does not apply to them. They
    // cannot have details, so the message has the reason.
    const absl::Status status = status::AnswerNotRead();
    const std::string message =
        absl::StrCat(status::ErrorReason(status), ": ", std::string(status.message()));
    grpc_call_cancel_with_status(call, static_cast<grpc_status_code>(status.code()),
                                 message.c_str(), nullptr);
    grpc_call_unref(call);
  };
}

}  // namespace footnote::rpc
